// SPDX-License-Identifier: GPL-3.0-or-later
// Statements as the C and C++ parsers marked them.
#include "gcc/gcc_headers.h"

#include "marks/mark_parts.h"
#include "marks/pragma_marks.h"

namespace lineprof {
namespace {

int users_markers = 0; // debug_nonbind_markers_p as the command line left it
bool users_markers_known = false;
bool users_said = false; // with an option

// Whether FUNCTION would have markers without us.
bool users_want_markers(tree function)
{
    tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function);
    return !options || users_said ? users_markers != 0
                                  : markers_by_default(options, users_markers != 0);
}

bool does_something(tree_stmt_iterator at);

// What follows a declaration in its scope, where leaving that runs a cleanup.
tree scope_after(tree stmt)
{
    const tree_code code = TREE_CODE(stmt);
    return code == TRY_FINALLY_EXPR || code == CLEANUP_STMT ? TREE_OPERAND(stmt, 0)
                                                            : NULL_TREE;
}

bool scope_does_something(tree scope)
{
    return TREE_CODE(scope) == STATEMENT_LIST ? does_something(tsi_start(scope))
                                              : !is_marker(scope);
}

// Whether the statements from AT to the next marker, which a marker announced, do
// anything.
bool does_something(tree_stmt_iterator at)
{
    for (; !tsi_end_p(at); tsi_next(&at)) {
        tree stmt = tsi_stmt(at);
        if (tree scope = scope_after(stmt))
            return scope_does_something(scope);
        if (is_marker(stmt) || TREE_CODE(stmt) == LABEL_EXPR ||
            TREE_CODE(stmt) == CASE_LABEL_EXPR || is_marked_as_pragma(stmt))
            return false;
        const_tree declaration = declaration_in(stmt);
        if (!declaration || initialises(declaration))
            return true;
    }
    return false;
}

// A marker with nothing behind it stands at an expression without effect, `(void)x;`
// or `;`, or at a declaration, of which nothing is left either.  Those begin with a
// word.  A `;` alone is no statement that anyone means to count: one follows the block
// of many a macro.
bool begins_expression(const std::string &token)
{
    return !token.empty() && !ISIDST(token[0]) && !strchr("[;{}", token[0]);
}

// Whether the marker at AT stands at a statement that has a count.
bool marker_counts(tree_stmt_iterator at)
{
    const location_t loc = EXPR_LOCATION(tsi_stmt(at));
    const std::string token = token_at(loc);
    if (token == "{" || token == "}" || token == "do" || token == "try")
        return false;
    tsi_next(&at);
    if (tsi_end_p(at) || is_marker(tsi_stmt(at)))
        return begins_expression(token);
    if (declaration_in(tsi_stmt(at)))
        return does_something(at);
    switch (TREE_CODE(tsi_stmt(at))) {
    case LABEL_EXPR:
    case CASE_LABEL_EXPR:
    case USING_STMT:
        return false;
    default:
        if (is_fallthrough(tsi_stmt(at)) || is_decided(tsi_stmt(at)) ||
            is_marker_of_atomic(loc, tsi_stmt(at)))
            return false;
        // What the text shows is surer: a co_yield is a block, too.
        return !token.empty() || !is_frame(tsi_stmt(at));
    }
}

struct walk_state {
    line_set *lines; // NULL: remove the markers
    hash_set<tree> *seen;
    std::vector<tree> bodies; // other functions that the body was split into
};

void replace_markers(tree list, walk_state &state)
{
    for (tree_stmt_iterator at = tsi_start(list); !tsi_end_p(at);) {
        tree stmt = tsi_stmt(at);
        if (!is_marker(stmt)) {
            if (state.lines)
                mark_if_pragma(&at, *state.lines);
            tsi_next(&at);
            continue;
        }
        const location_t loc = EXPR_LOCATION(stmt);
        if (state.lines && place_of(loc).line && marker_counts(at)) {
            add_line(*state.lines, place_of(loc));
            *tsi_stmt_ptr(at) = build_mark(loc);
            tsi_next(&at);
        } else {
            tsi_delink(&at);
        }
    }
}

// A marker that is the whole of a branch or a body, and in no list: `{}`, or an
// expression that does nothing.
void replace_lone_marker(tree *slot, line_set *lines)
{
    const location_t loc = EXPR_LOCATION(*slot);
    if (lines && place_of(loc).line && begins_expression(token_at(loc))) {
        add_line(*lines, place_of(loc));
        *slot = build_mark(loc);
    } else {
        *slot = build_empty_stmt(loc);
    }
}

tree visit_markers(tree *slot, int *walk_subtrees, void *data);

void visit_coroutine_body(tree function, walk_state &state)
{
    if (state.seen->add(function))
        return;
    state.bodies.push_back(function);
    walk_tree(&DECL_SAVED_TREE(function), visit_markers, &state, state.seen);
}

// A block that held nothing but a marker has no side effects and would be dropped
// with the mark in it.
void keep_statements(tree node)
{
    const tree_code code = TREE_CODE(node);
    if ((code == STATEMENT_LIST || code == BIND_EXPR || code == COND_EXPR) &&
        VOID_TYPE_P(TREE_TYPE(node)))
        TREE_SIDE_EFFECTS(node) = 1;
}

tree visit_markers(tree *slot, int *walk_subtrees, void *data)
{
    walk_state &state = *static_cast<walk_state *>(data);
    if (is_marker(*slot))
        replace_lone_marker(slot, state.lines);
    tree node = *slot;
    if (TYPE_P(node) || is_mark(node)) {
        *walk_subtrees = 0;
        return NULL_TREE;
    }
    if (TREE_CODE(node) == STATEMENT_LIST)
        replace_markers(node, state);
    else if (TREE_CODE(node) == DECL_EXPR && VAR_P(DECL_EXPR_DECL(node)))
        walk_tree(&DECL_INITIAL(DECL_EXPR_DECL(node)), visit_markers, data, state.seen);
    else if (tree body = coroutine_body(node))
        visit_coroutine_body(body, state);
    if (state.lines) {
        keep_statements(node);
        note_loop_lines(node, *state.lines);
        for (tree *sole : statement_slots(node))
            mark_sole_pragma(sole, *state.lines);
        mark_pragma_loop(node, *state.lines);
        mark_cleanup_of(node, *state.lines);
    }
    return NULL_TREE;
}

tree find_marker(tree *slot, int *walk_subtrees, void *data)
{
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    if (tree body = coroutine_body(*slot))
        return walk_tree_without_duplicates(&DECL_SAVED_TREE(body), find_marker, data);
    if (TREE_CODE(*slot) != STATEMENT_LIST)
        return NULL_TREE;
    for (tree_stmt_iterator at = tsi_start(*slot); !tsi_end_p(at); tsi_next(&at))
        if (is_marker(tsi_stmt(at)))
            return *slot;
    return NULL_TREE;
}

bool has_markers(tree function)
{
    return walk_tree_without_duplicates(&DECL_SAVED_TREE(function), find_marker, NULL);
}

tree find_mark(tree *slot, int *walk_subtrees, void *)
{
    if (TYPE_P(*slot))
        *walk_subtrees = 0;
    return is_mark(*slot) ? *slot : NULL_TREE;
}

// Clones of constructors and destructors have been copied from a body with marks.
bool has_marks(tree function)
{
    return walk_tree_without_duplicates(&DECL_SAVED_TREE(function), find_mark, NULL);
}

void walk_body(tree function, walk_tree_fn visit, walk_state &state)
{
    hash_set<tree> seen;
    state.seen = &seen;
    walk_tree(&DECL_SAVED_TREE(function), visit, &state, &seen);
}

// From now on it is as if markers had been asked for, so that options that a function has
// of its own (`optimize`) leave that alone; those that are the same as everywhere else
// must stay the same.
void note_users_markers()
{
    users_markers_known = true;
    users_markers = debug_nonbind_markers_p;
    users_said = global_options_set.x_debug_nonbind_markers_p;
    debug_nonbind_markers_p = 1;
    global_options_set.x_debug_nonbind_markers_p = 1;
    optimization_default_node =
        build_optimization_node(&global_options, &global_options_set);
    optimization_current_node = optimization_default_node;
}

} // namespace

void want_statement_markers()
{
    if (!users_markers_known)
        note_users_markers();
    debug_nonbind_markers_p = 1;
}

void restore_statement_markers(tree function)
{
    if (users_markers_known)
        debug_nonbind_markers_p = users_want_markers(function);
}

void forget_own_markers(tree function)
{
    if (!users_markers_known)
        return;
    set_markers_of_options(optimization_default_node, users_markers != 0);
    tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function);
    if (options)
        set_markers_of_options(options, users_want_markers(function));
}

std::vector<tree> place_marks(tree function, line_set &lines)
{
    walk_state state = {&lines, nullptr, {}};
    if (has_markers(function)) {
        walk_body(function, visit_markers, state);
    } else if (!has_marks(function)) {
        return mark_statements(function, lines);
    }
    return state.bodies;
}

void drop_markers(tree function)
{
    if (users_want_markers(function))
        return;
    walk_state state = {nullptr, nullptr, {}};
    walk_body(function, visit_markers, state);
    if (DECL_STRUCT_FUNCTION(function))
        DECL_STRUCT_FUNCTION(function)->debug_nonbind_markers = false;
}

} // namespace lineprof
