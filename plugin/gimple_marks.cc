// SPDX-License-Identifier: GPL-3.0-or-later
// Marks in high GIMPLE: those of lowered loops, and those of languages without markers.
#include "gcc_headers.h"

#include "fortran_marks.h"
#include "fortran_text.h"
#include "mark_parts.h"
#include "unit_info.h"

namespace lineprof {
namespace {

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
    bool after_label;
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

// What works on whole arrays in Fortran, and implied loops, are loops to the compiler,
// all on one line: it is one statement, and their labels do not begin another.
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

tree visit_location(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *info)
{
    location_state &state = *static_cast<location_state *>(info->info);
    gimple *stmt = gsi_stmt(*at);
    *handled = false;
    if (is_passed_over(stmt))
        state.after_label |= gimple_code(stmt) == GIMPLE_LABEL;
    else if (gimple_code(stmt) == GIMPLE_LABEL || gimple_has_substatements(stmt))
        state.last = {nullptr, 0}; // control may come from elsewhere
    if (!has_own_line(stmt) || is_mark(stmt) || !place_of(gimple_location(stmt)).line)
        return NULL_TREE;
    const location_t loc = statement_start(*at);
    const place where = place_of(loc);
    if (!where.line)
        return NULL_TREE;
    const bool same = same_place(where, state.last) &&
                      !(state.after_label && has_several_statements(loc));
    state.after_label = false;
    if (same)
        return NULL_TREE;
    add_line(*state.lines, where);
    state.last = where;
    gsi_insert_before(at, build_gimple_mark(loc), GSI_SAME_STMT);
    return NULL_TREE;
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
         false
    };
    walk_stmt_info info = {};
    info.info = &state;
    walk_gimple_seq_mod(body, visit_location, NULL, &info);
}

} // namespace lineprof
