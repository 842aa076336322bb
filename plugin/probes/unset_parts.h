// SPDX-License-Identifier: GPL-3.0-or-later
// Aggregates of which a part is read that is never written: the compiler warns of that,
// and must not be told that a stamp writes them.
#ifndef UNSET_PARTS_H
#define UNSET_PARTS_H

#include <unordered_set>

namespace lineprof {

// Those among the variables of a function with a flow graph whose address it does not
// take.
std::unordered_set<tree> find_unset_parts(function *fn);

// Whether there are any, of a function that is not lowered yet.
bool reads_unset_parts(gimple_seq body);

} // namespace lineprof

#endif
