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

} // namespace lineprof
