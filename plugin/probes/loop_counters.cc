// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/static_data.h"
#include "marks/marks.h"
#include "probes/loop_counters.h"

namespace lineprof {
namespace {

// Whether control can leave the loop inside STMT, or another thread or a signal
// handler be waited for there.
bool may_leave(gimple *stmt)
{
    if (gimple_has_volatile_ops(stmt))
        return true;
    switch (gimple_code(stmt)) {
    case GIMPLE_CALL:
        return !(gimple_call_flags(stmt) & (ECF_CONST | ECF_PURE)) ||
               (gimple_call_flags(stmt) & ECF_LOOPING_CONST_OR_PURE) ||
               !gimple_call_nothrow_p(as_a<gcall *>(stmt));
    case GIMPLE_ASM:
    case GIMPLE_TRANSACTION:
        return true;
    default:
        return false;
    }
}

bool is_odd(const_edge e)
{
    return e->flags & (EDGE_ABNORMAL | EDGE_EH);
}

template <typename visitor>
void for_each_block(function *fn, const natural_loop &loop, visitor visit)
{
    loop.blocks.for_each([&](size_t i) { visit(BASIC_BLOCK_FOR_FN(fn, i)); });
}

} // namespace

bool loop_counters::is_simple(const natural_loop &loop) const
{
    if (loop.has_side_entries || loop.hit_on_back_edges == unknown_line ||
        loop.lines.only_member() != loop.hit_on_back_edges)
        return false;
    bool simple = true;
    for_each_block(fn_, loop, [&](basic_block block) {
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->preds)
            simple &= !is_odd(e);
        FOR_EACH_EDGE (e, at, block->succs)
            simple &= !is_odd(e);
        for (auto stmt = gsi_start_bb(block); !gsi_end_p(stmt); gsi_next(&stmt))
            simple &= is_mark(gsi_stmt(stmt)) || !may_leave(gsi_stmt(stmt));
    });
    return simple;
}

loop_counters::loop_counters(function *fn, const line_flow &flow, const probe_code &code,
                             tree frame)
    : fn_(fn), code_(code), frame_(frame)
{
    // Without optimisation there is no speed to keep.
    if (optimize)
        for (const natural_loop &loop : flow.loops())
            if (is_simple(loop))
                counters_.push_back({&loop, NULL_TREE, 0});
}

// Loops come in reverse post-order: an outer one before those inside it.
loop_counters::counter *loop_counters::outermost_around(edge on)
{
    for (counter &c : counters_)
        if (c.loop->blocks.test(on->src->index) && c.loop->blocks.test(on->dest->index))
            return &c;
    return nullptr;
}

void loop_counters::insert_hit(edge on, int counter_offset)
{
    counter *c = outermost_around(on);
    gimple_seq seq = NULL;
    if (!c) {
        code_.add_hit(&seq, frame_, counter_offset);
    } else {
        if (!c->variable)
            c->variable = create_tmp_reg(u64_type(), "lineprof_hits");
        c->offset = counter_offset;
        gimple_seq_add_stmt(&seq, gimple_build_assign(c->variable, PLUS_EXPR, c->variable,
                                                      build_int_cst(u64_type(), 1)));
    }
    gsi_insert_seq_on_edge(on, seq);
}

void loop_counters::empty_on_exits(const counter &c)
{
    for_each_block(fn_, *c.loop, [&](basic_block block) {
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->succs) {
            if (c.loop->blocks.test(e->dest->index))
                continue;
            gimple_seq seq = NULL;
            code_.add_hits(&seq, frame_, c.offset, c.variable);
            gsi_insert_seq_on_edge(e, seq);
        }
    });
}

void loop_counters::commit()
{
    for (const counter &c : counters_) {
        if (!c.variable)
            continue;
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, c.loop->header->preds)
            if (!c.loop->blocks.test(e->src->index))
                gsi_insert_on_edge(
                    e, gimple_build_assign(c.variable, build_int_cst(u64_type(), 0)));
        empty_on_exits(c);
    }
}

} // namespace lineprof
