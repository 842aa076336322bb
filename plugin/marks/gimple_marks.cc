// SPDX-License-Identifier: GPL-3.0-or-later
// Marks in high GIMPLE: those that came with the statements, those of lowered loops, and
// those of languages without markers.
#include "gcc/gcc_headers.h"

#include "gcc/unit_language.h"
#include "marks/fortran_marks.h"
#include "marks/fortran_pragmas.h"
#include "marks/jump_marks.h"
#include "marks/mark_parts.h"
#include "places/fortran_text.h"

namespace lineprof {
namespace {

tree visit_late_marker(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    line_set &lines = *static_cast<line_set *>(info->info);
    gimple *stmt = gsi_stmt(*at);
    *handled = is_early_mark(stmt);
    if (*handled) {
        gsi_replace(at, build_gimple_mark(gimple_location(stmt)), false);
        return NULL_TREE;
    }
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
    bool after_label;
    bool in_cleanup;      // in what runs when a scope is left
    location_t scope_end; // of that scope
    const_tree loop_end;  // the label behind a loop over elements, NULL_TREE outside
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
    case GIMPLE_RETURN: // of a subroutine; a function's is a jump to its end
        return unit_language() == LINEPROF_LANGUAGE_FORTRAN &&
               !gimple_return_retval(as_a<const greturn *>(stmt));
    default:
        return false;
    }
}

// What works on whole arrays in Fortran, and implied loops, are loops to the compiler,
// all on one line: it is one statement, and their labels do not begin another.  Those of
// a `do` do, if it is all on one line, too.
bool is_passed_over(gimple *stmt)
{
    if (unit_language() != LINEPROF_LANGUAGE_FORTRAN)
        return false;
    return gimple_code(stmt) == GIMPLE_BIND || gimple_code(stmt) == GIMPLE_LABEL ||
           gimple_code(stmt) == GIMPLE_TRY;
}

location_t statement_start(gimple_stmt_iterator at)
{
    return unit_language() == LINEPROF_LANGUAGE_FORTRAN ? fortran_statement_start(at)
                                                        : gimple_location(gsi_stmt(at));
}

// Where a scope of Fortran ends something may be freed or finalised: that counts on the
// `end` of a procedure; elsewhere it is put at the last statement of the scope.
bool is_bare_cleanup(gimple *stmt)
{
    return !(gimple_code(stmt) == GIMPLE_COND || is_gimple_call(stmt)) ||
           !ends_fortran_unit(gimple_location(stmt));
}

void note_flow(gimple_stmt_iterator at, location_state &state)
{
    gimple *stmt = gsi_stmt(at);
    if (gimple_code(stmt) == GIMPLE_LABEL &&
        gimple_label_label(as_a<glabel *>(stmt)) == state.loop_end)
        state.loop_end = NULL_TREE;
    else if (!state.loop_end)
        state.loop_end = end_of_element_loop(at);
    if (is_passed_over(stmt))
        state.after_label |= gimple_code(stmt) == GIMPLE_LABEL && !state.loop_end;
    else if (gimple_code(stmt) == GIMPLE_LABEL || gimple_has_substatements(stmt))
        state.last = {nullptr, 0}; // control may come from elsewhere
}

// Whether a statement at LOC goes on with the one before.
bool goes_on(location_t loc, location_state &state)
{
    const bool may_begin = state.after_label && !state.loop_end;
    state.after_label = false;
    return same_place(place_of(loc), state.last) &&
           !(may_begin && (has_several_statements(loc) || begins_fortran_do(loc)));
}

// Marks the statement at AT, which begins at LOC, unless it goes on with the one before.
void mark_line(gimple_stmt_iterator *at, location_t loc, location_state &state)
{
    if (!place_of(loc).line || goes_on(loc, state))
        return;
    add_line(*state.lines, place_of(loc));
    state.last = place_of(loc);
    gsi_insert_before(at, build_gimple_mark(loc), GSI_SAME_STMT);
}

// Whether what is inside of the construct of a directive is to be visited, too.
bool visit_pragma(gimple_stmt_iterator *at, location_state &state)
{
    gimple *stmt = gsi_stmt(*at);
    const pragma_places places = places_of_pragma(stmt);
    for (const location_t loc : places.before) {
        if (state.lines->count(place_of(loc))) // of a combined one, or of its copy
            continue;
        add_line(*state.lines, place_of(loc));
        gsi_insert_before(at, build_gimple_mark(loc), GSI_SAME_STMT);
    }
    for (auto loc = places.inside.rbegin(); loc != places.inside.rend(); ++loc) {
        add_line(*state.lines, place_of(*loc));
        auto begin = gsi_start(*fortran_iteration(stmt));
        gsi_insert_before(&begin, build_gimple_mark(*loc), GSI_NEW_STMT);
    }
    state.last = {nullptr, 0};
    return !places.has_elements;
}

void visit_try(gimple *stmt, location_state &state);

tree visit_location(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    location_state &state = *static_cast<location_state *>(info->info);
    gimple *stmt = gsi_stmt(*at);
    const bool is_fortran = unit_language() == LINEPROF_LANGUAGE_FORTRAN;
    *handled = is_fortran && gimple_code(stmt) == GIMPLE_TRY;
    if (*handled) {
        visit_try(stmt, state);
        return NULL_TREE;
    }
    if (is_fortran && is_fortran_pragma(stmt)) {
        *handled = !visit_pragma(at, state);
        return NULL_TREE;
    }
    if (state.in_cleanup && is_bare_cleanup(stmt)) {
        if (is_fortran_finaliser(stmt) && ends_fortran_unit(state.scope_end))
            mark_line(at, state.scope_end, state);
        return NULL_TREE;
    }
    note_flow(*at, state);
    if (!has_own_line(stmt) || is_mark(stmt) || !place_of(gimple_location(stmt)).line)
        return NULL_TREE;
    mark_line(at, statement_start(*at), state);
    if (is_kept_jump(stmt))
        gsi_replace(at, gimple_build_nop(), false);
    return NULL_TREE;
}

void visit_sequence(gimple_seq *body, location_state &state)
{
    walk_stmt_info info = {};
    info.info = &state;
    walk_gimple_seq_mod(body, visit_location, NULL, &info);
}

void visit_try(gimple *stmt, location_state &state)
{
    const bool outside = state.in_cleanup;
    const location_t outer_end = state.scope_end;
    visit_sequence(gimple_try_eval_ptr(stmt), state);
    state.in_cleanup = true;
    if (!outside)
        state.scope_end = gimple_location(stmt);
    visit_sequence(gimple_try_cleanup_ptr(stmt), state);
    state.in_cleanup = outside;
    state.scope_end = outer_end;
}

} // namespace

void place_late_marks(gimple_seq *body, line_set &lines)
{
    walk_stmt_info info = {};
    info.info = &lines;
    walk_gimple_seq_mod(body, visit_late_marker, NULL, &info);
}

void place_marks_by_location(gimple_seq *body, line_set &lines)
{
    location_state state = {
        &lines, {nullptr, 0},
         false, false, UNKNOWN_LOCATION, NULL_TREE
    };
    visit_sequence(body, state);
}

} // namespace lineprof
