/* SPDX-License-Identifier: MIT */
/*
 * From callers to callees: what each function has in the end, then its lines, then what
 * these called.
 */
#include "profile_flow.h"

#include "memory.h"

#include <math.h>
#include <stdlib.h>

/* Rounds in which functions that call each other bound each other. */
enum { MOST_ROUNDS = 16 };

static const double nearly_one = 1 - 1e-9;

size_t flow_group_end(const struct flow *flow, size_t begin)
{
    const struct call_order *order = &flow->order;
    const size_t group = order->groups[order->functions[begin]];
    size_t end = begin + 1;

    while (end < order->function_count && order->groups[order->functions[end]] == group)
        end++;
    return end;
}

/* ---- What a function has, and its lines ---- */

/* From its group, but not from itself: that is in the time of the call from elsewhere. */
static bool is_other_inner(const struct flow *flow, size_t edge)
{
    const struct tally_edge *e = &flow->tally->edges[edge];
    return flow->edges[edge].is_inner && e->caller != e->callee;
}

static void take_incoming(struct flow *flow, size_t index)
{
    const struct tally_function *tally = &flow->tally->functions[index];
    const struct edge_list *incoming = &flow->order.incoming;
    struct flow_function *f = &flow->functions[index];

    for (size_t i = incoming->starts[index]; i < incoming->starts[index + 1]; i++) {
        const struct flow_edge *edge = &flow->edges[incoming->list[i]];
        f->outer += edge->is_inner ? 0 : edge->likely;
        f->given += edge->is_inner ? 0 : edge->total;
        f->inner += edge->is_inner ? edge->likely : 0;
        f->others += is_other_inner(flow, incoming->list[i])
                         ? flow->tally->edges[incoming->list[i]].calls
                         : 0;
    }
    if (!tally->calls_sampled)
        f->root = fmax(f->likely - f->raw_in, 0);
    else
        f->root = f->likely * (1 - flow_share_of_lines(flow, index));
}

/* What came from outside, and how it compares with what was likely. */
struct supply {
    double all;
    double factor;
};

static struct supply supply_of(const struct flow *flow, size_t begin, size_t end)
{
    double likely = 0;
    double all = 0;

    for (size_t i = begin; i < end; i++) {
        const struct flow_function *f = &flow->functions[flow->order.functions[i]];
        likely += f->outer + f->root;
        all += f->given + f->root;
    }
    return likely > 0 ? (struct supply){all, all / likely} : (struct supply){INFINITY, 1};
}

/* The longest that it called inside a recursion, as far as that was measured. */
static double measured_inside(const struct flow *flow, size_t index)
{
    const struct edge_list *outgoing = &flow->order.outgoing;
    double most = 0;

    for (size_t i = outgoing->starts[index]; i < outgoing->starts[index + 1]; i++) {
        const struct flow_edge *edge = &flow->edges[outgoing->list[i]];
        const struct tally_edge *e = &flow->tally->edges[outgoing->list[i]];
        if (edge->is_inner && !flow->tally->functions[e->callee].calls_sampled)
            most = fmax(most, edge->likely);
    }
    return most;
}

static double first_total(const struct flow *flow, size_t index, struct supply supply)
{
    const struct flow_function *f = &flow->functions[index];

    if (f->is_measured)
        return supply.factor < nearly_one ? f->likely * supply.factor : f->likely;
    return fmin(fmax(f->likely * supply.factor, measured_inside(flow, index)),
                supply.all);
}

static void set_lines(struct flow *flow, size_t index)
{
    struct flow_function *f = &flow->functions[index];
    const uint32_t count = flow->tally->functions[index].view.fields.site_count;

    if (f->is_plain && f->total >= f->likely * nearly_one) {
        for (uint32_t i = 0; i < count; i++)
            f->lines[i].total = f->lines[i].likely;
        return;
    }
    const double given = flow_fill(f->lines, count, f->total);
    if (count && given < f->total)
        f->total = given;
}

/* It has never been open inside itself, so its lines have all that passed in it. */
static bool is_strict(const struct flow *flow, size_t function)
{
    const struct tally_function *f = &flow->tally->functions[function];
    return f->calls == f->primitive_calls && f->view.fields.site_count;
}

/* What the call at an edge cannot be longer than, unless that has been said since
   `stamp`. */
static double caller_total(struct flow *flow, size_t edge, size_t stamp)
{
    const struct tally_edge *e = &flow->tally->edges[edge];
    struct flow_function *caller = &flow->functions[e->caller];
    struct flow_line *line = &caller->lines[e->site];
    const bool strict = is_strict(flow, e->caller);
    size_t *const seen = strict ? &line->stamp : &caller->stamp;

    if (stamp && *seen == stamp)
        return 0;
    *seen = stamp;
    return strict ? line->total : caller->total;
}

/* Whatever calls a function inside a recursion is open longer than it. */
static double callers_total(struct flow *flow, size_t index)
{
    const struct edge_list *incoming = &flow->order.incoming;
    const struct flow_function *f = &flow->functions[index];
    const size_t stamp = ++flow->stamp;
    double sum = f->given + f->root;

    for (size_t i = incoming->starts[index]; i < incoming->starts[index + 1]; i++) {
        const size_t edge = incoming->list[i];
        if (is_other_inner(flow, edge))
            sum += caller_total(flow, edge, stamp);
    }
    return sum;
}

static bool bound_by_callers(struct flow *flow, size_t begin, size_t end)
{
    bool changed = false;

    for (size_t i = begin; i < end; i++) {
        const size_t index = flow->order.functions[i];
        struct flow_function *f = &flow->functions[index];
        const double most = callers_total(flow, index);
        if (!f->is_measured && most < f->total * nearly_one) {
            f->total = most;
            set_lines(flow, index);
            changed = true;
        }
    }
    return changed;
}

static void set_totals(struct flow *flow, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        take_incoming(flow, flow->order.functions[i]);
    const struct supply supply = supply_of(flow, begin, end);
    for (size_t i = begin; i < end; i++) {
        const size_t index = flow->order.functions[i];
        struct flow_function *f = &flow->functions[index];
        f->total = fmin(first_total(flow, index, supply),
                        flow->tally->functions[index].most_ticks);
    }
    for (size_t i = begin; i < end; i++)
        set_lines(flow, flow->order.functions[i]);
    for (int i = 0; end - begin > 1 && i < MOST_ROUNDS; i++) {
        if (!bound_by_callers(flow, begin, end))
            break;
    }
}

/* ---- What its lines called ---- */

/* Of a line, likely.  Its long visits are as a rule long calls. */
static double own_part(const struct flow_line *line)
{
    const double usual = line->likely - line->beyond;
    const double called = line->called_sure + line->called_more - line->called_beyond;

    return fmax(usual - called, 0);
}

static double part_of(double whole, double part, double parts)
{
    return parts > 0 ? whole * (part / parts) : 0;
}

/* As flow_fill(), with the line itself as one of the parts of what is likely.  What is
   left after that is its callees'. */
static double edge_total(const struct flow_line *line, const struct flow_edge *edge)
{
    const double left = line->total - line->called_sure;
    const double likely = line->called_more + own_part(line);
    const double more = edge->likely - edge->sure;
    const double rest = fmax(left - likely, 0);
    const double possible = fmin(rest, line->called_possible);

    if (left < 0)
        return part_of(line->total, edge->sure, line->called_sure);
    return edge->sure + part_of(fmin(left, likely), more, likely) +
           part_of(possible, edge->possible, line->called_possible) +
           part_of(rest - possible, more, line->called_more);
}

static void set_calls(struct flow *flow, size_t index)
{
    const struct edge_list *outgoing = &flow->order.outgoing;
    struct flow_function *f = &flow->functions[index];

    for (size_t i = outgoing->starts[index]; i < outgoing->starts[index + 1]; i++) {
        const struct flow_edge *edge = &flow->edges[outgoing->list[i]];
        struct flow_line *line = &f->lines[flow->tally->edges[outgoing->list[i]].site];
        line->called_sure += edge->is_inner ? 0 : edge->sure;
        line->called_more += edge->is_inner ? 0 : edge->likely - edge->sure;
        line->called_possible += edge->possible;
        line->called_beyond += edge->beyond;
    }
    for (size_t i = outgoing->starts[index]; i < outgoing->starts[index + 1]; i++) {
        struct flow_edge *edge = &flow->edges[outgoing->list[i]];
        const struct flow_line *line =
            &f->lines[flow->tally->edges[outgoing->list[i]].site];
        if (edge->is_inner)
            continue;
        edge->total = edge_total(line, edge);
    }
}

/* Where no call from its group was timed, their number tells. */
static double inner_part(const struct flow *flow, const struct flow_function *f,
                         size_t edge)
{
    if (f->inner > 0)
        return flow->edges[edge].likely / f->inner;
    return is_other_inner(flow, edge) && f->others
               ? (double)flow->tally->edges[edge].calls / (double)f->others
               : 0;
}

static void set_inner_calls(struct flow *flow, size_t index)
{
    const struct edge_list *incoming = &flow->order.incoming;
    const struct flow_function *f = &flow->functions[index];
    const double inner = fmax(f->total - f->given - f->root, 0);

    for (size_t i = incoming->starts[index]; i < incoming->starts[index + 1]; i++) {
        struct flow_edge *edge = &flow->edges[incoming->list[i]];
        const double part = inner_part(flow, f, incoming->list[i]);
        if (edge->is_inner)
            edge->total = fmin(inner * part, caller_total(flow, incoming->list[i], 0));
    }
}

static void set_all(struct flow *flow)
{
    const struct call_order *order = &flow->order;

    for (size_t end = order->function_count, begin; end > 0; end = begin) {
        begin = end - 1;
        while (begin > 0 && order->groups[order->functions[begin - 1]] ==
                                order->groups[order->functions[begin]])
            begin--;
        set_totals(flow, begin, end);
        for (size_t i = begin; i < end; i++)
            set_calls(flow, order->functions[i]);
        for (size_t i = begin; i < end; i++)
            set_inner_calls(flow, order->functions[i]);
    }
}

/* ---- Back into the tally ---- */

static uint64_t rounded(double ticks)
{
    return (uint64_t)llround(fmin(fmax(ticks, 0), 9e18));
}

static bool differs(double total, uint64_t ticks)
{
    return fabs(total - flow_ticks(ticks)) > 0.5;
}

/* What a line was given without having been seen there. */
static double unseen_of(const struct flow_line *line)
{
    return fmax(line->total - line->likely, 0);
}

/* What was not measured of a line. */
static double estimated_of(const struct tally_cell *cell, const struct flow_line *line)
{
    return cell->estimate > 0 ? fmax(line->total - flow_ticks(cell->ticks), 0) : 0;
}

/* What a line was given without having been seen there may be another's; but whatever it
   has taken, its function has. */
static double variance_of(const struct flow_function *f, const struct tally_cell *cell,
                          const struct flow_line *line, double all_unseen)
{
    const double unseen = unseen_of(line);

    return fmin(cell->variance + unseen * (all_unseen - unseen), f->total * f->total);
}

/* Each line's is the difference of two rounded sums, so that they add up. */
static void put_lines(struct tally_function *tally, const struct flow_function *f)
{
    double estimated = 0;
    double unseen = 0;
    double sum = 0;
    uint64_t before = 0;

    for (uint32_t i = 0; i < tally->view.fields.site_count; i++)
        unseen += unseen_of(&f->lines[i]);
    for (uint32_t i = 0; i < tally->view.fields.site_count; i++)
        estimated += estimated_of(&tally->cells[i], &f->lines[i]);
    for (uint32_t i = 0; i < tally->view.fields.site_count; i++) {
        struct tally_cell *cell = &tally->cells[i];
        if (cell->estimate > 0)
            cell->variance = variance_of(f, cell, &f->lines[i], unseen);
        if (estimated > 0)
            cell->off_ns +=
                tally->off_ns * (estimated_of(cell, &f->lines[i]) / estimated);
        sum += f->lines[i].total;
        const uint64_t until = rounded(sum);
        cell->ticks = until - before;
        before = until;
    }
    tally->ticks = before;
}

static void add_calls(struct flow *flow, size_t index)
{
    const struct edge_list *outgoing = &flow->order.outgoing;
    struct flow_function *f = &flow->functions[index];

    for (size_t i = outgoing->starts[index]; i < outgoing->starts[index + 1]; i++) {
        const size_t edge = outgoing->list[i];
        struct flow_line *line = &f->lines[flow->tally->edges[edge].site];
        line->called_before += flow_ticks(flow->tally->edges[edge].ticks);
        line->called_total += flow->edges[edge].total;
    }
}

/* What re-entries took is the line's child time, too, and in no edge. */
static void put_children(struct flow *flow, size_t index)
{
    const struct tally_function *tally = &flow->tally->functions[index];
    const struct flow_function *f = &flow->functions[index];

    add_calls(flow, index);
    for (uint32_t i = 0; i < tally->view.fields.site_count; i++) {
        struct tally_cell *cell = &tally->cells[i];
        const struct flow_line *line = &f->lines[i];
        const double others = flow_ticks(cell->child_ticks) - line->called_before;
        const double scale = line->likely > 0 ? line->total / line->likely : 0;
        const double child =
            fmin(line->called_total + fmax(others, 0) * fmin(scale, 1), line->total);
        if (differs(child, cell->child_ticks))
            cell->child_ticks = rounded(child);
        if (cell->ticks <= INT64_MAX && cell->child_ticks > cell->ticks)
            cell->child_ticks = cell->ticks; /* by rounding */
    }
}

static void note_cut(struct tally *tally, size_t index, const struct flow_function *f)
{
    const double cut = f->likely + tally->functions[index].cut_ticks - f->total;

    if (!(cut > tally->most_cut_ticks))
        return;
    tally->most_cut_ticks = cut;
    tally->most_cut = index;
}

/* Together threads have been in functions for as long as these took that were called from
   elsewhere. */
static void put_threads(struct tally *tally, const struct flow_function *functions)
{
    double outermost = 0;
    double threads = 0;

    for (size_t i = 0; i < tally->function_count; i++)
        outermost += fmin(functions[i].root, functions[i].total);
    for (size_t i = 0; i < tally->thread_count; i++)
        threads += flow_ticks(tally->threads[i].self_ticks);
    for (size_t i = 0; i < tally->thread_count; i++) {
        struct tally_thread *thread = &tally->threads[i];
        const double factor = threads > 0 ? outermost / threads : 0;
        thread->self_ticks =
            rounded(fmin(flow_ticks(thread->self_ticks) * factor, thread->life_ticks));
    }
}

static void put_back(struct flow *flow)
{
    struct tally *tally = flow->tally;

    for (size_t i = 0; i < tally->function_count; i++) {
        const struct flow_function *f = &flow->functions[i];
        struct tally_function *t = &tally->functions[i];
        note_cut(tally, i, f);
        if (!t->view.fields.site_count)
            t->ticks = differs(f->total, t->ticks) ? rounded(f->total) : t->ticks;
        else if (!f->is_plain || f->total < f->likely * nearly_one)
            put_lines(t, f);
        put_children(flow, i);
    }
    for (size_t i = 0; i < tally->edge_count; i++) {
        if (differs(flow->edges[i].total, tally->edges[i].ticks))
            tally->edges[i].ticks = rounded(flow->edges[i].total);
    }
    put_threads(tally, flow->functions);
}

/* ---- All of it ---- */

static bool has_estimates(const struct tally *tally)
{
    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        if (f->calls_sampled)
            return true;
        for (uint32_t j = 0; j < f->view.fields.site_count; j++) {
            if (f->cells[j].estimate > 0)
                return true;
        }
    }
    return false;
}

void tally_flow(struct tally *tally)
{
    struct flow flow = {.tally = tally};
    size_t lines = 0;

    if (!has_estimates(tally))
        return;
    for (size_t i = 0; i < tally->function_count; i++)
        lines += tally->functions[i].view.fields.site_count;
    flow.functions = memory_zeroed(tally->function_count, sizeof *flow.functions);
    flow.lines = memory_zeroed(lines, sizeof *flow.lines);
    flow.edges = memory_zeroed(tally->edge_count, sizeof *flow.edges);
    for (size_t i = 0; i < tally->function_count; i++)
        flow.functions[i].lines = flow.lines + (tally->functions[i].cells - tally->cells);
    call_order_make(&flow.order, tally);
    flow_find_likely(&flow);
    set_all(&flow);
    put_back(&flow);
    call_order_release(&flow.order);
    free(flow.functions);
    free(flow.lines);
    free(flow.edges);
}
