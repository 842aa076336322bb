// SPDX-License-Identifier: GPL-3.0-or-later
// Places at which the compiler warns of nothing: those of the code's second copy, of
// which it would say again what it says of the first.
//
// Not every warning asks whether the statement is one to be silent about; but all ask
// whether the place is in a system header, which a line map says.  So each has another
// location, of the same file, line and column, in a map that says so.
#ifndef SILENT_PLACES_H
#define SILENT_PLACES_H

namespace lineprof {

// LOC's, in no block; LOC itself where there is none.
location_t silent_place(location_t loc);

// STMT, its operands and what is inlined in its place are at silent places.
void silence(gimple *stmt);

} // namespace lineprof

#endif
