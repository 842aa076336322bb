// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of fixed-form Fortran in the text: the front end puts one that goes on over
// several lines at its last.
#ifndef FORTRAN_TEXT_H
#define FORTRAN_TEXT_H

#include "source.h"

namespace lineprof {

// The first line of the statement that stands on the line of LOC, or goes on there;
// LOC itself where it is on that line already, the source is in free form, or the text
// cannot be read.
location_t fixed_form_statement(location_t loc);

} // namespace lineprof

#endif
