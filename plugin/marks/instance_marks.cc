// SPDX-License-Identifier: GPL-3.0-or-later
// Instances of templates: substitution drops the front end's markers, so the statements
// are found here.
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "marks/mark_parts.h"
#include "marks/pragma_marks.h"
#include "places/c_text.h"

namespace lineprof {
namespace {

bool is_wrapper(const_tree stmt)
{
    return (TREE_CODE(stmt) == CLEANUP_POINT_EXPR || TREE_CODE(stmt) == EXPR_STMT) &&
           TREE_OPERAND(stmt, 0) && EXPR_P(TREE_OPERAND(stmt, 0));
}

// Wrappers have no location of their own.
location_t statement_location(tree stmt)
{
    while (EXPR_LOCATION(stmt) == UNKNOWN_LOCATION && is_wrapper(stmt))
        stmt = TREE_OPERAND(stmt, 0);
    return EXPR_LOCATION(stmt);
}

// The parameter of a handler that refers to the exception or copies its bytes: what the
// call gave is in a variable without a name.
bool is_handler_parameter(const_tree declaration)
{
    tree value = DECL_INITIAL(DECL_EXPR_DECL(declaration));
    while (value && (CONVERT_EXPR_P(value) || TREE_CODE(value) == INDIRECT_REF))
        value = TREE_OPERAND(value, 0);
    return value && VAR_P(value) && DECL_REGISTER(value) && DECL_ARTIFICIAL(value) &&
           !DECL_NAME(value);
}

struct instance_state {
    line_set *lines;
    statement_starts starts; // of the template's statements
    // Statements before it initialise members; UNKNOWN_LOCATION: there are none.
    location_t body;
    bool in_coroutine;
    hash_set<tree> *seen;
    place flattened; // the statement that is being walked, where it suspends a coroutine
};

// What GCC adds to a coroutine, to make its frame and to begin and end it, stands at the
// braces of its body or before it; what takes over an exception, and what a constructor's
// handler ends with, at the `catch`.
bool is_added(location_t loc, const instance_state &state)
{
    const std::string token = token_at(loc);
    return token == "catch" || (state.in_coroutine && (token == "{" || token == "}"));
}

// The operand of what only wraps a statement's expression.
tree unwrapped(tree stmt)
{
    while (is_wrapper(stmt) || CONVERT_EXPR_P(stmt))
        stmt = TREE_OPERAND(stmt, 0);
    return stmt;
}

// The `switch` on where a suspended coroutine goes on.
bool is_suspension(tree stmt)
{
    if (TREE_CODE(stmt) != SWITCH_STMT)
        return false;
    tree value = unwrapped(SWITCH_STMT_COND(stmt));
    if (TREE_CODE(value) == MODIFY_EXPR || TREE_CODE(value) == INIT_EXPR)
        value = TREE_OPERAND(value, 1);
    return TREE_CODE(value) == CALL_EXPR && !CALL_EXPR_FN(value) &&
           CALL_EXPR_IFN(value) == IFN_CO_YIELD;
}

// The `if` by which a coroutine is suspended unless it need not wait.  What it holds may
// have the place of the `co_await`, where no statement need begin, and runs also when the
// coroutine is destroyed meanwhile.
bool suspends(tree stmt)
{
    if (TREE_CODE(stmt) != IF_STMT && TREE_CODE(stmt) != COND_EXPR)
        return false;
    tree list = TREE_OPERAND(stmt, 1);
    if (list && TREE_CODE(list) == BIND_EXPR)
        list = BIND_EXPR_BODY(list);
    if (!list || TREE_CODE(list) != STATEMENT_LIST)
        return false;
    for (tree_stmt_iterator at = tsi_start(list); !tsi_end_p(at); tsi_next(&at))
        if (is_suspension(tsi_stmt(at)))
            return true;
    return false;
}

// The call that every `co_return` and the end of a coroutine share, at the place of one.
bool is_shared_return(tree stmt)
{
    stmt = unwrapped(stmt);
    const_tree callee =
        TREE_CODE(stmt) == CALL_EXPR ? get_callee_fndecl(stmt) : NULL_TREE;
    return callee && DECL_NAME(callee) && id_equal(DECL_NAME(callee), "return_void");
}

// What GCC makes of a statement that suspends a coroutine.
bool is_flattened(tree stmt, const instance_state &state)
{
    if (!state.in_coroutine || TREE_CODE(stmt) != BIND_EXPR)
        return false;
    const std::string token = token_at(EXPR_LOCATION(stmt));
    return !token.empty() && token != "{" && token != "}";
}

// Where STMT begins.
location_t start_of(tree stmt, const instance_state &state)
{
    return start_of_statement(statement_location(stmt), state.starts);
}

bool instance_statement_counts(tree stmt, const instance_state &state)
{
    if (!stmt || !EXPR_P(stmt) || is_mark(stmt) ||
        (is_frame(stmt) && !is_flattened(stmt, state)) ||
        (state.in_coroutine && is_shared_return(stmt)) ||
        TREE_CODE(stmt) == PREDICT_EXPR || is_marked_as_pragma(stmt) ||
        is_part_of_pragma(stmt) || is_decided(stmt) || is_fallthrough(stmt))
        return false;
    const_tree declaration = declaration_in(stmt);
    if (declaration && (!initialises(declaration) || is_handler_parameter(declaration)))
        return false;
    const location_t loc = start_of(stmt, state);
    return place_of(loc).line && !same_place(place_of(loc), state.flattened) &&
           !stands_before(loc, state.body) && !is_added(loc, state);
}

void mark_list(tree list, const instance_state &state)
{
    place flattened = {nullptr, 0}; // just before; the rest of a `switch` follows it
    for (tree_stmt_iterator at = tsi_start(list); !tsi_end_p(at); tsi_next(&at)) {
        tree stmt = tsi_stmt(at);
        if (is_marked_as_pragma(stmt))
            mark_if_pragma(&at, *state.lines);
        const location_t loc = start_of(stmt, state);
        if (instance_statement_counts(stmt, state) &&
            !same_place(place_of(loc), flattened)) {
            add_line(*state.lines, place_of(loc));
            tsi_link_before(&at, build_mark(loc), TSI_SAME_STMT);
        }
        flattened = is_flattened(stmt, state) ? place_of(loc) : place{nullptr, 0};
    }
}

// A statement that is no list: the body of a loop, a branch.
void mark_slot(tree *slot, const instance_state &state)
{
    if (!instance_statement_counts(*slot, state))
        return;
    const location_t loc = start_of(*slot, state);
    add_line(*state.lines, place_of(loc));
    tree list = alloc_stmt_list();
    append_to_statement_list_force(build_mark(loc), &list);
    append_to_statement_list_force(*slot, &list);
    *slot = list;
}

tree visit_instance(tree *slot, int *walk_subtrees, void *data);

// Of a statement in pieces only the first has a mark.
void visit_flattened(tree bind, instance_state &state)
{
    const place before = state.flattened;
    state.flattened = place_of(start_of(bind, state));
    walk_tree(&BIND_EXPR_BODY(bind), visit_instance, &state, state.seen);
    state.flattened = before;
}

tree visit_instance(tree *slot, int *walk_subtrees, void *data)
{
    instance_state &state = *static_cast<instance_state *>(data);
    line_set &lines = *state.lines;
    tree node = *slot;
    if (TYPE_P(node) || is_mark(node) || (state.in_coroutine && suspends(node))) {
        *walk_subtrees = 0;
        return NULL_TREE;
    }
    if (TREE_CODE(node) == STATEMENT_LIST)
        mark_list(node, state);
    for (tree *sole : statement_slots(node)) {
        mark_sole_pragma(sole, lines);
        if (TREE_CODE(node) != COND_EXPR) // an expression, in C++
            mark_slot(sole, state);
    }
    note_loop_lines(node, lines);
    mark_pragma_loop(node, lines);
    mark_cleanup_of(node, lines);
    if (TREE_CODE(node) == CLEANUP_STMT) // in the cleanup itself nothing is written
        walk_tree(&CLEANUP_BODY(node), visit_instance, data, state.seen);
    else if (is_flattened(node, state))
        visit_flattened(node, state);
    else
        return NULL_TREE;
    *walk_subtrees = 0;
    return NULL_TREE;
}

tree note_coroutine_body(tree *slot, int *walk_subtrees, void *data)
{
    auto &bodies = *static_cast<std::vector<tree> *>(data);
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    tree body = coroutine_body(*slot);
    if (body && std::find(bodies.begin(), bodies.end(), body) == bodies.end())
        bodies.push_back(body);
    return NULL_TREE;
}

void mark_body(tree function, instance_state &state)
{
    hash_set<tree> seen;
    state.seen = &seen;
    walk_tree(&DECL_SAVED_TREE(function), visit_instance, &state, &seen);
    mark_slot(&DECL_SAVED_TREE(function), state);
}

} // namespace

std::vector<tree> mark_statements(tree function, line_set &lines)
{
    std::vector<tree> bodies;
    walk_tree_without_duplicates(&DECL_SAVED_TREE(function), note_coroutine_body,
                                 &bodies);
    const coroutine_part part = coroutine_part_of(function);
    const bool is_coroutine = !bodies.empty() || part != coroutine_part::none;
    location_t brace = UNKNOWN_LOCATION;
    if (is_coroutine || DECL_CONSTRUCTOR_P(function))
        brace = opening_brace(DECL_SOURCE_LOCATION(function));
    instance_state state = {
        &lines,      statements_of_pattern(function), brace, is_coroutine, nullptr,
        {nullptr, 0}
    };
    if (!is_coroutine || part == coroutine_part::body)
        mark_body(function, state);
    for (tree body : bodies)
        mark_body(body, state);
    return bodies;
}

} // namespace lineprof
