/* SPDX-License-Identifier: MIT */
/* What came out of the flow goes back into the tally: whole ticks that still add up. */
#include "model/flow/profile_flow.h"

#include <math.h>

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

/* A line that was made shorter to fit was not off the processor for longer than that
   part of it. */
static double off_of(const struct tally_cell *cell, const struct flow_line *line)
{
    const double before = flow_ticks(cell->ticks) + cell->estimate;

    return before > line->total ? cell->off_ns * (line->total / before) : cell->off_ns;
}

/* What a line was given without having been seen there may be another's; but whatever it
   has taken, its function has. */
static double variance_of(const struct flow_function *f, const struct flow_line *line,
                          double all_unseen)
{
    const double unseen = unseen_of(line);

    return fmin(line->variance + line->bias * line->bias + unseen * (all_unseen - unseen),
                f->total * f->total);
}

/* What a line was given above what was seen of it: ticks. */
static double raised_of(const struct tally_cell *cell, const struct flow_line *line)
{
    return cell->estimate > 0
               ? fmax(line->total - flow_ticks(cell->ticks) - cell->estimate, 0)
               : 0;
}

/* What of a line that was estimated it may have been off the processor yet: ns. */
static double room_of(const struct tally_cell *cell, const struct flow_line *line,
                      double ticks_a_ns)
{
    return cell->estimate > 0 ? fmax(line->total / ticks_a_ns - cell->off_ns, 0) : 0;
}

/* For how long the thread did not run while none of the lines was timed is known of the
   function.  What the samples do not have of that lines have first that were given more
   than was seen of them. */
static void put_off(struct tally_function *tally, const struct flow_function *f,
                    double ticks_a_ns)
{
    const uint32_t count = tally->view.fields.site_count;
    double missing = tally->off_ns;
    double raised = 0;
    double room = 0;

    for (uint32_t i = 0; i < count; i++) {
        missing -= tally->cells[i].estimate > 0 ? tally->cells[i].off_ns : 0;
        raised += raised_of(&tally->cells[i], &f->lines[i]) / ticks_a_ns;
    }
    const double first = fmin(fmax(missing, 0), raised);
    for (uint32_t i = 0; i < count; i++) {
        struct tally_cell *cell = &tally->cells[i];
        if (raised > 0)
            cell->off_ns += first * raised_of(cell, &f->lines[i]) / ticks_a_ns / raised;
        room += room_of(cell, &f->lines[i], ticks_a_ns);
    }
    const double rest = fmax(missing - first, 0);
    for (uint32_t i = 0; i < count; i++) {
        struct tally_cell *cell = &tally->cells[i];
        if (room > 0)
            cell->off_ns +=
                fmin(rest / room, 1) * room_of(cell, &f->lines[i], ticks_a_ns);
    }
}

/* Each line's is the difference of two rounded sums, so that they add up. */
static void put_lines(struct tally_function *tally, const struct flow_function *f,
                      double ticks_a_ns)
{
    double unseen = 0;
    double sum = 0;
    uint64_t before = 0;

    for (uint32_t i = 0; i < tally->view.fields.site_count; i++) {
        struct tally_cell *cell = &tally->cells[i];
        unseen += unseen_of(&f->lines[i]);
        if (cell->estimate > 0)
            cell->off_ns = off_of(cell, &f->lines[i]);
    }
    if (tally->off_ns > 0 && ticks_a_ns > 0)
        put_off(tally, f, ticks_a_ns);
    for (uint32_t i = 0; i < tally->view.fields.site_count; i++) {
        struct tally_cell *cell = &tally->cells[i];
        if (cell->estimate > 0)
            cell->variance = variance_of(f, &f->lines[i], unseen);
        sum += f->lines[i].total;
        const uint64_t until = rounded(sum);
        cell->ticks = until - before;
        before = until;
    }
    tally->ticks = before;
}

/* What re-entries took is the line's child time, too, and in no edge. */
static void put_children(const struct flow *flow, const struct tally_function *tally,
                         const struct flow_function *f, const struct flow_own *own)
{
    for (uint32_t i = 0; i < tally->view.fields.site_count; i++) {
        struct tally_cell *cell = &tally->cells[i];
        const double child = flow_child(flow, own, cell, &f->lines[i]);
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
static void put_threads(struct flow *flow)
{
    struct tally *tally = flow->tally;
    const double outermost = flow_outermost(flow);
    double threads = 0;

    for (size_t i = 0; i < tally->thread_count; i++)
        threads += flow_ticks(tally->threads[i].self_ticks);
    for (size_t i = 0; i < tally->thread_count; i++) {
        struct tally_thread *thread = &tally->threads[i];
        const double factor = threads > 0 ? outermost / threads : 0;
        thread->self_ticks =
            rounded(fmin(flow_ticks(thread->self_ticks) * factor, thread->life_ticks));
    }
}

/* A function that was made no longer than its thread: so are its calls together. */
static void cut_calls(struct flow *flow, size_t index)
{
    const struct edge_list *incoming = &flow->order.incoming;
    const double total = flow->functions[index].total;
    double sum = 0;

    for (size_t i = incoming->starts[index]; i < incoming->starts[index + 1]; i++) {
        const struct flow_edge *edge = &flow->edges[incoming->list[i]];
        sum += edge->is_inner ? 0 : edge->total;
    }
    for (size_t i = incoming->starts[index]; i < incoming->starts[index + 1]; i++) {
        struct flow_edge *edge = &flow->edges[incoming->list[i]];
        if (sum > total && !edge->is_inner)
            edge->total *= total / sum;
    }
}

void flow_put_back(struct flow *flow)
{
    struct tally *tally = flow->tally;
    const struct flow_own own = flow_sum_own(flow);

    for (size_t i = 0; i < tally->function_count; i++)
        cut_calls(flow, i);
    for (size_t i = 0; i < tally->function_count; i++) {
        const struct flow_function *f = &flow->functions[i];
        struct tally_function *t = &tally->functions[i];
        note_cut(tally, i, f);
        if (!t->view.fields.site_count)
            t->ticks = differs(f->total, t->ticks) ? rounded(f->total) : t->ticks;
        else if (!f->is_plain || flow_is_cut(f))
            put_lines(t, f, tally->ticks_a_ns);
        put_children(flow, t, f, &own);
    }
    for (size_t i = 0; i < tally->edge_count; i++) {
        if (differs(flow->edges[i].total, tally->edges[i].ticks))
            tally->edges[i].ticks = rounded(flow->edges[i].total);
    }
    put_threads(flow);
}
