// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of built-ins that the compiler may warn of, by what it knows of their arguments
// on the ways that lead to them: where two copies join that is less.
#ifndef WARNED_CALLS_H
#define WARNED_CALLS_H

namespace lineprof {

// CALL may be of anything.
bool may_be_warned_of(const gcall *call);

} // namespace lineprof

#endif
