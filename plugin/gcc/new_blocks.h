// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks that a pass puts out of the way, behind all others.
#ifndef NEW_BLOCKS_H
#define NEW_BLOCKS_H

#include <vector>

namespace lineprof {

// Empty, and not connected yet.
basic_block new_block(function *fn);

// SEQ comes last in BLOCK; one statement is a sequence to GCC, too.
void append(basic_block block, gimple_seq seq);

// At its end TERMS, one or more, of one type, are added up; returns the sum.
tree append_sum(basic_block block, const std::vector<tree> &terms);

} // namespace lineprof

#endif
