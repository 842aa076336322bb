// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "gcc/new_blocks.h"

namespace lineprof {

basic_block new_block(function *fn)
{
    basic_block block = create_empty_bb(EXIT_BLOCK_PTR_FOR_FN(fn)->prev_bb);
    if (current_loops)
        add_bb_to_loop(block, current_loops->tree_root);
    return block;
}

void append(basic_block block, gimple_seq seq)
{
    gimple_stmt_iterator at = gsi_last_bb(block);
    if (seq)
        gsi_insert_seq_after(&at, seq, GSI_NEW_STMT);
}

tree append_sum(basic_block block, const std::vector<tree> &terms)
{
    tree sum = terms.front();
    for (size_t i = 1; i < terms.size(); i++) {
        tree more = create_tmp_reg(TREE_TYPE(sum));
        append(block, gimple_build_assign(more, PLUS_EXPR, sum, terms[i]));
        sum = more;
    }
    return sum;
}

} // namespace lineprof
