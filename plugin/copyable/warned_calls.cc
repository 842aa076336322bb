// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "copyable/warned_calls.h"
#include "probes/asking_calls.h"

namespace lineprof {
namespace {

// Which size it has depends on branches, of which nothing is optimised away.
bool has_computed_size(const gcall *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (takes_size(call, i) && TREE_CODE(gimple_call_arg(call, i)) != INTEGER_CST)
            return true;
    return false;
}

bool warns_of_printing()
{
    return warn_format_overflow > 0 || warn_format_trunc > 0 || warn_restrict;
}

} // namespace

bool may_be_warned_of(const gcall *call)
{
    if (inhibit_warnings || !gimple_call_builtin_p(call, BUILT_IN_NORMAL))
        return false;
    switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
    case BUILT_IN_SPRINTF:
    case BUILT_IN_SPRINTF_CHK:
    case BUILT_IN_SNPRINTF:
    case BUILT_IN_SNPRINTF_CHK:
    case BUILT_IN_VSPRINTF:
    case BUILT_IN_VSPRINTF_CHK:
    case BUILT_IN_VSNPRINTF:
    case BUILT_IN_VSNPRINTF_CHK:
        return warns_of_printing();
    case BUILT_IN_STRNCPY:
    case BUILT_IN_STRNCPY_CHK:
    case BUILT_IN_STPNCPY:
    case BUILT_IN_STPNCPY_CHK:
    case BUILT_IN_STRNCAT:
    case BUILT_IN_STRNCAT_CHK:
        return true;
    case BUILT_IN_ALLOCA:
    case BUILT_IN_ALLOCA_WITH_ALIGN:
        return warn_alloca_limit < HOST_WIDE_INT_MAX ||
               warn_vla_limit < HOST_WIDE_INT_MAX;
    default:
        return !optimize && has_computed_size(call);
    }
}

} // namespace lineprof
