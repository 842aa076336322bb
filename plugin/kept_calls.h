// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of constexpr functions that the C++ front end would evaluate where the language
// does not ask for it: with optimisation, unless it is told not to inline.  What is
// counted must be the same at every level, so while it parses it is told.
#ifndef KEPT_CALLS_H
#define KEPT_CALLS_H

namespace lineprof {

// Parsing begins.
void note_users_inlining();

// From now on they are kept, in all of the unit.
void keep_calls();

// A function's body is folded next.  What has been folded before, for a warning, would be
// used again.
void keep_calls_of_body();

// Parsing is over: FUNCTION, and what comes after, may be inlined as the user said.
void allow_inlining(tree function);

} // namespace lineprof

#endif
