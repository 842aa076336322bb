// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which forward dataflow settles soonest.
#ifndef BLOCK_ORDER_H
#define BLOCK_ORDER_H

#include <vector>

namespace lineprof {

// The blocks that can be reached from the entry, in reverse post-order; entry and
// exit left out.  GCC's own function insists that all blocks can be reached.
std::vector<basic_block> reverse_post_order(function *fn);

} // namespace lineprof

#endif
