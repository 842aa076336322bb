// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of Fortran: the front end makes no markers, and puts much of what it makes
// of a statement elsewhere.
#ifndef FORTRAN_MARKS_H
#define FORTRAN_MARKS_H

#include "places/source.h"

namespace lineprof {

// Where the statement begins that AT, in high GIMPLE, is a part of; UNKNOWN_LOCATION
// where it is a part of none.
location_t fortran_statement_start(gimple_stmt_iterator at);

// Whether STMT finalises a variable; where that is an array, at its declaration's place.
bool is_fortran_finaliser(const gimple *stmt);

// The label behind the loop, made of a statement that works on whole arrays, whose end
// AT tests for; NULL_TREE where it does not.
const_tree end_of_element_loop(gimple_stmt_iterator at);

} // namespace lineprof

#endif
