// SPDX-License-Identifier: GPL-3.0-or-later
// Instances of templates: substitution drops the front end's markers, so the statements
// are found here.
#include "gcc_headers.h"

#include "mark_parts.h"

namespace lineprof {
namespace {

// Wrappers have no location of their own.
location_t statement_location(tree stmt)
{
    while (EXPR_LOCATION(stmt) == UNKNOWN_LOCATION &&
           (TREE_CODE(stmt) == CLEANUP_POINT_EXPR || TREE_CODE(stmt) == EXPR_STMT) &&
           TREE_OPERAND(stmt, 0) && EXPR_P(TREE_OPERAND(stmt, 0)))
        stmt = TREE_OPERAND(stmt, 0);
    return EXPR_LOCATION(stmt);
}

bool instance_statement_counts(tree stmt)
{
    if (!stmt || !EXPR_P(stmt) || is_frame(stmt) || is_mark(stmt) ||
        TREE_CODE(stmt) == PREDICT_EXPR)
        return false;
    if (TREE_CODE(stmt) == DECL_EXPR && !initialises(stmt))
        return false;
    return place_of(statement_location(stmt)).line != 0;
}

void mark_list(tree list, line_set &lines)
{
    for (tree_stmt_iterator at = tsi_start(list); !tsi_end_p(at); tsi_next(&at)) {
        tree stmt = tsi_stmt(at);
        if (!instance_statement_counts(stmt))
            continue;
        const location_t loc = statement_location(stmt);
        add_line(lines, place_of(loc));
        tsi_link_before(&at, build_mark(loc), TSI_SAME_STMT);
    }
}

// A statement that is no list: the body of a loop, a branch.
void mark_slot(tree *slot, line_set &lines)
{
    if (!instance_statement_counts(*slot))
        return;
    const location_t loc = statement_location(*slot);
    add_line(lines, place_of(loc));
    tree list = alloc_stmt_list();
    append_to_statement_list_force(build_mark(loc), &list);
    append_to_statement_list_force(*slot, &list);
    *slot = list;
}

void mark_slots_of(tree stmt, line_set &lines)
{
    switch (TREE_CODE(stmt)) {
    case IF_STMT:
        mark_slot(&THEN_CLAUSE(stmt), lines);
        mark_slot(&ELSE_CLAUSE(stmt), lines);
        break;
    case FOR_STMT:
        mark_slot(&FOR_BODY(stmt), lines);
        break;
    case WHILE_STMT:
        mark_slot(&WHILE_BODY(stmt), lines);
        break;
    case DO_STMT:
        mark_slot(&DO_BODY(stmt), lines);
        break;
    case SWITCH_STMT:
        mark_slot(&SWITCH_STMT_BODY(stmt), lines);
        break;
    case TRY_BLOCK:
        mark_slot(&TRY_STMTS(stmt), lines);
        break;
    case HANDLER:
        mark_slot(&HANDLER_BODY(stmt), lines);
        break;
    case CLEANUP_STMT:
        mark_slot(&CLEANUP_BODY(stmt), lines);
        break;
    case BIND_EXPR:
        mark_slot(&BIND_EXPR_BODY(stmt), lines);
        break;
    default:
        break;
    }
}

tree visit_instance(tree *slot, int *walk_subtrees, void *data)
{
    line_set &lines = *static_cast<line_set *>(data);
    tree node = *slot;
    if (TYPE_P(node) || is_mark(node)) {
        *walk_subtrees = 0;
        return NULL_TREE;
    }
    if (TREE_CODE(node) == STATEMENT_LIST)
        mark_list(node, lines);
    else
        mark_slots_of(node, lines);
    note_loop_lines(node, lines);
    mark_cleanup_of(node, lines);
    return NULL_TREE;
}

} // namespace

void mark_statements(tree function, line_set &lines)
{
    walk_tree_without_duplicates(&DECL_SAVED_TREE(function), visit_instance, &lines);
    mark_slot(&DECL_SAVED_TREE(function), lines);
}

} // namespace lineprof
