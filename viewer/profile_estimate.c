/* SPDX-License-Identifier: MIT */
/*
 * Adaptive mode: from the visits that were timed to the time of all.
 *
 * A line's visits are drawn by lot, so the mean of those drawn estimates that of all,
 * with the variance of a simple random sample (W. G. Cochran, "Sampling Techniques",
 * ch. 2).  A function's total is measured: what it has beyond the visits that were all
 * timed is shared out among the sampled lines in proportion to their estimates.
 */
#include "profile_tally.h"

#include <math.h>

uint64_t tally_sampled_visits(const struct lprof_counter *counter,
                              const struct lprof_cell *cell)
{
    return cell->passed + (cell->drawn ? cell->drawn - counter->skip - 1 : 0);
}

static double squares_of(const struct lprof_cell *cell)
{
    return ldexp((double)cell->sampled_squares_high, 64) +
           (double)cell->sampled_squares_low;
}

/* resolution   of the clock, ticks: each visit's known cost is taken out to about so
                much, and all visits' is wrong in the same way */
void tally_add_sample(struct tally_cell *sum, const struct lprof_counter *counter,
                      const struct lprof_cell *cell, double resolution)
{
    const double n = (double)cell->sampled;
    const double visits = fmax((double)tally_sampled_visits(counter, cell), n);

    if (!cell->sampled)
        return;
    const double mean = (double)cell->sampled_ticks / n;
    const double spread =
        n > 1 ? fmax(squares_of(cell) - n * mean * mean, 0) / (n - 1) : mean * mean;
    const double known_to = visits * resolution;

    sum->estimate += mean * visits;
    sum->variance +=
        visits * (visits - n) * spread / n + visits * spread + known_to * known_to;
    sum->off_ns += (double)cell->sampled_off_ns * visits / n;
}

static uint64_t in_int64(double ticks)
{
    return (uint64_t)(int64_t)llround(fmin(fmax(ticks, 0), 9e18));
}

void tally_share_out(struct tally_function *f)
{
    double estimates = 0;
    uint64_t rest = f->ticks;
    double before = 0;
    uint64_t shared = 0;

    for (uint32_t i = 0; i < f->view.fields.site_count; i++) {
        estimates += f->cells[i].estimate;
        rest -= f->cells[i].ticks;
    }
    if (!(estimates > 0))
        return;
    const uint64_t total = rest > INT64_MAX ? 0 : rest;
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
