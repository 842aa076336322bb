// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include "marks.h"

namespace lineprof {
namespace {

// Never reaches the assembler: the probe pass removes every mark.
const char mark_text[] = "#lineprof mark";

int users_markers = 0; // debug_nonbind_markers_p as the command line left it
bool users_markers_known = false;

void add_line(line_set &lines, const place &where)
{
    if (where.line)
        lines.insert(where);
}

bool is_marker(const_tree stmt)
{
    return TREE_CODE(stmt) == DEBUG_BEGIN_STMT;
}

tree build_mark(location_t loc)
{
    tree mark =
        build5(ASM_EXPR, void_type_node, build_string(sizeof mark_text - 1, mark_text),
               NULL_TREE, NULL_TREE, NULL_TREE, NULL_TREE);
    ASM_VOLATILE_P(mark) = 1;
    TREE_SIDE_EFFECTS(mark) = 1;
    SET_EXPR_LOCATION(mark, loc);
    return mark;
}

gimple *build_gimple_mark(location_t loc)
{
    gasm *mark = gimple_build_asm_vec(mark_text, NULL, NULL, NULL, NULL);
    gimple_asm_set_volatile(mark, true);
    gimple_set_location(mark, loc);
    return mark;
}

// Whether a declaration does something when control reaches it.
bool initialises(const_tree decl_expr)
{
    const_tree decl = DECL_EXPR_DECL(decl_expr);
    return VAR_P(decl) && !TREE_STATIC(decl) && !DECL_EXTERNAL(decl) &&
           DECL_INITIAL(decl) && DECL_INITIAL(decl) != error_mark_node;
}

// Statements that are only the frame of others: their marker does not count.
bool is_frame(const_tree stmt)
{
    switch (TREE_CODE(stmt)) {
    case BIND_EXPR:
    case STATEMENT_LIST:
    case LABEL_EXPR:
    case CASE_LABEL_EXPR:
    case DO_STMT:
    case TRY_BLOCK:
    case HANDLER:
    case USING_STMT:
    case CLEANUP_STMT:
    case EH_SPEC_BLOCK:
    case MUST_NOT_THROW_EXPR:
    case DEBUG_BEGIN_STMT:
        return true;
    default:
        return false;
    }
}

// Whether the statements from AT to the next marker, which a marker announced, do
// anything.
bool does_something(tree_stmt_iterator at)
{
    for (; !tsi_end_p(at); tsi_next(&at)) {
        const_tree stmt = tsi_stmt(at);
        if (is_marker(stmt) || TREE_CODE(stmt) == LABEL_EXPR ||
            TREE_CODE(stmt) == CASE_LABEL_EXPR)
            return false;
        if (TREE_CODE(stmt) != DECL_EXPR || initialises(stmt))
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
    return !token.empty() && !ISIDST(token[0]) && token[0] != '[' && token[0] != ';';
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
    switch (TREE_CODE(tsi_stmt(at))) {
    case DECL_EXPR:
        return does_something(at);
    case LABEL_EXPR:
    case CASE_LABEL_EXPR:
    case USING_STMT:
        return false;
    default:
        // What the text shows is surer: a co_yield is a block, too.
        return !token.empty() || !is_frame(tsi_stmt(at));
    }
}

struct walk_state {
    line_set *lines; // NULL: remove the markers
    hash_set<tree> *seen;
    std::vector<tree> bodies; // other functions that the body was split into
};

// What an expression's location is to the code that lowers loops.
location_t location_or(tree expr, location_t other)
{
    const location_t loc = expr ? EXPR_LOCATION(expr) : UNKNOWN_LOCATION;
    return loc == UNKNOWN_LOCATION ? other : loc;
}

// The marks that lowering a loop will bring (place_late_marks) have lines now.
void note_loop(tree loop, tree cond, tree step, line_set &lines)
{
    const location_t start = EXPR_LOCATION(loop);
    add_line(lines, place_of(location_or(cond, start)));
    if (step)
        add_line(lines, place_of(location_or(step, start)));
}

// The mark of a `do` loop's condition belongs to the line of its `while`.  A constant
// has no location; the loop's own is taken for it, so that is moved.
void note_do_loop(tree loop, line_set &lines)
{
    if (DO_COND(loop) && !EXPR_HAS_LOCATION(DO_COND(loop))) {
        const location_t tail = closing_brace_of_body(EXPR_LOCATION(loop));
        if (tail != UNKNOWN_LOCATION)
            SET_EXPR_LOCATION(loop, tail);
    }
    note_loop(loop, DO_COND(loop), NULL_TREE, lines);
}

void note_loop_lines(tree stmt, line_set &lines)
{
    if (TREE_CODE(stmt) == FOR_STMT)
        note_loop(stmt, FOR_COND(stmt), FOR_EXPR(stmt), lines);
    else if (TREE_CODE(stmt) == WHILE_STMT)
        note_loop(stmt, WHILE_COND(stmt), NULL_TREE, lines);
    else if (TREE_CODE(stmt) == DO_STMT)
        note_do_loop(stmt, lines);
}

tree find_other_line(tree *slot, int *, void *data)
{
    const place where =
        EXPR_P(*slot) ? place_of(EXPR_LOCATION(*slot)) : place{nullptr, 0};
    return where.line && !same_place(where, *static_cast<place *>(data)) ? *slot
                                                                         : NULL_TREE;
}

// The statement under `#pragma omp atomic` is parsed as a part of the pragma, and has
// no marker.
void mark_atomic(tree_stmt_iterator *at, line_set &lines)
{
    place pragma = place_of(EXPR_LOCATION(tsi_stmt(*at)));
    tree inside =
        walk_tree_without_duplicates(tsi_stmt_ptr(*at), find_other_line, &pragma);
    if (!inside)
        return;
    add_line(lines, place_of(EXPR_LOCATION(inside)));
    tsi_link_before(at, build_mark(EXPR_LOCATION(inside)), TSI_SAME_STMT);
}

bool is_atomic(const_tree stmt)
{
    return TREE_CODE(stmt) >= OMP_ATOMIC && TREE_CODE(stmt) <= OMP_ATOMIC_CAPTURE_NEW;
}

// Constructs that a pragma makes, but not those that may only stand inside another one
// with nothing beside them.
bool is_pragma(const_tree stmt)
{
    switch (TREE_CODE(stmt)) {
    case OMP_PARALLEL:
    case OMP_TASK:
    case OMP_TASKLOOP:
    case OMP_FOR:
    case OMP_SIMD:
    case OMP_SECTIONS:
    case OMP_SINGLE:
    case OMP_MASTER:
    case OMP_CRITICAL:
    case OMP_ORDERED:
    case OMP_TASKGROUP:
    case OMP_TARGET:
    case OACC_PARALLEL:
    case OACC_KERNELS:
        return true;
    default:
        return false;
    }
}

// The C parser makes no marker for a pragma; without one, the line before it would pay
// for the whole parallel region.
void mark_pragma(tree_stmt_iterator *at, line_set &lines)
{
    const location_t loc = EXPR_LOCATION(tsi_stmt(*at));
    if (!place_of(loc).line)
        return;
    add_line(lines, place_of(loc));
    tsi_link_before(at, build_mark(loc), TSI_SAME_STMT);
}

bool after_mark(tree_stmt_iterator at)
{
    tsi_prev(&at);
    return !tsi_end_p(at) && TREE_CODE(tsi_stmt(at)) == ASM_EXPR;
}

void replace_markers(tree list, walk_state &state)
{
    for (tree_stmt_iterator at = tsi_start(list); !tsi_end_p(at);) {
        tree stmt = tsi_stmt(at);
        if (!is_marker(stmt)) {
            if (state.lines && is_atomic(stmt))
                mark_atomic(&at, *state.lines);
            else if (state.lines && is_pragma(stmt) && !after_mark(at))
                mark_pragma(&at, *state.lines);
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

// The body of a coroutine has been moved to a function of its own, which has not
// been handed to the compiler yet; the one that was written refers to it.  NULL_TREE
// when NODE does not.
tree coroutine_body(tree node)
{
    if (TREE_CODE(node) != ADDR_EXPR || TREE_CODE(TREE_OPERAND(node, 0)) != FUNCTION_DECL)
        return NULL_TREE;
    tree function = TREE_OPERAND(node, 0);
    return DECL_SAVED_TREE(function) && !DECL_STRUCT_FUNCTION(function) ? function
                                                                        : NULL_TREE;
}

tree visit_markers(tree *slot, int *walk_subtrees, void *data);

void visit_coroutine_body(tree function, walk_state &state)
{
    if (state.seen->add(function))
        return;
    state.bodies.push_back(function);
    walk_tree(&DECL_SAVED_TREE(function), visit_markers, &state, state.seen);
}

// Destructors and cleanup functions run at the closing brace of their scope.
void mark_cleanup(tree *cleanup, location_t brace, line_set &lines)
{
    if (!*cleanup || !place_of(brace).line)
        return;
    add_line(lines, place_of(brace));
    tree list = alloc_stmt_list();
    append_to_statement_list_force(build_mark(brace), &list);
    append_to_statement_list_force(*cleanup, &list);
    *cleanup = list;
}

void mark_cleanup_of(tree stmt, line_set &lines)
{
    if (TREE_CODE(stmt) == CLEANUP_STMT && !CLEANUP_EH_ONLY(stmt) && CLEANUP_EXPR(stmt)) {
        // The C++ front end has put the brace's location on the destructor's call.
        const location_t brace = EXPR_LOCATION(CLEANUP_EXPR(stmt));
        if (token_at(brace) == "}")
            mark_cleanup(&CLEANUP_EXPR(stmt), brace, lines);
    } else if (TREE_CODE(stmt) == TRY_FINALLY_EXPR) {
        mark_cleanup(&TREE_OPERAND(stmt, 1), closing_brace(EXPR_LOCATION(stmt)), lines);
    }
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
    tree node = *slot;
    if (TYPE_P(node)) {
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
        mark_cleanup_of(node, *state.lines);
    }
    return NULL_TREE;
}

// ---- instances of templates, which have no markers

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
    if (!stmt || !EXPR_P(stmt) || is_frame(stmt) || TREE_CODE(stmt) == PREDICT_EXPR)
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
    walk_state &state = *static_cast<walk_state *>(data);
    tree node = *slot;
    if (TYPE_P(node)) {
        *walk_subtrees = 0;
        return NULL_TREE;
    }
    if (TREE_CODE(node) == STATEMENT_LIST)
        mark_list(node, *state.lines);
    else
        mark_slots_of(node, *state.lines);
    note_loop_lines(node, *state.lines);
    mark_cleanup_of(node, *state.lines);
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

void walk_body(tree function, walk_tree_fn visit, walk_state &state)
{
    hash_set<tree> seen;
    state.seen = &seen;
    walk_tree(&DECL_SAVED_TREE(function), visit, &state, &seen);
}

// ---- high GIMPLE

tree visit_late_marker(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    line_set &lines = *static_cast<line_set *>(info->info);
    gimple *stmt = gsi_stmt(*at);
    *handled = false;
    if (!gimple_debug_begin_stmt_p(stmt))
        return NULL_TREE;
    const place where = place_of(gimple_location(stmt));
    *handled = true;
    cfun->debug_marker_count--;
    if (!where.line) {
        gsi_replace(at, gimple_build_nop(), false);
        return NULL_TREE;
    }
    add_line(lines, where);
    gsi_replace(at, build_gimple_mark(gimple_location(stmt)), false);
    return NULL_TREE;
}

struct location_state {
    line_set *lines;
    place last; // of the statement before
};

// Statements that begin something on their line.
bool has_own_line(const gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_ASSIGN:
        return !gimple_clobber_p(stmt);
    case GIMPLE_CALL:
        return !gimple_call_internal_p(stmt);
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
    case GIMPLE_ASM:
    case GIMPLE_GOTO:
        return true;
    default:
        return false;
    }
}

tree visit_location(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    location_state &state = *static_cast<location_state *>(info->info);
    gimple *stmt = gsi_stmt(*at);
    *handled = false;
    if (gimple_code(stmt) == GIMPLE_LABEL || gimple_has_substatements(stmt))
        state.last = {nullptr, 0}; // control may come from elsewhere
    if (!has_own_line(stmt) || is_mark(stmt))
        return NULL_TREE;
    const place where = place_of(gimple_location(stmt));
    if (!where.line || same_place(where, state.last))
        return NULL_TREE;
    add_line(*state.lines, where);
    state.last = where;
    gsi_insert_before(at, build_gimple_mark(gimple_location(stmt)), GSI_SAME_STMT);
    return NULL_TREE;
}

} // namespace

bool place_less::operator()(const place &a, const place &b) const
{
    const int files = a.file == b.file ? 0 : filename_cmp(a.file, b.file);
    return files ? files < 0 : a.line < b.line;
}

void want_statement_markers()
{
    if (!users_markers_known)
        users_markers = debug_nonbind_markers_p;
    users_markers_known = true;
    debug_nonbind_markers_p = 1;
}

void restore_statement_markers()
{
    if (users_markers_known)
        debug_nonbind_markers_p = users_markers;
}

std::vector<tree> place_marks(tree function, line_set &lines)
{
    walk_state state = {&lines, nullptr, {}};
    if (has_markers(function)) {
        walk_body(function, visit_markers, state);
    } else {
        walk_body(function, visit_instance, state);
        mark_slot(&DECL_SAVED_TREE(function), lines);
    }
    return state.bodies;
}

void drop_markers(tree function)
{
    if (users_markers)
        return;
    walk_state state = {nullptr, nullptr, {}};
    walk_body(function, visit_markers, state);
    if (DECL_STRUCT_FUNCTION(function))
        DECL_STRUCT_FUNCTION(function)->debug_nonbind_markers = false;
}

void place_late_marks(gimple_seq *body, line_set &lines)
{
    walk_stmt_info info = {};
    info.info = &lines;
    walk_gimple_seq_mod(body, visit_late_marker, NULL, &info);
}

void place_marks_by_location(gimple_seq *body, line_set &lines)
{
    location_state state = {
        &lines, {nullptr, 0}
    };
    walk_stmt_info info = {};
    info.info = &state;
    walk_gimple_seq_mod(body, visit_location, NULL, &info);
}

bool is_mark(const gimple *stmt)
{
    if (gimple_code(stmt) != GIMPLE_ASM)
        return false;
    return !strcmp(gimple_asm_string(as_a<const gasm *>(stmt)), mark_text);
}

} // namespace lineprof
