// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of Fortran in the text: the front end puts one that goes on over several
// lines at its last, and the control of a block where the last statement inside is.
#ifndef FORTRAN_TEXT_H
#define FORTRAN_TEXT_H

#include "source.h"

namespace lineprof {

// Where the statement on the line of LOC begins, in free form (lines that go on end with
// `&`) and in fixed form; LOC itself where it begins on that line, or the text cannot be
// read.
location_t fortran_statement(location_t loc);

// The line of the `select` whose last statement, or a later one, is at LOC; LOC when it
// is not found.
location_t fortran_select(location_t loc);

// The same, where the statement at LOC is inside of it and may be one itself.
location_t fortran_select_around(location_t loc);

// The line of the `do concurrent` whose last statement, or header, is at LOC, and that
// has an index of this name ("": the innermost); LOC when that is in another loop.
location_t fortran_concurrent(location_t loc, const std::string &index);

// Whether a loop begins on the line of LOC.
bool begins_fortran_do(location_t loc);

// Whether an `associate` begins on the line of LOC.
bool begins_fortran_associate(location_t loc);

// Whether a module, program or procedure ends on the line of LOC.
bool ends_fortran_unit(location_t loc);

// Whether several statements stand on the line of LOC.
bool has_several_statements(location_t loc);

} // namespace lineprof

#endif
