// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that are to stay calls.  Those of profiled functions, which do something.  And
// those of constexpr functions that the C++ front end would evaluate where the language
// does not ask for it: with optimisation, unless it is told not to inline.  What is
// counted must be the same at every level, so for functions that are profiled, and for
// those that call a profiled one which it could evaluate, it is told.  All others are
// folded as they are without the plugin.
#ifndef KEPT_CALLS_H
#define KEPT_CALLS_H

namespace lineprof {

// The function that a call names, of C++ in GENERIC, too; NULL_TREE where EXPR is no
// call, or one through a pointer.
tree named_callee(tree expr);

// Parsing begins.
void note_users_inlining();

// From now on they are kept while the unit is parsed: what becomes of a body is decided
// when that is done.
void keep_calls();

// The body of FUNCTION is folded next; its calls are kept if that is WANTED.  What has
// been folded before, for a warning, would be used again.
void keep_calls_of_body(tree function, bool wanted);

// It has been.
void keep_calls_after_body();

// Parsing is over: FUNCTION, and what comes after, may be inlined as the user said.
void allow_inlining(tree function);

// Calls of a profiled FUNCTION do something: they may not be dropped or merged, nor be
// left out in pairs, as those of `operator new` and `operator delete` may.
void forget_purity(tree function);

} // namespace lineprof

#endif
