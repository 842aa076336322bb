/* SPDX-License-Identifier: MIT */
/*
 * What was called through pointers, of which nobody has counted which line called whom.
 *
 * What is known: how many calls of a function no line has made by name; what timed visits
 * of a line told that they called; and some of these calls, that happened to be timed in
 * a timed visit of the line.
 */
#include "base/memory.h"
#include "base/text.h"
#include "model/flow/profile_flow.h"

#include <math.h>
#include <stdlib.h>

/* Estimates of one and the same time differ. */
static const double slack = 1.25;

enum {
    ROUNDS = 16,
    MANY_CALLS = 2, /* seen in a visit: what it calls calls back, as a sort does */
};

/* ---- Which functions ---- */

/* Calls that no line is known to have made, of each function. */
static uint64_t calls_left(const struct flow *flow, size_t index)
{
    const struct edge_list *incoming = &flow->order.incoming;
    uint64_t left = flow->tally->functions[index].calls;

    for (size_t i = incoming->starts[index]; i < incoming->starts[index + 1]; i++) {
        const uint64_t calls = flow->tally->edges[incoming->list[i]].calls;
        left = left > calls ? left - calls : 0;
    }
    return left;
}

static const struct tally_cell *cell_of(const struct flow *flow,
                                        const struct tally_edge *seen)
{
    return &flow->tally->functions[seen->caller].cells[seen->site];
}

static struct flow_line *line_of(const struct flow *flow, const struct tally_edge *seen)
{
    return &flow->functions[seen->caller].lines[seen->site];
}

static void find_seen(struct flow *flow)
{
    const struct tally *tally = flow->tally;

    for (size_t i = 0; i < tally->seen_count; i++) {
        const struct tally_edge *seen = &tally->seen[i];
        const struct tally_cell *cell = cell_of(flow, seen);
        if (!cell->calls_pointers)
            continue;
        flow->functions[seen->callee].is_seen = true;
        line_of(flow, seen)->calls_back |= seen->calls > MANY_CALLS * cell->timed;
    }
    for (size_t i = 0; i < tally->seen_count; i++) {
        const struct tally_edge *seen = &tally->seen[i];
        flow->functions[seen->callee].is_called_back |= line_of(flow, seen)->calls_back;
    }
}

/* The longest visit of lines that call through pointers: in which function, and
 * elsewhere.
 */
struct longest {
    size_t function;
    double ticks;
    double elsewhere;
    double hits; /* of all these lines */
};

static double longest_visit(const struct tally_cell *cell, const struct flow_line *line)
{
    const double mean = cell->hits ? line->total / (double)cell->hits : 0;

    return fmin(fmax((double)cell->max_ticks, mean), line->total);
}

static void look_at_line(struct longest *longest, size_t function, double ticks)
{
    if (function == longest->function) {
        longest->ticks = fmax(longest->ticks, ticks);
    } else if (ticks > longest->ticks) {
        longest->elsewhere = longest->ticks;
        longest->ticks = ticks;
        longest->function = function;
    } else {
        longest->elsewhere = fmax(longest->elsewhere, ticks);
    }
}

/* A line of which each visit calls once: as long as a visit, and as often, is what it
   calls. */
static struct longest find_longest(const struct flow *flow)
{
    const struct tally *tally = flow->tally;
    struct longest longest = {.function = SIZE_MAX};

    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        for (uint32_t s = 0; s < f->view.fields.site_count; s++) {
            const struct flow_line *line = &flow->functions[i].lines[s];
            if (!f->cells[s].calls_pointers || line->calls_back)
                continue;
            look_at_line(&longest, i, longest_visit(&f->cells[s], line));
            longest.hits += (double)f->cells[s].hits;
        }
    }
    return longest;
}

static bool begins_program(const struct tally_function *f)
{
    return !text_order(f->view.name, text_of("main")) ||
           !text_order(f->view.name, text_of("MAIN__"));
}

/* Those that are short enough for it may have been called through pointers: what threads
   begin with was not. */
static bool may_be_called(const struct flow *flow, const struct longest *longest,
                          size_t index, double left)
{
    const struct flow_function *f = &flow->functions[index];
    const double most = index == longest->function ? longest->elsewhere : longest->ticks;

    return f->is_seen || fmin(f->root, f->total) <= most * slack * left;
}

static void find_functions(struct flow *flow)
{
    const struct longest longest = find_longest(flow);
    double calls = 0;

    for (size_t i = 0; i < flow->tally->function_count; i++) {
        struct flow_function *f = &flow->functions[i];
        const double ticks = fmin(f->root, f->total);
        const double left = ticks > 0 ? (double)calls_left(flow, i) : 0;
        if (!(left > 0) || !may_be_called(flow, &longest, i, left) ||
            begins_program(&flow->tally->functions[i]))
            continue;
        f->by_pointers = true;
        f->each_by_pointer = f->root / left;
        calls += f->is_seen ? 0 : left;
    }
    flow->by_pointers = calls > longest.hits ? longest.hits / calls : 1;
}

/* ---- What they took ---- */

/* Of what several lines call back each has as much as it told to have called. */
void flow_find_called_back(struct flow *flow)
{
    const struct tally *tally = flow->tally;

    for (size_t i = 0; i < tally->function_count; i++)
        flow->functions[i].told_back = 0;
    for (size_t i = 0; i < flow->line_count; i++)
        flow->lines[i].called_back = 0;
    for (size_t i = 0; i < tally->seen_count; i++) {
        const struct tally_edge *seen = &tally->seen[i];
        if (line_of(flow, seen)->calls_back)
            flow->functions[seen->callee].told_back += cell_of(flow, seen)->told;
    }
    for (size_t i = 0; i < tally->seen_count; i++) {
        const struct tally_edge *seen = &tally->seen[i];
        const struct flow_function *callee = &flow->functions[seen->callee];
        struct flow_line *line = line_of(flow, seen);
        if (line->calls_back && callee->told_back > 0)
            line->called_back += fmin(callee->root, callee->total) *
                                 cell_of(flow, seen)->told / callee->told_back;
    }
}

/* Of a visit that calls, at least: what the shortest takes that it has been seen to call,
   or else any. */
static void find_least(struct flow *flow)
{
    const struct tally *tally = flow->tally;
    double shortest = INFINITY;

    for (size_t i = 0; i < tally->function_count; i++) {
        const struct flow_function *f = &flow->functions[i];
        if (f->by_pointers && f->root > 0)
            shortest = fmin(shortest, f->each_by_pointer);
    }
    for (size_t i = 0; i < flow->line_count; i++)
        flow->lines[i].pointer_least = INFINITY;
    for (size_t i = 0; i < tally->seen_count; i++) {
        const struct flow_function *f = &flow->functions[tally->seen[i].callee];
        struct flow_line *line = line_of(flow, &tally->seen[i]);
        if (f->by_pointers && f->root > 0)
            line->pointer_least = fmin(line->pointer_least, f->each_by_pointer);
    }
    for (size_t i = 0; i < flow->line_count; i++) {
        if (!isfinite(flow->lines[i].pointer_least))
            flow->lines[i].pointer_least = isfinite(shortest) ? shortest : 0;
    }
}

/* What lines are told to have called through pointers, without what readings made of it.
 */
static double all_told(const struct flow *flow)
{
    const struct tally *tally = flow->tally;
    double told = 0;

    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        for (uint32_t s = 0; s < f->view.fields.site_count; s++) {
            const struct flow_line *line = &flow->functions[i].lines[s];
            if (f->cells[s].calls_pointers && !line->calls_back)
                told += flow_told_pointers(flow, &f->cells[s], line, line->called_total);
        }
    }
    return told;
}

/* What such functions took is what lines called through pointers, as far as that is
   short: what these are told to have called is longer by what readings made of it.  First
   that is as much for each visit, however long, as leaves what the shortest takes; what
   is too long even so is so in proportion.  What is called back is another matter: of
   these lines' time nobody knows how much is what calls back, and their visits are long.
 */
static void find_what_they_took(struct flow *flow)
{
    double took = 0;
    double least = 0;
    double most = flow_most_added(flow->tally);

    for (size_t i = 0; i < flow->tally->function_count; i++) {
        const struct flow_function *f = &flow->functions[i];
        took += f->by_pointers && !f->is_called_back ? f->root : 0;
    }
    for (int i = 0; i < ROUNDS; i++) {
        flow->pointers_read = (least + most) / 2;
        *(all_told(flow) > took ? &least : &most) = flow->pointers_read;
    }
    const double told = all_told(flow);
    flow->pointers_are_known = told > 0;
    flow->pointers_took = told > 0 ? took / told : 0;
}

void flow_find_pointers(struct flow *flow)
{
    find_seen(flow);
    find_functions(flow);
    find_least(flow);
    find_what_they_took(flow);
    flow_find_called_back(flow);
}

/* ---- What is called back fits into the line ---- */

/* Nearly all timed calls have been seen to come from there: all of them do. */
static const double nearly_all = 0.9;

/* Of a function, as far as it is one line that calls it back. */
struct back {
    const struct flow_line *line; /* NULL: not so far */
    bool is_elsewhere;            /* or another does, too */
    uint64_t seen;
};

static struct back *find_backs(const struct flow *flow)
{
    const struct tally *tally = flow->tally;
    struct back *backs = memory_zeroed(tally->function_count, sizeof *backs);

    for (size_t i = 0; i < tally->seen_count; i++) {
        const struct tally_edge *seen = &tally->seen[i];
        const struct flow_line *line = line_of(flow, seen);
        struct back *back = &backs[seen->callee];
        back->is_elsewhere |= !line->calls_back || (back->line && back->line != line);
        back->line = line;
        back->seen += seen->calls;
    }
    return backs;
}

/* Of lines that are hit once a call: how often a call was timed, at most. */
static uint64_t timed_calls(const struct tally_function *f)
{
    uint64_t timed = 0;

    for (uint32_t i = 0; i < f->view.fields.site_count; i++) {
        if (f->cells[i].hits == f->calls && f->cells[i].timed > timed)
            timed = f->cells[i].timed;
    }
    return timed;
}

bool flow_fit_called_back(struct flow *flow)
{
    const size_t count = flow->tally->function_count;
    struct back *backs = find_backs(flow);
    bool is_cut = false;

    for (size_t i = 0; i < count; i++) {
        struct flow_function *f = &flow->functions[i];
        const struct flow_line *line = backs[i].line;
        const uint64_t timed = timed_calls(&flow->tally->functions[i]);
        if (!f->by_pointers || !line || backs[i].is_elsewhere || !timed ||
            (double)backs[i].seen < nearly_all * (double)timed)
            continue;
        const double called = fmax(line->total - line->called_total, 0);
        if (line->called_back > called && !f->is_measured) {
            f->root_part *= called / line->called_back;
            is_cut = true;
        }
    }
    free(backs);
    return is_cut;
}
