// SPDX-License-Identifier: GPL-3.0-or-later
// OpenMP and OpenACC: what the parsers make no markers for.
#ifndef PRAGMA_MARKS_H
#define PRAGMA_MARKS_H

#include "marks/marks.h"

namespace lineprof {

// Whether STMT is a construct that may only stand inside another one.
bool is_part_of_pragma(const_tree stmt);

// Whether STMT is a construct of a pragma that these functions mark.
bool is_marked_as_pragma(tree stmt);

// Whether a marker at LOC, just before STMT, is that of the pragma `atomic`, which is a
// part of its statement.
bool is_marker_of_atomic(location_t loc, tree stmt);

// The statement that a construct rules, loops left out; nullptr where there is none.
tree *body_of_pragma(tree stmt);

// What a loop under a pragma goes round; nullptr if STMT is none.
tree *loop_of_pragma(tree stmt);

// Marks the statement at AT if it is a construct of a pragma.
void mark_if_pragma(tree_stmt_iterator *at, line_set &lines);

// The same for a statement that stands alone in its slot.
void mark_sole_pragma(tree *slot, line_set &lines);

// A loop under a pragma has no condition that its threads come to: its iterations are
// shared out before it begins.  If STMT is one, its header is marked where they begin.
void mark_pragma_loop(tree stmt, line_set &lines);

} // namespace lineprof

#endif
