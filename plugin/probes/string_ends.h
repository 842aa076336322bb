// SPDX-License-Identifier: GPL-3.0-or-later
// `strncpy(a, s, sizeof a);` and on the next line `a[sizeof a - 1] = 0;`: GCC does not
// warn of a string without an end if the statement behind the call stores one.  What
// counts that line stands in between.
#ifndef STRING_ENDS_H
#define STRING_ENDS_H

namespace lineprof {

// In a function with a flow graph, whose marks are still there.
void note_string_ends(function *fn);

} // namespace lineprof

#endif
