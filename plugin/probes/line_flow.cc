// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <algorithm>

#include "marks/marks.h"
#include "probes/line_flow.h"

namespace lineprof {
namespace {

// An edge on which a hit can be counted.
bool can_hold_code(const_edge e)
{
    return !(e->flags & (EDGE_ABNORMAL | EDGE_EH));
}

// The way by which control comes back to setjmp: it goes on with the line, which is
// no new arrival.
bool is_second_return(const_edge e)
{
    gimple_stmt_iterator last = gsi_last_bb(e->src);
    return !gsi_end_p(last) &&
           gimple_call_internal_p(gsi_stmt(last), IFN_ABNORMAL_DISPATCHER);
}

// Whether control certainly comes past STMT: it calls nothing and cannot trap.
bool goes_on(gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_ASM:
        return is_mark(stmt);
    case GIMPLE_ASSIGN:
    case GIMPLE_COND:
        return !gimple_could_trap_p(stmt);
    case GIMPLE_DEBUG:
    case GIMPLE_GOTO:
    case GIMPLE_LABEL:
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
    case GIMPLE_SWITCH:
        return true;
    default:
        return false;
    }
}

template <typename predicate>
bool all_of_edges(const std::vector<edge> &edges, predicate holds)
{
    for (const_edge e : edges)
        if (!holds(e))
            return false;
    return true;
}

} // namespace

line_flow::line_flow(function *fn, int line_count, int first)
    : fn_(fn), line_count_(line_count), first_(first),
      marks_(last_basic_block_for_fn(fn)), all_marks_(marks_),
      loop_at_(last_basic_block_for_fn(fn))
{
}

void line_flow::add_mark(basic_block block, gimple *stmt, int line)
{
    const call_mark of_call = read_call_mark(stmt);
    const kind of = of_call.number < 0 ? kind::line
                    : of_call.begins   ? kind::call
                                       : kind::call_end;
    all_marks_[block->index].push_back({stmt, line, of});
    if (of == kind::line)
        marks_[block->index].push_back({stmt, line, of});
}

void line_flow::add_other_entry(basic_block block)
{
    entered_otherwise_.insert(block);
}

// The first line at BLOCK or on the straight way from it; line_count_ if there is none.
size_t line_flow::first_line_from(basic_block block) const
{
    for (size_t steps = 0; steps < marks_.size(); steps++) {
        if (!marks_[block->index].empty())
            return marks_[block->index].front().line;
        if (!single_succ_p(block) || single_succ(block)->index == EXIT_BLOCK)
            break;
        block = single_succ(block);
    }
    return line_count_;
}

// Earlier lines first, so that a loop is entered at its top if there is a choice.
std::vector<edge> line_flow::successors_in_line_order(basic_block block) const
{
    std::vector<edge> edges;
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->succs)
        if (e->dest->index != EXIT_BLOCK && !deferred_.count(e))
            edges.push_back(e);
    std::stable_sort(edges.begin(), edges.end(), [this](const_edge a, const_edge b) {
        return first_line_from(a->dest) < first_line_from(b->dest);
    });
    return edges;
}

// A depth-first walk gives the order of the blocks and the back edges: those to a block
// on the path.
void line_flow::order_blocks()
{
    struct visit {
        basic_block block;
        std::vector<edge> edges;
        size_t next;
    };
    bits seen(marks_.size()), on_path(marks_.size());
    std::vector<visit> path;
    const auto enter = [&](basic_block block) {
        seen.set(block->index);
        on_path.set(block->index);
        path.push_back({block, successors_in_line_order(block), 0});
    };
    enter(single_succ(ENTRY_BLOCK_PTR_FOR_FN(fn_)));
    while (!path.empty()) {
        visit &top = path.back();
        if (top.next == top.edges.size()) {
            on_path.reset(top.block->index);
            order_.push_back(top.block);
            path.pop_back();
            continue;
        }
        edge e = top.edges[top.next++];
        if (on_path.test(e->dest->index))
            back_edges_.insert(e);
        else if (!seen.test(e->dest->index))
            enter(e->dest);
    }
    std::reverse(order_.begin(), order_.end());
}

// The blocks that forward edges lead to from START.
bits line_flow::blocks_ahead(basic_block start) const
{
    bits ahead(marks_.size());
    std::vector<basic_block> work = {start};
    ahead.set(start->index);
    while (!work.empty()) {
        basic_block block = work.back();
        work.pop_back();
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->succs) {
            if (e->dest->index == EXIT_BLOCK || is_back(e) || ahead.test(e->dest->index))
                continue;
            ahead.set(e->dest->index);
            work.push_back(e->dest);
        }
    }
    return ahead;
}

// The blocks that the header leads to and that lead back to it.
void line_flow::collect_blocks(natural_loop &loop)
{
    const bits ahead = blocks_ahead(loop.header);
    std::vector<basic_block> work;
    loop.blocks = bits(marks_.size());
    loop.lines = bits(line_count_);
    const auto add = [&](basic_block block) {
        if (!ahead.test(block->index) || loop.blocks.test(block->index))
            return;
        loop.blocks.set(block->index);
        for (const mark &m : marks_[block->index])
            loop.lines.set(m.line);
        work.push_back(block);
    };
    add(loop.header);
    work.clear(); // what comes before the header is not in the loop
    for (edge back : loop.back_edges)
        add(back->src);
    edge e;
    edge_iterator at;
    while (!work.empty()) {
        basic_block block = work.back();
        work.pop_back();
        FOR_EACH_EDGE (e, at, block->preds)
            add(e->src);
    }
    loop.blocks.for_each([&](size_t i) {
        basic_block block = BASIC_BLOCK_FOR_FN(fn_, i);
        if (block != loop.header)
            FOR_EACH_EDGE (e, at, block->preds)
                if (!loop.blocks.test(e->src->index)) {
                    side_entries_.insert(e);
                    loop.has_side_entries = true;
                }
    });
}

void line_flow::find_loops()
{
    for (basic_block block : order_) {
        natural_loop loop;
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->preds)
            if (is_back(e))
                loop.back_edges.push_back(e);
        if (loop.back_edges.empty())
            continue;
        loop.header = block;
        collect_blocks(loop);
        if (all_of_edges(loop.back_edges, can_hold_code))
            loop.first_line = only_first_line(loop);
        loops_.push_back(loop);
    }
    for (natural_loop &loop : loops_)
        loop_at_[loop.header->index] = &loop;
}

// The line of the mark that every iteration meets first; unknown when they differ.
int line_flow::only_first_line(const natural_loop &loop) const
{
    bits firsts(line_count_);
    bits seen(last_basic_block_for_fn(fn_));
    std::vector<basic_block> work = {loop.header};
    while (!work.empty()) {
        basic_block block = work.back();
        work.pop_back();
        if (seen.test(block->index) || !loop.blocks.test(block->index))
            continue;
        seen.set(block->index);
        const std::vector<mark> &here = marks_[block->index];
        if (!here.empty()) {
            firsts.set(here.front().line);
            continue;
        }
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->succs)
            work.push_back(e->dest);
    }
    return firsts.only_member();
}

// Lines already hit on every forward path to BLOCK.
bits line_flow::lines_on_all_ways(basic_block block) const
{
    bits lines(line_count_, true);
    edge e;
    edge_iterator at;
    bool any = false;
    FOR_EACH_EDGE (e, at, block->preds) {
        if (is_back(e) || side_entries_.count(e))
            continue;
        if (e->src->index == ENTRY_BLOCK)
            lines = bits(line_count_);
        else
            lines.intersect(hit_out_[e->src->index]);
        any = true;
    }
    return any ? lines : bits(line_count_);
}

// Lines whose hit is counted before BLOCK's marks, after its header, if it is one, has
// forgotten those of its loop.
bits line_flow::lines_on_entry(basic_block block)
{
    bits lines = lines_on_all_ways(block);
    lines.unite(lines_hit_on_ways(block, lines));
    natural_loop *loop = loop_at_[block->index];
    if (!loop)
        return lines;
    const int kept = line_kept(*loop, lines);
    lines.subtract(loop->lines);
    if (kept != unknown_line)
        lines.set(kept);
    return lines;
}

// Lines hit on the way that E is; none where that is not known.
bits line_flow::lines_hit_on(edge e) const
{
    if (e->src->index == ENTRY_BLOCK || is_back(e) || side_entries_.count(e) ||
        !reached_.test(e->src->index))
        return bits(line_count_);
    return hit_out_[e->src->index];
}

// Lines that some ways to BLOCK have hit and others have not, and that BLOCK certainly
// comes to: the ways that have not count the hit, and the mark, which all share, none.
// So it is with the brace of a scope that is left with more and with fewer objects to
// destroy.  ALL are the lines hit on every way.
bits line_flow::lines_hit_on_ways(basic_block block, const bits &all) const
{
    bits lines(line_count_);
    if (single_pred_p(block) || entered_otherwise_.count(block))
        return lines;
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->preds)
        lines.unite(lines_hit_on(e));
    lines.subtract(all);
    lines.intersect(lines_ahead_[block->index]);
    FOR_EACH_EDGE (e, at, block->preds)
        if (!can_hold_code(e) && !is_back(e))
            lines.intersect(lines_hit_on(e));
    if (const natural_loop *loop = loop_at_[block->index])
        lines.subtract(lines_forgotten(*loop));
    return lines;
}

// Lines that count again in each iteration wherever they have been hit before.
bits line_flow::lines_forgotten(const natural_loop &loop) const
{
    bits lines = loop.lines;
    if (loop.first_line != unknown_line)
        lines.reset(loop.first_line);
    return lines;
}

// The line that a loop's header does not forget.  Notes whether it is counted on the
// back edges.  LINES are those hit on the way in.
int line_flow::line_kept(natural_loop &loop, const bits &lines) const
{
    loop.hit_on_back_edges = unknown_line;
    if (all_of_edges(loop.back_edges, is_second_return))
        return last_line_before(loop.header);
    if (loop.first_line != unknown_line && lines.test(loop.first_line))
        loop.hit_on_back_edges = loop.first_line;
    return loop.hit_on_back_edges;
}

// The line that is current where control first comes to a block, if that is by one
// way only.
int line_flow::last_line_before(basic_block block) const
{
    for (size_t steps = 0; steps < marks_.size(); steps++) {
        basic_block before = NULL;
        edge e;
        edge_iterator at;
        FOR_EACH_EDGE (e, at, block->preds) {
            if (is_back(e) || (e->flags & EDGE_ABNORMAL))
                continue;
            if (before || e->src->index == ENTRY_BLOCK)
                return unknown_line;
            before = e->src;
        }
        if (!before)
            return unknown_line;
        if (!marks_[before->index].empty())
            return marks_[before->index].back().line;
        block = before;
    }
    return unknown_line;
}

// Lines that control certainly begins once it is at the start of BLOCK, in the same
// pass.  Blocks after it come first.
bits line_flow::find_lines_ahead(basic_block block) const
{
    const std::vector<mark> &here = marks_[block->index];
    bits lines(line_count_);
    size_t next = 0;
    for (auto at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        if (!goes_on(gsi_stmt(at)))
            return lines;
        if (next < here.size() && here[next].stmt == gsi_stmt(at))
            lines.set(here[next++].line);
    }
    bits after(line_count_, EDGE_COUNT(block->succs) > 0);
    edge e;
    edge_iterator at;
    FOR_EACH_EDGE (e, at, block->succs) {
        bits there(line_count_);
        if (!is_back(e) && e->dest->index != EXIT_BLOCK)
            there = lines_ahead_[e->dest->index];
        if (const natural_loop *loop = loop_at_[e->dest->index])
            there.subtract(lines_forgotten(*loop));
        after.intersect(there);
    }
    lines.unite(after);
    return lines;
}

// Where the order disagrees with the graph fewer lines are found, which is safe.
void line_flow::solve_lines_ahead()
{
    lines_ahead_.assign(marks_.size(), bits(line_count_));
    for (auto block = order_.rbegin(); block != order_.rend(); ++block)
        lines_ahead_[(*block)->index] = find_lines_ahead(*block);
}

// Back edges left out, the graph has no cycle: one pass in order is enough where
// the order agrees with the back edges, and the rest settle soon.
void line_flow::solve_hits()
{
    hit_out_.assign(last_basic_block_for_fn(fn_), bits(line_count_, true));
    bool changed = true;
    for (int round = 0; changed && round < 10; round++) {
        changed = false;
        for (basic_block block : order_) {
            bits lines = lines_on_entry(block);
            for (const mark &m : marks_[block->index])
                lines.set(m.line);
            if (lines != hit_out_[block->index]) {
                hit_out_[block->index] = lines;
                changed = true;
            }
        }
    }
}

void line_flow::solve_current()
{
    current_in_.assign(last_basic_block_for_fn(fn_), bits(line_count_));
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fn_));
    if (first_ != unknown_line)
        current_in_[entry->dest->index].set(first_);
    bool changed = true;
    while (changed) {
        changed = false;
        for (basic_block block : order_) {
            const std::vector<mark> &here = all_marks_[block->index];
            bits out = current_in_[block->index];
            if (!here.empty()) {
                out = bits(line_count_);
                out.set(here.back().line);
            }
            edge e;
            edge_iterator at;
            FOR_EACH_EDGE (e, at, block->succs) {
                if (e->dest->index == EXIT_BLOCK)
                    continue;
                // An exception or a jump from inside the block can happen before
                // its marks as well as after them, but the last statement of a
                // block is the one that throws.
                changed |= current_in_[e->dest->index].unite(out);
            }
        }
    }
}

void line_flow::note_arrivals()
{
    for (basic_block block : order_) {
        bits hit = lines_on_entry(block);
        bits current = current_in_[block->index];
        for (const mark &m : all_marks_[block->index]) {
            arrival a;
            a.mark = m.stmt;
            a.line = m.line;
            a.hit = m.of == kind::call || (m.of == kind::line && !hit.test(m.line));
            a.previous = current.only_member();
            a.changes = a.previous != m.line;
            arrivals_.push_back(a);
            if (m.of == kind::line)
                hit.set(m.line);
            current = bits(line_count_);
            current.set(m.line);
        }
        note_ways_in(block);
    }
    note_unreached();
    for (const natural_loop &loop : loops_)
        if (loop.hit_on_back_edges != unknown_line)
            for (edge back : loop.back_edges)
                edge_hits_.push_back({back, loop.hit_on_back_edges});
}

// The hits of the lines that only some ways to BLOCK have hit before.
void line_flow::note_ways_in(basic_block block)
{
    edge e;
    edge_iterator at;
    lines_hit_on_ways(block, lines_on_all_ways(block)).for_each([&](size_t line) {
        FOR_EACH_EDGE (e, at, block->preds)
            if (!is_back(e) && !lines_hit_on(e).test(line))
                edge_hits_.push_back({e, int(line)});
    });
}

// Blocks that no edge of the graph leads to may be entered all the same, as when a
// suspended coroutine is destroyed.
void line_flow::note_unreached()
{
    for (size_t i = 0; i < marks_.size(); i++)
        if (!reached_.test(i))
            for (const mark &m : all_marks_[i])
                arrivals_.push_back(
                    {m.stmt, m.line, m.of != kind::call_end, true, unknown_line});
}

// Where a loop is entered in two places, the one that stands first in the source is its
// header.  True when the walk took another for it: the ways to that one are put off.
bool line_flow::defer_wrong_entries()
{
    bool wrong = false;
    for (const edge side : side_entries_)
        for (const natural_loop &loop : loops_) {
            if (loop.blocks.test(side->src->index) ||
                !loop.blocks.test(side->dest->index) ||
                first_line_from(side->dest) >= first_line_from(loop.header))
                continue;
            edge e;
            edge_iterator at;
            FOR_EACH_EDGE (e, at, loop.header->preds)
                if (!loop.blocks.test(e->src->index))
                    wrong |= deferred_.insert(e).second;
        }
    return wrong;
}

void line_flow::find_structure()
{
    const int most_rounds = 4;
    for (int round = 0; round < most_rounds; round++) {
        order_.clear();
        back_edges_.clear();
        side_entries_.clear();
        loops_.clear();
        loop_at_.assign(marks_.size(), nullptr);
        order_blocks();
        find_loops();
        if (!defer_wrong_entries())
            break;
    }
}

void line_flow::solve()
{
    find_structure();
    reached_ = bits(marks_.size());
    for (basic_block block : order_)
        reached_.set(block->index);
    solve_lines_ahead();
    solve_hits();
    solve_current();
    note_arrivals();
}

} // namespace lineprof
