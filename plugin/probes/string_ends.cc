// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "marks/marks.h"
#include "probes/string_ends.h"

namespace lineprof {
namespace {

bool may_leave_no_end(const gimple *stmt)
{
    if (!gimple_call_builtin_p(stmt, BUILT_IN_NORMAL))
        return false;
    switch (DECL_FUNCTION_CODE(gimple_call_fndecl(stmt))) {
    case BUILT_IN_STRNCPY:
    case BUILT_IN_STRNCPY_CHK:
    case BUILT_IN_STPNCPY:
    case BUILT_IN_STPNCPY_CHK:
        return true;
    default:
        return false;
    }
}

bool stores_end(const gimple *stmt)
{
    if (!gimple_assign_single_p(stmt) || !gimple_store_p(stmt))
        return false;
    tree type = TREE_TYPE(gimple_assign_lhs(stmt));
    return INTEGRAL_TYPE_P(type) && integer_onep(TYPE_SIZE_UNIT(type)) &&
           integer_zerop(gimple_assign_rhs1(stmt));
}

// Computes where, as GCC does not any more when it looks.
bool only_computes(gimple *stmt)
{
    return is_mark(stmt) || is_gimple_debug(stmt) ||
           (is_gimple_assign(stmt) && is_gimple_reg(gimple_assign_lhs(stmt)) &&
            !gimple_assign_load_p(stmt));
}

bool is_ended(gimple_stmt_iterator at)
{
    for (gsi_next(&at); !gsi_end_p(at); gsi_next(&at)) {
        if (stores_end(gsi_stmt(at)))
            return true;
        if (!only_computes(gsi_stmt(at)))
            return false;
    }
    return false;
}

} // namespace

void note_string_ends(function *fn)
{
    basic_block block;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (may_leave_no_end(gsi_stmt(at)) && is_ended(at))
                suppress_warning(gsi_stmt(at), OPT_Wstringop_truncation);
}

} // namespace lineprof
