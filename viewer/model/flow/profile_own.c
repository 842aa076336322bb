/* SPDX-License-Identifier: MIT */
/*
 * What lines took themselves, and what their callees had of it.
 *
 * Where timed visits have said which part of them was in calls, that part of the line's
 * time is its callees', and other lines have it from the edges of calls.  Neither tells
 * of lines with frames that call in circles or through pointers.  But all that lines took
 * themselves is what the threads spent in functions that were called from outside; so
 * what is left of that, when the other lines have theirs, is these lines'.
 *
 * What was called through pointers no line's time contains by an edge.  All of it is made
 * no longer than the lines that called so; and where those call in circles, so that this
 * bounds nothing, short visits are made shorter until lines take no more than the
 * threads.
 */
#include "base/memory.h"
#include "base/text.h"
#include "model/flow/profile_flow.h"

#include <math.h>
#include <stdlib.h>

/* Estimates of one and the same time differ. */
static const double slack = 1.25;

enum {
    ROUNDS = 8,
    MOST_BLUR = 2, /* readings' cost */
};

/* ---- Lines ---- */

static void sum_called(struct flow *flow)
{
    for (size_t i = 0; i < flow->tally->edge_count; i++) {
        const struct tally_edge *e = &flow->tally->edges[i];
        struct flow_line *line = &flow->functions[e->caller].lines[e->site];
        line->called_before = 0;
        line->called_total = 0;
    }
    for (size_t i = 0; i < flow->tally->edge_count; i++) {
        const struct tally_edge *e = &flow->tally->edges[i];
        struct flow_line *line = &flow->functions[e->caller].lines[e->site];
        line->called_before += flow_ticks(e->ticks);
        line->called_total += flow->edges[i].total;
    }
    flow_find_called_back(flow);
}

/* By visits of it: what its callees had, be they profiled or not. */
static double measured_child(const struct flow *flow, const struct tally_cell *cell,
                             const struct flow_line *line)
{
    const double scale = line->likely > 0 ? line->total / line->likely : 0;
    const double called = fmax(line->total - line->own * fmin(scale, 1), 0);

    if (line->calls_in_circle)
        return called;
    if (line->calls_back)
        return fmin(line->called_total + line->called_back, line->total);
    if (cell->calls_pointers)
        return fmin(line->called_total + fmax(called - line->called_total, 0) *
                                             fmin(flow->profiled_pointers * slack, 1),
                    line->total);
    return cell->calls_others       ? fmin(called, line->called_total)
           : line->called_total > 0 ? called
                                    : 0;
}

/* By its callees. */
static double child_by_edges(const struct tally_cell *cell, const struct flow_line *line)
{
    const double others = flow_ticks(cell->child_ticks) - line->called_before;
    const double scale = line->likely > 0 ? line->total / line->likely : 0;

    return fmin(line->called_total + fmax(others, 0) * fmin(scale, 1), line->total);
}

static double known_child(const struct flow *flow, const struct tally_cell *cell,
                          const struct flow_line *line)
{
    return cell->tells_calls ? measured_child(flow, cell, line)
                             : child_by_edges(cell, line);
}

static double own_ticks(const struct flow *flow, const struct tally_cell *cell,
                        const struct flow_line *line)
{
    return fmax(line->total - known_child(flow, cell, line), 0);
}

static void add_line(const struct flow *flow, struct flow_own *own,
                     const struct tally_cell *cell, const struct flow_line *line)
{
    const double ticks = own_ticks(flow, cell, line);

    if (line->own_is_unknown)
        return;
    own->known += ticks;
    own->hits += (double)cell->hits;
}

static double least_of(const struct flow *flow, const struct flow_own *own,
                       const struct tally_cell *cell, const struct flow_line *line)
{
    const double each = own->hits > 0 ? own->known / own->hits : 0;

    return line->own_is_unknown
               ? fmin(own_ticks(flow, cell, line), each * (double)cell->hits)
               : 0;
}

/* Of a line whose own is not known: as much as others take a visit, and what it called
   through pointers that is not profiled. */
static double wanted_of(const struct flow *flow, const struct flow_own *own,
                        const struct tally_cell *cell, const struct flow_line *line)
{
    const double least = least_of(flow, own, cell, line);
    const double others = cell->calls_pointers ? 1 - flow->profiled_pointers : 0;

    return line->own_is_unknown
               ? least + fmax(own_ticks(flow, cell, line) - least, 0) * others
               : 0;
}

static struct flow_own add_up(const struct flow *flow)
{
    const struct tally *tally = flow->tally;
    struct flow_own own = {0};

    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        for (uint32_t s = 0; s < f->view.fields.site_count; s++)
            add_line(flow, &own, &f->cells[s], &flow->functions[i].lines[s]);
    }
    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        for (uint32_t s = 0; s < f->view.fields.site_count; s++)
            own.least += least_of(flow, &own, &f->cells[s], &flow->functions[i].lines[s]);
    }
    return own;
}

static double sum_of_wanted(const struct flow *flow, const struct flow_own *own)
{
    const struct tally *tally = flow->tally;
    double sum = 0;

    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        for (uint32_t s = 0; s < f->view.fields.site_count; s++)
            sum += wanted_of(flow, own, &f->cells[s], &flow->functions[i].lines[s]);
    }
    return sum;
}

/* ---- Functions ---- */

/* What threads have lived, without what probes have cost. */
static double lives(const struct tally *tally)
{
    double sum = 0;

    for (size_t i = 0; i < tally->thread_count; i++) {
        const struct tally_thread *thread = &tally->threads[i];
        if (thread->counted)
            sum += fmax(thread->life_ticks - flow_ticks(thread->fields.bias), 0);
    }
    return sum;
}

/* No less than any function took: who began what is not known for sure. */
double flow_outermost(const struct flow *flow)
{
    double sum = 0;
    double longest = 0;

    for (size_t i = 0; i < flow->tally->function_count; i++) {
        const struct flow_function *f = &flow->functions[i];
        const double part = f->by_pointers ? 1 - flow->by_pointers : 1;
        sum += fmin(f->root, f->total) * part;
        longest = fmax(longest, f->total);
    }
    return fmax(sum, fmin(longest, lives(flow->tally)));
}

/* What lines called through pointers. */
static double called_through_pointers(const struct flow *flow)
{
    const struct tally *tally = flow->tally;
    double sum = 0;

    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        for (uint32_t s = 0; s < f->view.fields.site_count; s++) {
            const struct tally_cell *cell = &f->cells[s];
            const struct flow_line *line = &flow->functions[i].lines[s];
            if (cell->calls_pointers)
                sum += fmax(line->total - (isnan(line->own) ? 0 : line->own) -
                                line->called_total,
                            0);
        }
    }
    return sum;
}

/* Of what was called through pointers: which part that is of profiled functions. */
static void find_profiled_pointers(struct flow *flow)
{
    const double called = called_through_pointers(flow);
    double profiled = 0;

    for (size_t i = 0; i < flow->tally->function_count; i++) {
        const struct flow_function *f = &flow->functions[i];
        profiled += f->by_pointers ? fmin(f->root, f->total) : 0;
    }
    flow->profiled_pointers = profiled < called ? profiled / called : 1;
}

/* ---- All of it ---- */

static double excess(const struct flow *flow)
{
    const struct flow_own own = add_up(flow);

    return own.known + own.least - flow->most;
}

static double all_hits(const struct flow *flow)
{
    const struct tally *tally = flow->tally;
    double hits = 0;

    for (size_t i = 0; i < tally->function_count; i++) {
        for (uint32_t s = 0; s < tally->functions[i].view.fields.site_count; s++)
            hits += (double)tally->functions[i].cells[s].hits;
    }
    return hits;
}

static void try_again(struct flow *flow, void (*again)(struct flow *flow))
{
    again(flow);
    sum_called(flow);
    find_profiled_pointers(flow);
}

/* Move *value from where all is too long towards where it fits. */
static void fit(struct flow *flow, double *value, double fits,
                void (*again)(struct flow *flow))
{
    double too_long = *value;

    for (int i = 0; i < ROUNDS; i++) {
        *value = (too_long + fits) / 2;
        try_again(flow, again);
        if (excess(flow) > 0)
            too_long = *value;
        else
            fits = *value;
    }
}

static bool has_estimated_root(const struct flow_function *f)
{
    return f->by_pointers && !f->is_measured;
}

static double part_of_root(const struct flow_function *f)
{
    return f->likely > 0 ? f->root / f->likely : 0;
}

/* Of its root what was measured. */
static double sure_root(const struct flow_function *f)
{
    return fmin(f->sure * part_of_root(f), f->root);
}

/* What was called through pointers is no longer than the lines that called so, as other
   calls are no longer than theirs.  True if it was. */
static bool fit_roots(struct flow *flow)
{
    const size_t count = flow->tally->function_count;
    struct flow_part *parts = memory_zeroed(count, sizeof *parts);
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        const struct flow_function *f = &flow->functions[i];
        const double part = part_of_root(f);
        sum += f->by_pointers ? f->root : 0;
        if (has_estimated_root(f))
            parts[i] = (struct flow_part){f->root - sure_root(f),
                                          f->variance * part * part, f->bias * part};
    }
    const double too_long = sum - called_through_pointers(flow);
    flow_take_excess(parts, count, too_long);
    for (size_t i = 0; i < count; i++) {
        struct flow_function *f = &flow->functions[i];
        if (has_estimated_root(f) && f->root > 0)
            f->root_part *= (sure_root(f) + parts[i].more) / f->root;
    }
    free(parts);
    return too_long > 0;
}

/* Circles that no edge shows: no whole bounds what is called in one. */
static bool has_hidden_circles(const struct flow *flow)
{
    for (size_t i = 0; i < flow->tally->function_count; i++) {
        const struct flow_function *f = &flow->functions[i];
        if (f->by_pointers && f->leads_to_pointers)
            return true;
    }
    return false;
}

void flow_fit_own(struct flow *flow, void (*again)(struct flow *flow))
{
    sum_called(flow);
    flow_find_pointers(flow);
    if (flow->pointers_are_known) {
        again(flow);
        sum_called(flow);
    }
    const bool circles = has_hidden_circles(flow);
    if (!circles && flow_fit_called_back(flow)) {
        again(flow);
        sum_called(flow);
    }
    if (!circles && fit_roots(flow)) {
        again(flow);
        sum_called(flow);
    }
    find_profiled_pointers(flow);
    flow->most = flow_outermost(flow);
    flow->usual = flow->most / fmax(all_hits(flow), 1);
    if (!circles || !(flow->tally->probe_ticks > 0) || excess(flow) <= 0)
        return;
    fit(flow, &flow->blur, flow->tally->probe_ticks * MOST_BLUR, again);
    if (excess(flow) > 0)
        fit(flow, &flow->usual, 0, again);
}

struct flow_own flow_sum_own(const struct flow *flow)
{
    struct flow_own own = add_up(flow);
    const double left = fmin(flow_outermost(flow), flow->most) - own.known;
    const double wanted = sum_of_wanted(flow, &own);

    own.part = wanted > 0 ? fmin(fmax(left, 0) / wanted, 1) : 0;
    return own;
}

double flow_child(const struct flow *flow, const struct flow_own *own,
                  const struct tally_cell *cell, const struct flow_line *line)
{
    return line->own_is_unknown
               ? line->total - wanted_of(flow, own, cell, line) * own->part
               : known_child(flow, cell, line);
}
