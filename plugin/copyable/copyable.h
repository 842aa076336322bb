// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions' code can be there twice, and which of these can be parted.
#ifndef COPYABLE_H
#define COPYABLE_H

namespace lineprof {

// Why the code of FUNCTION, not lowered yet, cannot be there twice, in the words of a
// diagnostic; NULL: it can.
const char *why_not_two_copies(function *fn, gimple_seq body);

// Whether the timed copy of FUNCTION, where its visits begin at the entry alone, can be a
// function of its own, and something in the unit calls it, so that it may be inlined.
bool can_be_parted(tree function);

} // namespace lineprof

#endif
