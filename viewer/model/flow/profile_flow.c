/* SPDX-License-Identifier: MIT */
/*
 * From callers to callees: what each function has in the end, then its lines, then what
 * these called.
 */
#include "model/flow/profile_flow.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Rounds in which functions that call each other bound each other. */
enum { MOST_ROUNDS = 16 };

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
        f->root = fmax(f->likely - f->outer - f->inner, 0);
    else
        f->root = f->likely * (1 - flow_share_of_lines(flow, index));
    f->root *= f->root_part;
}

/* What functions that call one another took in all: what each of their lines took itself,
   however deep, and what they called of others; NAN if that was not told.  Lines that
   call one of them have what all that are further in took, too, each of these again. */
static double whole_of(const struct flow *flow, size_t begin, size_t end)
{
    const struct edge_list *outgoing = &flow->order.outgoing;
    double whole = 0;

    for (size_t i = begin; i < end; i++) {
        const size_t index = flow->order.functions[i];
        const struct tally_function *tally = &flow->tally->functions[index];
        if (!tally->calls_sampled)
            return NAN;
        for (uint32_t j = 0; j < tally->view.fields.site_count; j++)
            whole += flow->functions[index].lines[j].own;
        for (size_t j = outgoing->starts[index]; j < outgoing->starts[index + 1]; j++) {
            const struct flow_edge *edge = &flow->edges[outgoing->list[j]];
            whole += edge->is_inner ? 0 : edge->likely;
        }
    }
    return whole;
}

/* Of a circle that is entered from code that is not profiled, what it took there. */
static void set_roots(struct flow *flow, size_t begin, size_t end)
{
    const double whole = whole_of(flow, begin, end);
    double given = 0;
    double roots = 0;

    for (size_t i = begin; i < end; i++) {
        const struct flow_function *f = &flow->functions[flow->order.functions[i]];
        given += f->given;
        roots += f->root;
    }
    if (isnan(whole) || !(roots > 0))
        return;
    for (size_t i = begin; i < end; i++)
        flow->functions[flow->order.functions[i]].root *= fmax(whole - given, 0) / roots;
}

/* What came from outside, and how it compares with what was likely. */
struct supply {
    double all;
    double factor;
};

static double likely_from_outside(const struct flow *flow, size_t begin, size_t end)
{
    double likely = 0;

    for (size_t i = begin; i < end; i++) {
        const struct flow_function *f = &flow->functions[flow->order.functions[i]];
        likely += f->outer + (f->root_part > 0 ? f->root / f->root_part : 0);
    }
    return likely;
}

static struct supply supply_of(const struct flow *flow, size_t begin, size_t end,
                               double likely)
{
    double all = 0;

    for (size_t i = begin; i < end; i++) {
        const struct flow_function *f = &flow->functions[flow->order.functions[i]];
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
        return supply.factor < FLOW_NEARLY_ONE ? f->likely * supply.factor : f->likely;
    return fmin(fmax(f->likely * supply.factor, measured_inside(flow, index)),
                supply.all);
}

static double nested_part(const struct flow_line *line)
{
    return line->may_nest && !isnan(line->own) ? fmax(line->likely - line->own, 0) : 0;
}

/* A function that is longer than what contains it may have been open inside itself: then
   what its outer activations called has what the inner ones took, too. */
static void take_nested(struct flow_line *lines, uint32_t count, double excess)
{
    double most = 0;

    for (uint32_t i = 0; i < count; i++)
        most += nested_part(&lines[i]);
    const double part = most > 0 ? fmin(excess / most, 1) : 0;
    for (uint32_t i = 0; part > 0 && i < count; i++) {
        lines[i].likely -= nested_part(&lines[i]) * part;
        lines[i].sure = fmin(lines[i].sure, lines[i].likely);
    }
}

static void set_lines(struct flow *flow, size_t index)
{
    struct flow_function *f = &flow->functions[index];
    const uint32_t count = flow->tally->functions[index].view.fields.site_count;

    if (f->is_plain && !flow_is_cut(f)) {
        for (uint32_t i = 0; i < count; i++)
            f->lines[i].total = f->lines[i].likely;
        return;
    }
    if (f->total < f->likely)
        take_nested(f->lines, count, f->likely - f->total);
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
        if (!f->is_measured && most < f->total * FLOW_NEARLY_ONE) {
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
    const double likely = likely_from_outside(flow, begin, end);
    if (end - begin > 1)
        set_roots(flow, begin, end);
    const struct supply supply = supply_of(flow, begin, end, likely);
    for (size_t i = begin; i < end; i++) {
        const size_t index = flow->order.functions[i];
        struct flow_function *f = &flow->functions[index];
        f->total = fmin(first_total(flow, index, supply),
                        fmin(flow->tally->functions[index].most_ticks, flow->most));
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

    return isnan(line->own) ? fmax(usual - called, 0) : fmin(line->own, fmax(usual, 0));
}

static double part_of(double part, double parts)
{
    return parts > 0 ? part / parts : 0;
}

/* A call out of its function's group. */
struct call {
    size_t site;
    struct flow_edge *edge;
};

static int compare_sites(const void *a, const void *b)
{
    const size_t left = ((const struct call *)a)->site;
    const size_t right = ((const struct call *)b)->site;

    return (left > right) - (left < right);
}

/* Give a line to itself and what it called, as flow_fill() gives wholes to lines; but
   what is left after that is its callees'.
   parts    room for one more than there are calls */
static void share_line(const struct flow_line *line, const struct call *calls,
                       size_t count, struct flow_part *parts)
{
    const double own = own_part(line);
    const double left = line->total - line->called_sure;

    for (size_t i = 0; i < count; i++) {
        const struct flow_edge *e = calls[i].edge;
        parts[i] = (struct flow_part){e->likely - e->sure, e->variance, e->bias};
    }
    if (isnan(line->own)) {
        parts[count] = (struct flow_part){own, line->variance, line->bias};
        flow_take_excess(parts, count + 1, own + line->called_more - fmax(left, 0));
    } else {
        flow_take_excess(parts, count, line->called_more - fmax(left - own, 0));
    }
    const double rest = fmax(left - own - line->called_more, 0);
    const double possible = fmin(rest, line->called_possible);
    for (size_t i = 0; i < count; i++) {
        struct flow_edge *e = calls[i].edge;
        const double more = e->likely - e->sure;
        e->total = fmin(1, part_of(line->total, line->called_sure)) * e->sure +
                   parts[i].more +
                   possible * part_of(e->possible, line->called_possible) +
                   (rest - possible) * part_of(more, line->called_more);
    }
}

static void share_lines(const struct flow_function *f, struct call *calls, size_t count)
{
    struct flow_part *parts = memory_zeroed(count + 1, sizeof *parts);

    qsort(calls, count, sizeof *calls, compare_sites);
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && calls[end].site == calls[begin].site)
            end++;
        share_line(&f->lines[calls[begin].site], calls + begin, end - begin, parts);
    }
    free(parts);
}

static void set_calls(struct flow *flow, size_t index)
{
    const struct edge_list *outgoing = &flow->order.outgoing;
    const size_t begin = outgoing->starts[index];
    const size_t end = outgoing->starts[index + 1];
    struct flow_function *f = &flow->functions[index];
    struct call *calls = memory_zeroed(end - begin, sizeof *calls);
    size_t count = 0;

    for (size_t i = begin; i < end; i++) {
        struct flow_edge *edge = &flow->edges[outgoing->list[i]];
        const size_t site = flow->tally->edges[outgoing->list[i]].site;
        struct flow_line *line = &f->lines[site];
        line->called_possible += edge->possible;
        line->called_beyond += edge->beyond;
        if (edge->is_inner)
            continue;
        line->called_sure += edge->sure;
        line->called_more += edge->likely - edge->sure;
        calls[count++] = (struct call){site, edge};
    }
    share_lines(f, calls, count);
    free(calls);
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

/* All but what is known of calls through pointers. */
static void forget_all(struct flow *flow)
{
    for (size_t i = 0; i < flow->tally->function_count; i++) {
        struct flow_function *f = &flow->functions[i];
        *f = (struct flow_function){
            .lines = f->lines, .root_part = f->root_part, .by_pointers = f->by_pointers};
    }
    for (size_t i = 0; i < flow->line_count; i++)
        flow->lines[i] = (struct flow_line){.pointer_least = flow->lines[i].pointer_least,
                                            .calls_back = flow->lines[i].calls_back};
    for (size_t i = 0; i < flow->tally->edge_count; i++)
        flow->edges[i] = (struct flow_edge){0};
}

static void find_all(struct flow *flow)
{
    forget_all(flow);
    flow_find_likely(flow);
    set_all(flow);
}

void tally_flow(struct tally *tally)
{
    struct flow flow = {.tally = tally, .most = INFINITY};

    if (!has_estimates(tally))
        return;
    for (size_t i = 0; i < tally->function_count; i++)
        flow.line_count += tally->functions[i].view.fields.site_count;
    flow.functions = memory_zeroed(tally->function_count, sizeof *flow.functions);
    flow.lines = memory_zeroed(flow.line_count, sizeof *flow.lines);
    flow.edges = memory_zeroed(tally->edge_count, sizeof *flow.edges);
    for (size_t i = 0; i < tally->function_count; i++)
        flow.functions[i] = (struct flow_function){
            .lines = flow.lines + (tally->functions[i].cells - tally->cells),
            .root_part = 1};
    call_order_make(&flow.order, tally);
    find_all(&flow);
    flow_fit_own(&flow, find_all);
    flow_put_back(&flow);
    call_order_release(&flow.order);
    free(flow.functions);
    free(flow.lines);
    free(flow.edges);
}
