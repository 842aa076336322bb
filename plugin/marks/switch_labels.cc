// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "marks/mark_parts.h"
#include "marks/switch_labels.h"

namespace lineprof {
namespace {

// From where GCC has stopped looking.
struct silence {
    bool of_next = false; // up to the next label
    bool of_rest = false; // up to the end of the switch
};

// The statement that is all of STMT, markers apart; NULL_TREE if there are several.
tree sole_statement(tree stmt)
{
    while (stmt && TREE_CODE(stmt) == STATEMENT_LIST) {
        tree_stmt_iterator at = tsi_start(stmt);
        while (!tsi_end_p(at) && is_marker(tsi_stmt(at)))
            tsi_next(&at);
        stmt = tsi_one_before_end_p(at) ? tsi_stmt(at) : NULL_TREE;
    }
    return stmt;
}

bool is_condition(const_tree stmt)
{
    return TREE_CODE(stmt) == IF_STMT ||
           (TREE_CODE(stmt) == COND_EXPR && VOID_TYPE_P(TREE_TYPE(stmt)));
}

// What the condition STMT, or the last one of `else if`s, does without a block.
void note_else(tree stmt, silence &state)
{
    while (stmt && is_condition(stmt))
        stmt = sole_statement(TREE_CODE(stmt) == IF_STMT ? ELSE_CLAUSE(stmt)
                                                         : COND_EXPR_ELSE(stmt));
    if (!stmt)
        return;
    const bool is_goto = TREE_CODE(stmt) == GOTO_EXPR;
    if (is_goto && TREE_CODE(GOTO_DESTINATION(stmt)) != LABEL_DECL)
        return; // computed
    if (is_goto && !DECL_ARTIFICIAL(GOTO_DESTINATION(stmt)))
        state.of_next = true;
    else if (is_goto || TREE_CODE(stmt) == BREAK_STMT)
        state.of_rest = true; // before `continue` there is a prediction
}

void visit_sequence(tree stmt, silence &state)
{
    if (!stmt)
        return;
    if (TREE_CODE(stmt) == STATEMENT_LIST) {
        for (tree_stmt_iterator at = tsi_start(stmt); !tsi_end_p(at); tsi_next(&at))
            visit_sequence(tsi_stmt(at), state);
    } else if (TREE_CODE(stmt) == BIND_EXPR) {
        silence inside;
        visit_sequence(BIND_EXPR_BODY(stmt), inside);
    } else if (TREE_CODE(stmt) == CASE_LABEL_EXPR) {
        if (state.of_next || state.of_rest)
            FALLTHROUGH_LABEL_P(CASE_LABEL(stmt)) = 1;
        state.of_next = false;
    } else if (is_condition(stmt)) {
        note_else(stmt, state);
    }
}

tree visit_switch(tree *slot, int *walk_subtrees, void *)
{
    silence state;
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    else if (TREE_CODE(*slot) == SWITCH_STMT)
        visit_sequence(SWITCH_STMT_BODY(*slot), state);
    else if (TREE_CODE(*slot) == SWITCH_EXPR)
        visit_sequence(SWITCH_BODY(*slot), state);
    return NULL_TREE;
}

} // namespace

void keep_labels_silent(tree function)
{
    if (warn_implicit_fallthrough && opt_for_fn(function, optimize))
        walk_tree_without_duplicates(&DECL_SAVED_TREE(function), visit_switch, NULL);
}

} // namespace lineprof
