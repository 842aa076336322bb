// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of C and C++ shows, and the compiler does not tell.
#ifndef C_TEXT_H
#define C_TEXT_H

namespace lineprof {

// The brace that closes the block in which LOC stands, found in the text;
// UNKNOWN_LOCATION when LOC is in a macro's expansion or the text cannot be read.
location_t closing_brace(location_t loc);

// The `while` that ends the `do` loop whose `do`, or what follows it, is at LOC, found as
// closing_brace is.  It stands before CONDITION, and as near to that as one can be,
// unless that is UNKNOWN_LOCATION.
location_t while_of_do(location_t loc, location_t condition);

// The brace that closes the body of the C++ function whose name is at LOC, as
// closing_brace finds it.
location_t closing_brace_of_function(location_t loc);

// Whether LOC stands in the declaration or expression that begins at START, or in the
// header of what does, and in no braces there, by the text.
bool is_in_statement(location_t loc, location_t start);

// The brace that ends the statement whose first word, or the macro that has it, is at
// LOC, by the text; UNKNOWN_LOCATION when it ends otherwise or the text cannot be read.
location_t closing_brace_of_statement(location_t loc);

// The header of a C or C++ `for`, by the text.
struct for_header {
    bool is_range;   // `for (x : list)`
    location_t step; // where the step, or the `)` in place of one, begins
};

// That of the `for` at LOC; {false, UNKNOWN_LOCATION} when LOC is in a macro's expansion
// or the text cannot be read.
for_header header_of_for(location_t loc);

// The brace that opens the body of the C++ function whose name is at LOC, after what
// initialises a constructor's members; UNKNOWN_LOCATION when LOC is in a macro's
// expansion, no body follows or the text cannot be read.
location_t opening_brace(location_t loc);

} // namespace lineprof

#endif
