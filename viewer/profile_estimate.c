/* SPDX-License-Identifier: MIT */
/*
 * Adaptive mode: from the visits that were timed to the time of all.
 *
 * A line's visits are drawn by lot, so the mean of those drawn estimates that of all,
 * with the variance of a simple random sample (W. G. Cochran, "Sampling Techniques",
 * ch. 2).  Where all calls of a function are timed its total is measured: what it has
 * beyond the visits that were all timed is shared out among the sampled lines in
 * proportion to their estimates.  Where calls are drawn by lot too, lines are estimated
 * from more visits than there are timed calls: so the total is their sum, and what calls
 * say is put in proportion to that.
 */
#include "profile_tally.h"

#include <math.h>

enum { ENOUGH_OUTLIERS = 8, LEAST_PART = 4 };

uint64_t tally_sampled_visits(const struct lprof_counter *counter,
                              const struct lprof_cell *cell)
{
    return cell->drawn ? cell->drawn - counter->skip - 1 : 0;
}

static double squares_of(const struct lprof_cell *cell)
{
    return ldexp((double)cell->sampled_squares_high, 64) +
           (double)cell->sampled_squares_low;
}

/*
 * Visits of a kind that was hardly ever drawn say nothing of how many there were: so few
 * stand for themselves, and the estimate is as uncertain as it would be if they did not.
 */
static void add_outliers(struct tally_cell *sum, const struct lprof_cell *cell,
                         double others)
{
    const double n = (double)cell->outliers;
    const double ticks = (double)cell->outlier_ticks;

    if (!cell->outliers)
        return;
    sum->estimate += cell->outliers < ENOUGH_OUTLIERS ? ticks : ticks * others;
    sum->variance += ticks * ticks / n * others * others;
}

/* resolution   of the clock, ticks: each visit's known cost is taken out to the nearest
                of its steps, so by up to half a step all visits are wrong in the same
                way */
void tally_add_sample(struct tally_cell *sum, const struct lprof_counter *counter,
                      const struct lprof_cell *cell, double resolution)
{
    const double drawn = (double)cell->sampled;
    const double n = drawn - (double)cell->outliers;

    if (!cell->sampled || cell->outliers > cell->sampled)
        return;
    const double visits = fmax((double)tally_sampled_visits(counter, cell), drawn);
    const double others = visits / drawn;
    const double mean = n > 0 ? (double)cell->sampled_ticks / n : 0;
    const double spread =
        n > 1 ? fmax(squares_of(cell) - n * mean * mean, 0) / (n - 1) : mean * mean;
    const double known_to = visits * resolution / 2;

    sum->estimate += mean * n * others;
    sum->variance += visits * (visits - drawn) * spread / drawn + visits * spread +
                     known_to * known_to;
    add_outliers(sum, cell, others);
    sum->off_ns += (double)cell->sampled_off_ns *
                   (cell->outliers && cell->outliers < ENOUGH_OUTLIERS ? 1 : others);
}

static uint64_t in_int64(double ticks)
{
    return (uint64_t)(int64_t)llround(fmin(fmax(ticks, 0), 9e18));
}

static uint64_t sum_of_lines(const struct tally_function *f)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < f->view.fields.site_count; i++)
        sum += f->cells[i].ticks;
    return sum;
}

static void share_out(struct tally_function *f)
{
    double estimates = 0;
    uint64_t rest = f->ticks;
    double before = 0;
    uint64_t shared = 0;

    for (uint32_t i = 0; i < f->view.fields.site_count; i++) {
        estimates += f->cells[i].estimate;
        rest -= f->cells[i].ticks;
    }
    f->measured_ticks = f->ticks;
    if (!(estimates > 0) && !f->calls_sampled)
        return;
    /* The cost of probes is taken out as an average.  Where little or nothing seems to be
       left it was less, and lines know better. */
    const bool is_measured =
        !f->calls_sampled && rest <= INT64_MAX && (double)rest * LEAST_PART > estimates;
    const uint64_t total = is_measured ? rest : in_int64(estimates);
    f->ticks = sum_of_lines(f) + total;
    const double factor = (double)total / estimates;
    for (uint32_t i = 0; i < f->view.fields.site_count; i++) {
        struct tally_cell *cell = &f->cells[i];
        before += cell->estimate;
        const uint64_t until = before < estimates ? in_int64(before * factor) : total;
        cell->ticks += until - shared;
        cell->variance *= factor * factor;
        shared = until;
    }
}

/* The callee's total by its calls is another estimate than that by its lines. */
static void adjust_edge(struct tally *tally, struct tally_edge *edge)
{
    const struct tally_function *callee = &tally->functions[edge->callee];

    if (!callee->calls_sampled || callee->measured_ticks - 1 > INT64_MAX)
        return;
    const double factor = (double)callee->ticks / (double)callee->measured_ticks;
    const uint64_t before = edge->ticks > INT64_MAX ? 0 : edge->ticks;
    edge->ticks = in_int64((double)before * factor);
    tally->functions[edge->caller].cells[edge->site].child_ticks += edge->ticks - before;
}

void tally_estimate(struct tally *tally)
{
    for (size_t i = 0; i < tally->function_count; i++)
        share_out(&tally->functions[i]);
    for (size_t i = 0; i < tally->edge_count; i++)
        adjust_edge(tally, &tally->edges[i]);
}
