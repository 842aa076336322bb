// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc_headers.h"

#include "long_calls.h"
#include "new_blocks.h"
#include "runtime_glue.h"
#include "static_data.h"
#include "visit_code.h"

namespace lineprof {
namespace {

// Appends what loads where the kernel's clock is; returns that.
tree add_pointer(gimple_seq *seq)
{
    tree pointer = create_tmp_reg(TREE_TYPE(tick_pointer()));
    gimple_seq_add_stmt(seq, gimple_build_assign(pointer, tick_pointer()));
    return pointer;
}

// Appends what loads one of its words; returns it.
tree add_load(gimple_seq *seq, tree pointer, unsigned which)
{
    tree word = create_tmp_reg(u64_type(), "lineprof_tick");
    tree load = build2(MEM_REF, u64_type(), pointer,
                       build_int_cst(TREE_TYPE(pointer), which * sizeof(uint64_t)));
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

void watch(function *fn, const long_call &watched, tree record)
{
    basic_block block = gimple_bb(watched.call);
    edge on =
        stmt_ends_bb_p(watched.call) ? way_on(block) : split_block(block, watched.call);
    if (!on || on->dest->index == EXIT_BLOCK)
        return;
    gimple_seq before = NULL, behind = NULL;
    tree pointer = add_pointer(&before);
    tree seconds = add_load(&before, pointer, LINEPROF_TICK_SECONDS);
    tree first = add_load(&before, pointer, LINEPROF_TICK_NS);
    gimple_stmt_iterator at = gsi_for_stmt(watched.call);
    gsi_insert_seq_before(&at, before, GSI_SAME_STMT);

    basic_block check = split_edge(on), asks = new_block(fn);
    tree second = add_load(&behind, add_pointer(&behind), LINEPROF_TICK_NS);
    append(check, behind);
    append(check, gimple_build_cond(NE_EXPR, first, second, NULL_TREE, NULL_TREE));
    edge usual = single_succ_edge(check);
    usual->flags = (usual->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
    make_edge(check, asks, EDGE_TRUE_VALUE);

    tree answer = create_tmp_reg(integer_type_node);
    append(asks, gimple_build_predict(PRED_COLD_FUNCTION, NOT_TAKEN));
    append(asks,
           build_begin_visit(seconds, 0, answer, record, first,
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
