// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "gcc/bits.h"
#include "gcc/block_order.h"

namespace lineprof {

std::vector<basic_block> reverse_post_order(function *fn)
{
    struct visit {
        basic_block block;
        unsigned next_edge;
    };
    std::vector<basic_block> order;
    bits seen(last_basic_block_for_fn(fn));
    std::vector<visit> path = {
        {ENTRY_BLOCK_PTR_FOR_FN(fn), 0}
    };
    while (!path.empty()) {
        visit &top = path.back();
        if (top.next_edge == EDGE_COUNT(top.block->succs)) {
            if (top.block->index != ENTRY_BLOCK)
                order.push_back(top.block);
            path.pop_back();
            continue;
        }
        basic_block next = EDGE_SUCC(top.block, top.next_edge++)->dest;
        if (next->index == EXIT_BLOCK || seen.test(next->index))
            continue;
        seen.set(next->index);
        path.push_back({next, 0});
    }
    std::reverse(order.begin(), order.end());
    return order;
}

} // namespace lineprof
