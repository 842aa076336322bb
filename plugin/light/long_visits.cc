// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/runtime_glue.h"
#include "emit/static_data.h"
#include "gcc/new_blocks.h"
#include "light/long_visits.h"
#include "light/visit_code.h"

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

struct clock_words {
    tree seconds, ns;
};

// Appends what loads both.
clock_words add_clock(gimple_seq *seq)
{
    tree pointer = add_pointer(seq);
    return {add_load(seq, pointer, LINEPROF_TICK_SECONDS),
            add_load(seq, pointer, LINEPROF_TICK_NS)};
}

// Whether the clock has ticked since it was BEFORE: then WHAT is told.
void check(function *fn, edge on, const clock_words &before, tree record, int what)
{
    basic_block check = split_edge(on), asks = new_block(fn);
    gimple_seq behind = NULL;
    tree now = add_load(&behind, add_pointer(&behind), LINEPROF_TICK_NS);
    append(check, behind);
    append(check, gimple_build_cond(NE_EXPR, before.ns, now, NULL_TREE, NULL_TREE));
    edge usual = single_succ_edge(check);
    usual->flags = (usual->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
    make_edge(check, asks, EDGE_TRUE_VALUE);

    append(asks, gimple_build_predict(PRED_COLD_FUNCTION, NOT_TAKEN));
    append(asks, build_tell_lasted(what, record, before.seconds, before.ns));
    make_single_succ_edge(asks, usual->dest, EDGE_FALLTHRU);
}

// ---- Calls ----

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
    gimple_seq seq = NULL;
    const clock_words before = add_clock(&seq);
    gimple_stmt_iterator at = gsi_for_stmt(watched.call);
    gsi_insert_seq_before(&at, seq, GSI_SAME_STMT);
    const int kind = LINEPROF_VISIT_LASTED |
                     (claims_waits(watched.call) ? 0 : LINEPROF_VISIT_BY_POINTER);
    check(fn, on, before, record, sites_word(kind, watched.line, 1));
}

// ---- Loops ----

// Returns where the way out goes on if there were many.
edge if_many(edge way_out, const std::vector<tree> &rounds)
{
    basic_block block = split_edge(way_out);
    edge usual = single_succ_edge(block);
    append(block, gimple_build_cond(GE_EXPR, append_sum(block, rounds),
                                    build_int_cst(u64_type(), LINEPROF_MANY_ROUNDS),
                                    NULL_TREE, NULL_TREE));
    basic_block many = split_edge(usual);
    edge into = single_pred_edge(many), on = single_succ_edge(many);
    into->flags = (into->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
    make_edge(block, on->dest, EDGE_FALSE_VALUE);
    return on;
}

void watch(function *fn, const long_loop &watched, tree record)
{
    gimple_seq seq = NULL;
    const clock_words before = add_clock(&seq);
    bool first = true;
    for (edge e : watched.ways_in) {
        gsi_insert_seq_on_edge(e, first ? seq : gimple_seq_copy(seq));
        first = false;
    }
    gsi_commit_edge_inserts();
    for (edge e : watched.ways_out)
        check(fn, watched.rounds.empty() ? e : if_many(e, watched.rounds), before, record,
              sites_word(LINEPROF_VISIT_LASTED, watched.line, watched.line_count));
}

} // namespace

// It does not go through a pointer, and hands none on.
bool is_function_pointer(tree value)
{
    tree type = TREE_TYPE(value);
    return POINTER_TYPE_P(type) && FUNC_OR_METHOD_TYPE_P(TREE_TYPE(type));
}

bool claims_waits(const gimple *call)
{
    if (!gimple_call_fndecl(call))
        return false;
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (is_function_pointer(gimple_call_arg(call, i)))
            return false;
    return true;
}

void watch_calls(function *fn, const std::vector<long_call> &calls, tree record)
{
    for (const long_call &row : calls)
        watch(fn, row, record);
}

void watch_loops(function *fn, const std::vector<long_loop> &loops, tree record)
{
    for (const long_loop &row : loops)
        watch(fn, row, record);
}

} // namespace lineprof
