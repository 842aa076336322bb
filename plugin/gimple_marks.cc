// SPDX-License-Identifier: GPL-3.0-or-later
// Marks in high GIMPLE: those of lowered loops, and those of languages without markers.
#include "gcc_headers.h"

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

// What works on whole arrays in Fortran is loops to the compiler, all on one line: it is
// one statement, and their labels do not begin another.
bool is_passed_over(gimple *stmt)
{
    if (unit_language() != LINEPROF_LANGUAGE_FORTRAN)
        return false;
    return gimple_code(stmt) == GIMPLE_BIND || gimple_code(stmt) == GIMPLE_LABEL;
}

// What chooses a branch of a Fortran `select`; strings are looked up by a function first.
bool is_select(const gimple *stmt)
{
    if (gimple_code(stmt) == GIMPLE_SWITCH)
        return true;
    const_tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    const char name[] = "_gfortran_select_string"; // and one for wide characters
    return callee &&
           !strncmp(IDENTIFIER_POINTER(DECL_NAME(callee)), name, sizeof name - 1);
}

// In Fortran, what stands in a `common` or an `equivalence` is a part of a variable that
// the compiler made; where it is read alone, the read stands where it was declared.
bool is_read_at_declaration(const gimple *stmt)
{
    if (unit_language() != LINEPROF_LANGUAGE_FORTRAN || !gimple_assign_load_p(stmt))
        return false;
    const_tree read = gimple_assign_rhs1(stmt);
    if (TREE_CODE(read) != COMPONENT_REF || !DECL_P(TREE_OPERAND(read, 0)))
        return false;
    return DECL_IGNORED_P(TREE_OPERAND(read, 0)) &&
           EXPR_LOCATION(read) == gimple_location(stmt);
}

// The Fortran front end puts a statement on several lines at its last one, and the branch
// of a `select` at the last statement inside.
location_t statement_start(const gimple *stmt)
{
    const location_t loc = gimple_location(stmt);
    if (unit_language() != LINEPROF_LANGUAGE_FORTRAN)
        return loc;
    const location_t start = fixed_form_statement(
        fortran_statement(is_select(stmt) ? fortran_select(loc) : loc));
    // On the line of the procedure's name stands what the compiler made for itself.
    const place name = place_of(DECL_SOURCE_LOCATION(current_function_decl));
    return same_place(place_of(start), name) ? UNKNOWN_LOCATION : start;
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
    if (!has_own_line(stmt) || is_mark(stmt) || is_read_at_declaration(stmt) ||
        !place_of(gimple_location(stmt)).line)
        return NULL_TREE;
    const location_t loc = statement_start(stmt);
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
