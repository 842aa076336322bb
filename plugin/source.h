// SPDX-License-Identifier: GPL-3.0-or-later
// Places in the source and its text.
#ifndef SOURCE_H
#define SOURCE_H

#include <cstdint>
#include <string>
#include <vector>

namespace lineprof {

// A line of a file.  `file` is GCC's own string: compare with filename_cmp.
struct place {
    const char *file;
    int line; // 1-based; 0: nowhere
};

// Where a statement or expression at LOC begins: the start of its range, or of
// the outermost macro expansion that it came from.
place place_of(location_t loc);

bool same_place(const place &a, const place &b);

// The first token at LOC as it is spelled, in a macro's definition if need be: a
// word, or one character; "" when the source cannot be read.
std::string token_at(location_t loc);

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

// Whether A stands before B, in the same file.
bool stands_before(location_t a, location_t b);

// Whether LOC is on a line that begins with `#`, by the text.
bool is_in_directive(location_t loc);

// The pragma with WORD in it, a directive or the operator, that stands above the
// statement at LOC, by the text; UNKNOWN_LOCATION when there is none.
location_t pragma_above(location_t loc, const char *word);

// The statement that follows the pragma at LOC, a directive, the operator or a macro, or
// those in the braces that follow it, found in the text; none where that is the macro's.
std::vector<location_t> statements_after_directive(location_t loc);

// The headers of the nest of COUNT loops under the pragma at LOC, or from the `for` at
// LOC on, found in the text; fewer where it cannot be read.
std::vector<location_t> loop_headers(location_t loc, int count);

// A line's text without its end; false if there is none or it cannot be read.
bool text_of_line(const place &where, std::string &out);

// The beginning of LINE in the file of LOC; UNKNOWN_LOCATION where the line map does not
// reach it.
location_t location_on_line(location_t loc, int line);

// A path that the compiler was given, as the object holds it: made absolute, and mapped
// by -ffile-prefix-map and -fdebug-prefix-map.
std::string recorded_path(const char *path);

struct source_text {
    std::string text; // whole lines; empty when the file cannot be read
    int first_line;
    uint64_t hash; // FNV-1a of the text
};

// The text of a function whose name stands on LINE and whose last line is
// END_LINE, with the lines above the name that belong to its declaration.
source_text function_text(const char *file, int line, int end_line);

} // namespace lineprof

#endif
