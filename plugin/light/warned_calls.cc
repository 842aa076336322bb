// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "light/warned_calls.h"
#include "probes/asking_calls.h"

namespace lineprof {
namespace {

// Many are fine with less than 4 GiB; what is more may be too much.
bool has_large_constant(const gcall *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
        tree argument = gimple_call_arg(call, i);
        if (TREE_CODE(argument) == INTEGER_CST &&
            (!tree_fits_uhwi_p(argument) || tree_to_uhwi(argument) >> 32))
            return true;
    }
    return false;
}

// Which size it has depends on branches, of which nothing is optimised away.
bool has_computed_size(const gcall *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (takes_size(call, i) && TREE_CODE(gimple_call_arg(call, i)) != INTEGER_CST)
            return true;
    return false;
}

} // namespace

bool may_be_warned_of(const gcall *call)
{
    if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL))
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
    case BUILT_IN_STRNCPY:
    case BUILT_IN_STRNCPY_CHK:
    case BUILT_IN_STPNCPY:
    case BUILT_IN_STPNCPY_CHK:
    case BUILT_IN_STRNCAT:
    case BUILT_IN_STRNCAT_CHK:
        return true;
    case BUILT_IN_ALLOCA:
    case BUILT_IN_ALLOCA_WITH_ALIGN:
        return warn_alloca || warn_alloca_limit < HOST_WIDE_INT_MAX ||
               warn_vla_limit < HOST_WIDE_INT_MAX;
    case BUILT_IN_FRAME_ADDRESS:
    case BUILT_IN_RETURN_ADDRESS:
        return !integer_zerop(gimple_call_arg(call, 0));
    case BUILT_IN_ALIGNED_ALLOC:
    case BUILT_IN_CALLOC:
    case BUILT_IN_MALLOC:
    case BUILT_IN_REALLOC:
        return has_large_constant(call);
    default:
        return !optimize && has_computed_size(call);
    }
}

} // namespace lineprof
