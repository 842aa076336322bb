// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of Fortran in the text: the front end puts one that goes on over several
// lines at its last, and the control of a block where the last statement inside is.
#ifndef FORTRAN_TEXT_H
#define FORTRAN_TEXT_H

#include <vector>

#include "places/source.h"

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

// Whether a directive of OpenMP or OpenACC, or a part of one, is on the line of LOC.
bool is_fortran_directive(location_t loc);

// Where the directive begins that is at LOC.
location_t fortran_directive(location_t loc);

// The statements that the directive `atomic` at LOC rules.
std::vector<location_t> fortran_atomic(location_t loc);

// Whether at LOC there is a directive that stands above a loop with this index ("": any).
bool rules_fortran_loop(location_t loc, const std::string &index);

// The headers of the nest of loops with these indices, the outermost first, where LOC is
// the directive that rules it or a statement inside.
std::vector<location_t> fortran_loop_headers(location_t loc,
                                             const std::vector<std::string> &indices);

// Whether several statements stand on the line of LOC.
bool has_several_statements(location_t loc);

} // namespace lineprof

#endif
