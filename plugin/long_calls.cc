// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include "long_calls.h"
#include "lower_pass.h"
#include "runtime_glue.h"
#include "static_data.h"
#include "visit_code.h"

namespace lineprof {
namespace {

void append(basic_block block, gimple *stmt)
{
    gimple_stmt_iterator at = gsi_last_bb(block);
    gsi_insert_after(&at, stmt, GSI_NEW_STMT);
}

// Appends what loads the word; returns it.
tree add_load(gimple_seq *seq)
{
    tree pointer = create_tmp_reg(TREE_TYPE(tick_pointer()));
    tree word = create_tmp_reg(u64_type(), "lineprof_tick");
    gimple_seq_add_stmt(seq, gimple_build_assign(pointer, tick_pointer()));
    tree load = build2(MEM_REF, u64_type(), pointer, build_zero_cst(TREE_TYPE(pointer)));
    TREE_THIS_VOLATILE(load) = 1;
    TREE_SIDE_EFFECTS(load) = 1;
    gimple_seq_add_stmt(seq, gimple_build_assign(word, load));
    return word;
}

// The edge by which a call comes back that ends its block.
edge way_on(basic_block block)
{
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->succs)
        if (!(e->flags & (EDGE_ABNORMAL | EDGE_EH)))
            return e;
    return NULL;
}

basic_block new_block(function *fn)
{
    basic_block block = create_empty_bb(EXIT_BLOCK_PTR_FOR_FN(fn)->prev_bb);
    if (current_loops)
        add_bb_to_loop(block, current_loops->tree_root);
    return block;
}

void watch(function *fn, const long_call &watched, tree record)
{
    basic_block block = gimple_bb(watched.call);
    edge on =
        stmt_ends_bb_p(watched.call) ? way_on(block) : split_block(block, watched.call);
    if (!on || on->dest->index == EXIT_BLOCK)
        return;
    gimple_seq before = NULL, behind = NULL;
    tree first = add_load(&before);
    gimple_stmt_iterator at = gsi_for_stmt(watched.call);
    gsi_insert_seq_before(&at, before, GSI_SAME_STMT);

    basic_block check = split_edge(on), asks = new_block(fn);
    tree second = add_load(&behind);
    gimple_stmt_iterator last = gsi_last_bb(check);
    gsi_insert_seq_after(&last, behind, GSI_NEW_STMT);
    append(check, gimple_build_cond(NE_EXPR, first, second, NULL_TREE, NULL_TREE));
    edge usual = single_succ_edge(check);
    usual->flags = (usual->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
    make_edge(check, asks, EDGE_TRUE_VALUE);

    tree none = create_tmp_reg(ptr_type_node), answer = create_tmp_reg(integer_type_node);
    append(asks, gimple_build_predict(PRED_COLD_FUNCTION, NOT_TAKEN));
    append(asks, gimple_build_assign(none, null_pointer_node));
    append(asks,
           build_begin_visit(none, 0, answer, record, null_pointer_node,
                             visit_word(LINEPROF_VISIT_LONG, watched.line, 0, fn->decl)));
    make_single_succ_edge(asks, usual->dest, EDGE_FALLTHRU);
}

} // namespace

void watch_calls(function *fn, const std::vector<long_call> &calls, tree record)
{
    for (const long_call &row : calls)
        watch(fn, row, record);
}

} // namespace lineprof
