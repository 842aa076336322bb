// SPDX-License-Identifier: GPL-3.0-or-later
// Which activations of a function that calls itself through others are inside another
// one: calls that are not are primitive.  Counts of calls alone do not tell that.  Each
// thread has a word with the CFA of the outermost activation that is open: an activation
// further in has a lower one.  What `longjmp` left open is not, where the stack has come
// back as far.
#ifndef OUTERMOST_H
#define OUTERMOST_H

namespace lineprof {

// Whether it can be told of FUNCTION: it has an activation of its own wherever it is, and
// its threads have such a word without asking for memory.
bool can_find_outermost(tree function);

// Before anything else of FN has been counted.  Returns a count mark where an activation
// begins that is inside no other one.
gasm *find_outermost(function *fn);

} // namespace lineprof

#endif
