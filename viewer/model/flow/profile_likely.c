/* SPDX-License-Identifier: MIT */
/*
 * From callees to callers: what each line and function has taken for sure, and is likely
 * to have taken.
 *
 * Calls that were all timed are sure, and so is the line that made them.  Of a function
 * whose calls are sampled its lines say more than its calls, as there are more timed
 * visits than timed calls: it is likely to have taken what its lines have.
 */
#include "model/flow/profile_flow.h"

#include <math.h>

double flow_ticks(uint64_t ticks)
{
    return ticks > INT64_MAX ? 0 : (double)ticks;
}

/* Of a visit as long as that, how much is not known better than of any other: 1 for the
   shortest, nothing for what is long compared with what readings make of it. */
static double unknown_part(double blur, double ticks)
{
    const double times = blur > 0 ? ticks / blur : INFINITY;

    return 1 / (1 + times * times * times * times);
}

/* What a line seems to have taken itself, without what is known to be another's. */
static double known_own(const struct flow *flow, const struct tally_cell *cell,
                        double own)
{
    const double usual = flow->usual * (double)cell->hits;

    if (!(cell->drawn > 0) || own <= usual)
        return own;
    return own - (own - usual) * unknown_part(flow->blur, own / cell->drawn);
}

double flow_own(const struct flow *flow, const struct tally_cell *cell)
{
    return known_own(flow, cell,
                     fmax(flow_ticks(cell->ticks) + cell->estimate - cell->called, 0));
}

/* To a visit, in its bias, which is what its cost is known to. */
static const double readings_add = 1;

/* What windows have cut is of readings at most up to that part of a reading's cost: in
   them are lines, too, that others or locks have made longer. */
static const double most_seen = 1.0 / 4;

double flow_most_added(const struct tally *tally)
{
    return tally->probe_ticks * most_seen;
}

static double seen_to_add(const struct tally *tally)
{
    const double seen =
        tally->too_much_visits > 0 ? tally->too_much / tally->too_much_visits : 0;

    return fmin(seen, flow_most_added(tally));
}

/* A short call, with what it calls, is as little known as about so many lines. */
static const double lines_of_call = 10;

/* What a line has called, of which its callees say that they have taken `known`: short
   calls are as little known as short lines. */
static double called_of(const struct flow *flow, const struct tally_cell *cell,
                        double known)
{
    const double least = cell->calls_pointers ? -known : 0;
    const double more = fmax(cell->called - known, least);
    const double lines = cell->drawn * lines_of_call;
    if (!(lines > 0))
        return cell->called;
    return cell->called - more * unknown_part(fmax(flow->blur, seen_to_add(flow->tally)),
                                              cell->called / lines);
}

bool flow_is_cut(const struct flow_function *f)
{
    return f->total < f->likely * FLOW_NEARLY_ONE;
}

size_t flow_group_end(const struct flow *flow, size_t begin)
{
    const struct call_order *order = &flow->order;
    const size_t group = order->groups[order->functions[begin]];
    size_t end = begin + 1;

    while (end < order->function_count && order->groups[order->functions[end]] == group)
        end++;
    return end;
}

/* What the line of a call has taken by its own visits. */
static double own_ticks(const struct flow *flow, const struct tally_edge *e)
{
    const struct tally_cell *cell = &flow->tally->functions[e->caller].cells[e->site];

    return flow_ticks(cell->ticks) + cell->estimate;
}

/* How much of a line's calls that one is, by the lines of all that it called. */
static double raw_of_call(const struct flow *flow, const struct tally_edge *e)
{
    return flow->functions[e->callee].each * (double)e->calls;
}

/* What the line of a call has told to have called there. */
static double told_ticks(const struct flow *flow, const struct tally_edge *e)
{
    const struct tally_cell *cell = &flow->tally->functions[e->caller].cells[e->site];
    const double all = flow->functions[e->caller].lines[e->site].called_raw;

    return all > 0 ? cell->called * fmin(raw_of_call(flow, e) / all, 1) : cell->called;
}

/* How little lines know of what they called: one of short calls as little as of its own.
 */
static double untold_part(const struct flow *flow, const struct flow_function *callee)
{
    const double calls = (double)(callee->calls_in - callee->inner_calls);

    if (callee->not_told || !(callee->told_in > 0) || !(calls > 0))
        return 1;
    return unknown_part(fmax(flow->blur, seen_to_add(flow->tally)),
                        callee->told_in / calls / lines_of_call);
}

static double between(double known, double other, double unknown)
{
    return known + (other - known) * unknown;
}

/* Calls from elsewhere may be of another length. */
double flow_share_of_lines(const struct flow *flow, size_t function)
{
    const struct flow_function *f = &flow->functions[function];
    const uint64_t calls = flow->tally->functions[function].calls;
    const double outer = (double)calls - (double)f->inner_calls;
    const double by_calls =
        outer > 0 ? fmin((double)(f->calls_in - f->inner_calls) / outer, 1) : 1;

    if (by_calls >= 1 || f->raw_in > 0 || !(f->likely > 0))
        return by_calls;
    return between(fmin(f->told_in / f->likely, 1), by_calls, untold_part(flow, f));
}

/* Of a function's calls those from an edge, which is outside its recursion.  Where no
   call was timed, the lines that call say more than the number of calls: one may be as
   long as many. */
static double share_of_edge(const struct flow *flow, size_t edge)
{
    const struct tally_edge *e = &flow->tally->edges[edge];
    const struct flow_function *f = &flow->functions[e->callee];
    const uint64_t outer = f->calls_in - f->inner_calls;
    const double by_calls = outer ? (double)e->calls / (double)outer : 0;
    const double by_lines = f->lines_in > 0 ? own_ticks(flow, e) / f->lines_in : by_calls;
    const double told = f->told_in > 0 ? told_ticks(flow, e) / f->told_in : 0;
    const double share = f->raw_in > 0 ? flow_ticks(e->ticks) / f->raw_in
                         : f->is_brief ? by_calls
                                       : between(told, by_lines, untold_part(flow, f));

    return share * flow_share_of_lines(flow, e->callee);
}

/* Of a function whose calls were all timed, but not by whoever made these. */
static double share_of_calls(const struct flow *flow, const struct tally_edge *e)
{
    const uint64_t calls = flow->tally->functions[e->callee].calls;

    return calls ? fmin((double)e->calls / (double)calls, 1) : 0;
}

/* Inside a recursion nothing is handed on: who is whose whole is not known there. */
static void find_edge(struct flow *flow, size_t edge)
{
    const struct tally_edge *e = &flow->tally->edges[edge];
    const struct flow_function *callee = &flow->functions[e->callee];
    struct flow_edge *sum = &flow->edges[edge];

    sum->is_inner = flow->order.groups[e->caller] == flow->order.groups[e->callee];
    sum->likely = flow_ticks(e->ticks);
    sum->variance = 0;
    sum->bias = 0;
    if (sum->is_inner)
        return;
    if (!flow->tally->functions[e->callee].calls_sampled) {
        if (!e->ticks && e->calls)
            sum->likely = callee->likely * share_of_calls(flow, e);
        sum->sure = sum->likely;
        return;
    }
    const double share = share_of_edge(flow, edge);
    sum->sure = share * callee->sure;
    sum->likely = share * callee->likely;
    sum->variance = share * callee->variance;
    sum->bias = share * callee->bias;
    sum->possible = share * callee->possible;
    sum->beyond = share * callee->beyond;
}

double flow_told_pointers(const struct flow *flow, const struct tally_cell *cell,
                          const struct flow_line *line, double by_edges)
{
    const double told = fmax(cell->told - by_edges, 0);
    if (line->calls_back)
        return told;
    const double least = fmin(line->pointer_least * cell->drawn, told);

    return fmax(told - flow->pointers_read * cell->drawn, least);
}

/* Its callees have taken that, by edges; and as much of what it called through pointers
   as all lines have in common, or all of it as long as nothing is known of that. */
static double known_called(const struct flow *flow, const struct tally_cell *cell,
                           const struct flow_line *line)
{
    const double by_edges = line->likely;

    if (!cell->calls_pointers)
        return by_edges;
    return flow->pointers_are_known && !line->calls_back
               ? by_edges +
                     flow_told_pointers(flow, cell, line, by_edges) * flow->pointers_took
               : fmax(by_edges, cell->called);
}

/* By what its visits took themselves, and what they called.  Its callees may say more, as
   they have seen what is rare and long: of these visits it was cut.  But as much as
   readings may add to all of their visits is no more, and what that leaves may be either.
 */
static void find_by_visits(struct flow *flow, const struct tally_cell *cell,
                           struct flow_line *line)
{
    const double called = called_of(flow, cell, known_called(flow, cell, line));
    const double more = fmax(line->likely - called, 0);
    const double rare = fmin(more, line->sure + line->beyond);
    const double missed = fmax(rare, more - readings_add * line->bias);
    const double doubtful = (missed - rare) / 2;

    line->likely = fmax(flow_own(flow, cell) + called + missed, flow_ticks(cell->ticks));
    line->variance = cell->variance + doubtful * doubtful +
                     (more > 0 ? line->variance * missed / more : 0);
    line->bias = cell->bias;
}

/* Of what a line called in the rest of a loop, nobody has told: windows have taken it for
   the line's own, and where its callees filled them, too, have taken it away.  A reading
   for many rounds has added next to nothing. */
static double cut_of_rest(const struct tally_cell *cell, double in_rest)
{
    return fmin(fmax(cell->uncut - cell->estimate, 0), in_rest);
}

static void find_by_samples(const struct flow *flow, const struct tally_cell *cell,
                            struct flow_line *line, double cut)
{
    const double all = flow_ticks(cell->ticks) + cell->estimate + cut;

    if (all < line->likely)
        return; /* what it called says more */
    line->likely = fmax(line->likely + known_own(flow, cell, all - line->likely),
                        flow_ticks(cell->ticks));
    line->variance = cell->variance;
    line->bias = cell->bias;
}

static void find_line(struct flow *flow, const struct tally_cell *cell,
                      struct flow_line *line)
{
    const double exact = flow_ticks(cell->ticks);
    /* Its callees say what it called in the rest of a loop. */
    const double in_rest = cell->has_rest ? fmax(line->likely - cell->called, 0) : 0;

    const double cut = cut_of_rest(cell, in_rest);

    line->own = cell->tells_calls ? fmax(flow_own(flow, cell) - (in_rest - cut), 0) : NAN;
    if (cell->estimate > 0 && cell->tells_calls && !cell->has_rest) {
        find_by_visits(flow, cell, line);
    } else if (cell->estimate > 0) {
        find_by_samples(flow, cell, line, cut);
    } else {
        /* All its visits were timed: it is as long as it is, whatever is said of what it
           calls. */
        line->likely = exact;
        line->variance = 0;
        line->bias = 0;
    }
    line->sure = cell->estimate > 0 ? fmax(exact, line->sure) : exact;
    line->weight = cell->estimate > 0 ? line->likely - exact : 0;
    line->beyond = fmax(cell->beyond, line->beyond);
    line->possible = fmax(cell->possible, line->possible);
}

static void find_lines(struct flow *flow, size_t index)
{
    const struct tally_function *tally = &flow->tally->functions[index];
    const struct edge_list *outgoing = &flow->order.outgoing;
    struct flow_function *f = &flow->functions[index];

    for (size_t i = outgoing->starts[index]; i < outgoing->starts[index + 1]; i++) {
        const size_t edge = outgoing->list[i];
        find_edge(flow, edge);
        struct flow_line *line = &f->lines[flow->tally->edges[edge].site];
        line->sure += flow->edges[edge].sure;
        line->likely += flow->edges[edge].is_inner ? 0 : flow->edges[edge].likely;
        line->variance += flow->edges[edge].variance;
        line->bias += flow->edges[edge].bias;
        line->beyond += flow->edges[edge].is_inner ? 0 : flow->edges[edge].beyond;
        line->possible += flow->edges[edge].possible;
    }
    for (uint32_t i = 0; i < tally->view.fields.site_count; i++)
        find_line(flow, &tally->cells[i], &f->lines[i]);
}

static void find_function(struct flow *flow, size_t index)
{
    const struct tally_function *tally = &flow->tally->functions[index];
    struct flow_function *f = &flow->functions[index];
    double estimates = 0;
    double exact = 0;

    find_lines(flow, index);
    for (uint32_t i = 0; i < tally->view.fields.site_count; i++) {
        f->sure += f->lines[i].sure;
        f->likely += f->lines[i].likely;
        f->variance += f->lines[i].variance;
        f->bias += f->lines[i].bias;
        f->possible += f->lines[i].possible;
        f->beyond += f->lines[i].beyond;
        exact += flow_ticks(tally->cells[i].ticks);
        estimates += tally->cells[i].estimate;
    }
    /* Of a function whose calls are sampled all lines may have been timed. */
    f->is_measured = !tally->calls_sampled || !(estimates > 0);
    f->is_plain = !(estimates > 0) && !tally->calls_sampled;
    if (f->is_measured)
        f->sure = f->likely =
            tally->calls_sampled ? exact : fmax(flow_ticks(tally->ticks), exact);
}

/* What a measured function has taken inside a recursion, the function through which alone
   that is entered has taken, too. */
static void raise_entry(struct flow *flow, size_t begin, size_t end)
{
    struct flow_function *entry = NULL;
    size_t entries = 0;
    double sure = 0;

    for (size_t i = begin; i < end; i++) {
        const size_t index = flow->order.functions[i];
        struct flow_function *f = &flow->functions[index];
        sure = fmax(sure, f->is_measured ? f->sure : 0);
        if (flow->tally->functions[index].calls > f->inner_calls) {
            entry = f;
            entries++;
        }
    }
    if (entries == 1 && !entry->is_measured) {
        entry->sure = fmax(entry->sure, sure);
        entry->likely = fmax(entry->likely, entry->sure);
    }
}

/* ---- Lines whose function may be open inside what they call ---- */

/* A call inside a circle, of which not each was timed: its time is known of the circle
   alone. */
static bool is_open_circle(const struct flow *flow, size_t edge)
{
    const struct tally_edge *e = &flow->tally->edges[edge];

    return flow->edges[edge].is_inner && e->caller != e->callee &&
           flow->tally->functions[e->callee].calls_sampled;
}

static bool has_pointer_line(const struct tally_function *f)
{
    for (uint32_t i = 0; i < f->view.fields.site_count; i++) {
        if (f->cells[i].calls_pointers)
            return true;
    }
    return false;
}

static bool leads_to_pointers(const struct flow *flow, size_t index)
{
    const struct edge_list *outgoing = &flow->order.outgoing;
    bool leads = has_pointer_line(&flow->tally->functions[index]);

    for (size_t i = outgoing->starts[index]; i < outgoing->starts[index + 1]; i++) {
        const struct tally_edge *e = &flow->tally->edges[outgoing->list[i]];
        leads |= flow->functions[e->callee].leads_to_pointers;
    }
    return leads;
}

static void mark_lines(struct flow *flow, size_t index)
{
    const struct tally_function *f = &flow->tally->functions[index];
    const struct edge_list *outgoing = &flow->order.outgoing;
    struct flow_line *lines = flow->functions[index].lines;

    for (size_t i = outgoing->starts[index]; i < outgoing->starts[index + 1]; i++) {
        const struct tally_edge *e = &flow->tally->edges[outgoing->list[i]];
        struct flow_line *line = &lines[e->site];
        line->calls_in_circle |= is_open_circle(flow, outgoing->list[i]);
        line->may_nest |=
            line->calls_in_circle || flow->functions[e->callee].leads_to_pointers;
    }
    for (uint32_t i = 0; i < f->view.fields.site_count; i++) {
        const struct tally_cell *cell = &f->cells[i];
        lines[i].may_nest |= cell->calls_pointers;
        lines[i].own_is_unknown =
            !cell->tells_calls && (cell->calls_pointers || lines[i].calls_in_circle);
    }
}

static void mark_group(struct flow *flow, size_t begin, size_t end)
{
    const size_t *functions = flow->order.functions;
    bool leads = false;

    for (size_t i = begin; i < end; i++)
        leads |= leads_to_pointers(flow, functions[i]);
    for (size_t i = begin; i < end; i++)
        flow->functions[functions[i]].leads_to_pointers = leads;
    for (size_t i = begin; i < end; i++)
        mark_lines(flow, functions[i]);
}

static double ticks_of_call(const struct tally_function *f)
{
    double ticks = 0;

    for (uint32_t i = 0; i < f->view.fields.site_count; i++)
        ticks += flow_ticks(f->cells[i].ticks) + f->cells[i].estimate;
    return f->calls ? ticks / (double)f->calls : 0;
}

static void weigh_calls(struct flow *flow)
{
    for (size_t i = 0; i < flow->tally->function_count; i++)
        flow->functions[i].each = ticks_of_call(&flow->tally->functions[i]);
    for (size_t i = 0; i < flow->tally->edge_count; i++) {
        const struct tally_edge *edge = &flow->tally->edges[i];
        flow->functions[edge->caller].lines[edge->site].called_raw +=
            raw_of_call(flow, edge);
    }
}

static void count_calls(struct flow *flow)
{
    weigh_calls(flow);
    for (size_t i = 0; i < flow->tally->edge_count; i++) {
        const struct tally_edge *edge = &flow->tally->edges[i];
        struct flow_function *callee = &flow->functions[edge->callee];
        callee->raw_in += flow_ticks(edge->ticks);
        callee->calls_in += edge->calls;
        if (flow->order.groups[edge->caller] != flow->order.groups[edge->callee]) {
            callee->lines_in += own_ticks(flow, edge);
            callee->told_in += told_ticks(flow, edge);
            const struct tally_cell *cell =
                &flow->tally->functions[edge->caller].cells[edge->site];
            callee->not_told |= !cell->tells_calls;
            callee->is_brief |= cell->has_rest;
            continue;
        }
        callee->inner_calls += edge->calls;
        callee->is_recursive = true;
    }
}

void flow_find_likely(struct flow *flow)
{
    const struct call_order *order = &flow->order;

    count_calls(flow);
    for (size_t begin = 0, end; begin < order->function_count; begin = end) {
        end = flow_group_end(flow, begin);
        for (size_t i = begin; i < end; i++)
            find_function(flow, order->functions[i]);
        if (end - begin > 1)
            raise_entry(flow, begin, end);
        mark_group(flow, begin, end);
    }
}
