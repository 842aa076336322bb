// SPDX-License-Identifier: GPL-3.0-or-later
// Loops: their conditions and steps get markers only when the front end lowers them.
#include "gcc_headers.h"

#include "mark_parts.h"

namespace lineprof {
namespace {

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

} // namespace

void note_loop_lines(tree stmt, line_set &lines)
{
    if (TREE_CODE(stmt) == FOR_STMT)
        note_loop(stmt, FOR_COND(stmt), FOR_EXPR(stmt), lines);
    else if (TREE_CODE(stmt) == WHILE_STMT)
        note_loop(stmt, WHILE_COND(stmt), NULL_TREE, lines);
    else if (TREE_CODE(stmt) == DO_STMT)
        note_do_loop(stmt, lines);
}

} // namespace lineprof
