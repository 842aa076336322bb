// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the compiler may have to warn of a variable's value: of one that is read where
// it may not be set, or of a pointer that is used when what it points to may be freed.
// Which way led to a place decides whether it does; so there must not be more ways to it.
#ifndef UNSET_VALUES_H
#define UNSET_VALUES_H

namespace lineprof {

// BODY: of FN, not lowered yet.  Doubtful cases are told as warned of.
bool may_use_bad_values(function *fn, gimple_seq body);

} // namespace lineprof

#endif
