// SPDX-License-Identifier: GPL-3.0-or-later
// Pragmas and what follows them, in the text of C and C++.
#ifndef PRAGMA_TEXT_H
#define PRAGMA_TEXT_H

#include <vector>

namespace lineprof {

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

} // namespace lineprof

#endif
