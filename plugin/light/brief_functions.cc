// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <unordered_set>

#include "light/brief_functions.h"
#include "light/stretches.h"
#include "marks/marks.h"

namespace lineprof {
namespace {

// More is copied by a loop.
const HOST_WIDE_INT most_copied = 256;

std::unordered_set<unsigned> brief; // DECL_UIDs

bool copies_much(const gimple *stmt)
{
    if (!gimple_assign_single_p(stmt) ||
        is_gimple_reg_type(TREE_TYPE(gimple_assign_lhs(stmt))))
        return false;
    tree size = TYPE_SIZE_UNIT(TREE_TYPE(gimple_assign_lhs(stmt)));
    return !size || !tree_fits_shwi_p(size) || tree_to_shwi(size) > most_copied;
}

// A built-in function that is a few instructions.
bool is_short_call(const gcall *call)
{
    return gimple_call_internal_p(call) ||
           (gimple_call_builtin_p(call, BUILT_IN_NORMAL) &&
            gimple_call_flags(call) & (ECF_CONST | ECF_LEAF) &&
            gimple_call_num_args(call) < 3 &&
            !(gimple_call_flags(call) &
              (ECF_MALLOC | ECF_MAY_BE_ALLOCA | ECF_NORETURN)) &&
            gimple_call_fndecl(call) != builtin_decl_explicit(BUILT_IN_FREE));
}

// What the linker may put another function in the place of is not known.
bool is_what_is_called(function *fn)
{
    cgraph_node *node = cgraph_node::get(fn->decl);
    return node && node->get_availability() > AVAIL_INTERPOSABLE;
}

bool has_ways_back(function *fn)
{
    basic_block block;
    if (!loops_for_fn(fn) || number_of_loops(fn) > 1)
        return true;
    FOR_EACH_BB_FN (block, fn)
        if (block->flags & BB_IRREDUCIBLE_LOOP)
            return true;
    return false;
}

} // namespace

bool may_be_long(gimple *stmt)
{
    if (is_mark(stmt) || is_count_mark(stmt))
        return false;
    switch (gimple_code(stmt)) {
    case GIMPLE_CALL:
        return !is_short_call(as_a<gcall *>(stmt)) && !calls_brief(stmt);
    case GIMPLE_ASM:
        return *gimple_asm_string(as_a<gasm *>(stmt)) != '\0';
    case GIMPLE_ASSIGN:
        return copies_much(stmt);
    default:
        return false;
    }
}

void note_if_brief(function *fn)
{
    basic_block block;
    if (!is_what_is_called(fn) || has_ways_back(fn))
        return;
    FOR_EACH_BB_FN (block, fn)
        for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
            if (may_be_long(gsi_stmt(at)) || may_leave(gsi_stmt(at)))
                return;
    brief.insert(DECL_UID(fn->decl));
}

bool calls_brief(const gimple *stmt)
{
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return callee && brief.count(DECL_UID(callee)) != 0;
}

} // namespace lineprof
