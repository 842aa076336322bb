// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "marks/jump_marks.h"
#include "marks/mark_parts.h"

namespace lineprof {
namespace {

const char jump_text[] = "#lineprof jump";

using gimplify_hook = int (*)(tree *, gimple_seq *, gimple_seq *);

gimplify_hook front_ends_own;
unit *unit_at_work;

// The statement that is all of STMT, if that is a jump; else NULL_TREE.
tree sole_jump(tree stmt)
{
    while (stmt && TREE_CODE(stmt) == STATEMENT_LIST) {
        tree_stmt_iterator at = tsi_start(stmt);
        while (!tsi_end_p(at) && is_marker(tsi_stmt(at)))
            tsi_next(&at);
        if (!tsi_one_before_end_p(at))
            return NULL_TREE;
        stmt = tsi_stmt(at);
    }
    return stmt && TREE_CODE(stmt) == GOTO_EXPR ? stmt : NULL_TREE;
}

// Puts something in front of a jump that is all of a branch, on a line of its own.
void keep_jump(tree *branch, const place &condition)
{
    tree jump = sole_jump(*branch);
    if (!jump || !place_of(EXPR_LOCATION(jump)).line ||
        same_place(place_of(EXPR_LOCATION(jump)), condition))
        return;
    tree list = alloc_stmt_list();
    append_to_statement_list_force(build_empty_asm(jump_text, EXPR_LOCATION(jump)),
                                   &list);
    append_to_statement_list_force(*branch, &list);
    *branch = list;
}

// Functions whose statements the front end has told of have their marks already.
bool finds_statements_late(tree function)
{
    static unsigned last = 0; // its number: a tree may be another's place later
    static bool result = false;
    if (DECL_UID(function) != last) {
        last = DECL_UID(function);
        result = !unit_at_work->parsed_lines(function) && unit_at_work->selects(function);
    }
    return result;
}

int keep_jumps(tree *expr, gimple_seq *before, gimple_seq *after)
{
    if (TREE_CODE(*expr) == COND_EXPR && VOID_TYPE_P(TREE_TYPE(*expr)) &&
        current_function_decl && finds_statements_late(current_function_decl))
        for (tree *branch : statement_slots(*expr))
            keep_jump(branch, place_of(EXPR_LOCATION(*expr)));
    return front_ends_own(expr, before, after);
}

} // namespace

bool is_kept_jump(const gimple *stmt)
{
    return gimple_code(stmt) == GIMPLE_ASM &&
           !strcmp(gimple_asm_string(as_a<const gasm *>(stmt)), jump_text);
}

void keep_lone_jumps(unit &out)
{
    unit_at_work = &out;
    front_ends_own = lang_hooks.gimplify_expr;
    lang_hooks.gimplify_expr = keep_jumps;
}

} // namespace lineprof
