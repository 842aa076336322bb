// SPDX-License-Identifier: GPL-3.0-or-later
// Loops: their conditions and steps get markers only when the front end lowers them.
#include "gcc/gcc_headers.h"

#include "gcc/unit_language.h"
#include "marks/mark_parts.h"
#include "places/c_text.h"

namespace lineprof {
namespace {

// Where an expression stands.  The C++ front end wraps a step that gives a value, `i++`,
// in conversions without a location.
location_t location_inside(const_tree expr)
{
    while (EXPR_P(expr) && !EXPR_HAS_LOCATION(expr) &&
           (CONVERT_EXPR_P(expr) || TREE_CODE(expr) == CLEANUP_POINT_EXPR))
        expr = TREE_OPERAND(expr, 0);
    return EXPR_LOCATION(expr);
}

// The location of a `for` loop's step is where it is written: in instances of templates
// it has been lost.  A header without a step, that of a range, is one statement.
void locate_header(tree loop)
{
    const location_t start = EXPR_LOCATION(loop);
    if (!FOR_EXPR(loop) || unit_language() != LINEPROF_LANGUAGE_CXX)
        return;
    const for_header header = header_of_for(start);
    location_t step = location_inside(FOR_EXPR(loop));
    if (step == UNKNOWN_LOCATION)
        step = header.step;
    if (header.is_range) {
        step = start;
        protected_set_expr_location(FOR_COND(loop), start);
    }
    if (step != UNKNOWN_LOCATION)
        protected_set_expr_location(FOR_EXPR(loop), step);
}

// The header of a `while` loop is one statement, also where its condition stands on the
// next line.
void locate_condition(tree loop)
{
    const location_t start = EXPR_LOCATION(loop);
    if (token_at(start) == "while" && WHILE_COND(loop))
        protected_set_expr_location(WHILE_COND(loop), start);
}

// A loop that the C++ front end made up, to construct or to copy an array: the part of a
// statement.  In the text there is another word.
bool is_made_up(const_tree loop)
{
    const std::string token = token_at(EXPR_LOCATION(loop));
    return unit_language() == LINEPROF_LANGUAGE_CXX && !token.empty() && token != "for";
}

// Takes away the places of the marks that lowering it will bring.
void hide_header(tree loop)
{
    for (tree part : {FOR_COND(loop), FOR_EXPR(loop), loop})
        if (part && EXPR_P(part))
            protected_set_expr_location(part, UNKNOWN_LOCATION);
}

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

// The last statement of BODY, where that is a list of several.
tree_stmt_iterator last_in(tree body)
{
    tree_stmt_iterator last = {};
    while (body && TREE_CODE(body) == STATEMENT_LIST && !tsi_end_p(tsi_last(body))) {
        last = tsi_last(body);
        body = tsi_stmt(last);
    }
    return last;
}

// Where the coroutine may be suspended in the condition of a `do` loop, the C++ front end
// has made `if (!condition) break;` of it, with a variable of its own, at the end of the
// body.  The condition begins before that, and here gets a mark.
void mark_suspending_condition(tree loop, location_t tail)
{
    tree_stmt_iterator at = last_in(DO_BODY(loop));
    if (tsi_end_p(at) || TREE_CODE(tsi_stmt(at)) != IF_STMT)
        return;
    tree condition = IF_COND(tsi_stmt(at));
    for (; !tsi_end_p(at); tsi_prev(&at)) {
        tree stmt = tsi_stmt(at);
        if (TREE_CODE(stmt) != DECL_EXPR || DECL_EXPR_DECL(stmt) != condition)
            continue;
        tsi_link_before(&at, build_mark(tail), TSI_SAME_STMT);
        break;
    }
}

// The label that GCC puts in front of a step in which a coroutine may be suspended.
bool is_step_label(const_tree stmt)
{
    const char name[] = "for.iter.expr."; // and a number
    if (TREE_CODE(stmt) != LABEL_EXPR || !DECL_NAME(LABEL_EXPR_LABEL(stmt)))
        return false;
    return !strncmp(IDENTIFIER_POINTER(DECL_NAME(LABEL_EXPR_LABEL(stmt))), name,
                    sizeof name - 1);
}

// The step of such a `for` loop has become a statement at the end of the body.
void mark_suspending_step(tree loop, line_set &lines)
{
    if (FOR_EXPR(loop) || TREE_CODE(FOR_BODY(loop)) != STATEMENT_LIST)
        return;
    for (auto at = tsi_start(FOR_BODY(loop)); !tsi_end_p(at); tsi_next(&at)) {
        if (!is_step_label(tsi_stmt(at)))
            continue;
        const location_t step = header_of_for(EXPR_LOCATION(loop)).step;
        add_line(lines, place_of(step));
        tsi_link_after(&at, build_mark(step), TSI_SAME_STMT);
        break;
    }
}

// The mark of a `do` loop's condition belongs to the line of its `while`.  A constant
// has no location; the loop's own is taken for it, so that is moved.
void note_do_loop(tree loop, line_set &lines)
{
    const location_t tail =
        while_of_do(EXPR_LOCATION(loop), location_inside(DO_COND(loop)));
    if (tail != UNKNOWN_LOCATION && EXPR_HAS_LOCATION(DO_COND(loop)))
        protected_set_expr_location(DO_COND(loop), tail);
    else if (tail != UNKNOWN_LOCATION)
        SET_EXPR_LOCATION(loop, tail);
    if (unit_language() == LINEPROF_LANGUAGE_CXX)
        mark_suspending_condition(loop, EXPR_LOCATION(loop));
    note_loop(loop, DO_COND(loop), NULL_TREE, lines);
}

} // namespace

void note_loop_lines(tree stmt, line_set &lines)
{
    if (TREE_CODE(stmt) == FOR_STMT && is_made_up(stmt)) {
        hide_header(stmt);
    } else if (TREE_CODE(stmt) == FOR_STMT) {
        locate_header(stmt);
        note_loop(stmt, FOR_COND(stmt), FOR_EXPR(stmt), lines);
        if (unit_language() == LINEPROF_LANGUAGE_CXX)
            mark_suspending_step(stmt, lines);
    } else if (TREE_CODE(stmt) == WHILE_STMT) {
        locate_condition(stmt);
        note_loop(stmt, WHILE_COND(stmt), NULL_TREE, lines);
    } else if (TREE_CODE(stmt) == DO_STMT) {
        note_do_loop(stmt, lines);
    }
}

} // namespace lineprof
