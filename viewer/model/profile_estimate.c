/* SPDX-License-Identifier: MIT */
/*
 * Adaptive mode: from the visits that were timed to the time of all.
 *
 * A line's visits are drawn by lot, so the mean of those drawn estimates that of all,
 * with the variance of a simple random sample (W. G. Cochran, "Sampling Techniques",
 * ch. 2).  The runtime has cut long visits short before they enter the sample, so none
 * stands for more than its share; what they took beyond that is counted once, and how
 * much more there may have been is kept beside it (`possible`).  What others had the
 * processor for is not in the sample at all.
 *
 * How the estimates of lines fit into what was measured: profile_flow.c.
 */
#include "model/profile_tally.h"

#include <math.h>

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

/* What visits took beyond where they were cut. */
static void add_beyond(struct tally_sample *sample, const struct lprof_cell *cell,
                       double others)
{
    const double ticks = (double)cell->outlier_ticks;

    if (!cell->outliers)
        return;
    sample->estimate += ticks;
    sample->beyond = ticks;
    sample->possible += ticks * (others - 1);
    sample->variance += ticks * ticks / (double)cell->outliers * others * others;
}

/* None has been drawn yet: they are likely to be as those before, which were all timed.
 */
static struct tally_sample as_before(const struct lprof_cell *cell, double visits)
{
    const uint64_t timed = cell->timed;
    const double mean =
        timed && cell->ticks <= INT64_MAX ? (double)cell->ticks / (double)timed : 0;

    return (struct tally_sample){.estimate = visits * mean,
                                 .drawn = visits,
                                 .variance = visits * visits * mean * mean};
}

/* A visit that waited is counted once, too, as others may have had the processor: they
   interrupt timed visits more often than others.  What they had not stands for more. */
static void add_off(struct tally_sample *sample, const struct lprof_cell *cell,
                    double others, struct tally_basis basis)
{
    const double blocked = (double)cell->sampled_off_ns * (1 - basis.delayed);

    sample->off_ns = (double)cell->sampled_off_ns;
    sample->possible += blocked * basis.ticks_a_ns * (others - 1);
}

/* What has a weight beyond that is cut earlier than where the tick sees it. */
static const double most_whole = 512;

/* Of what was seen by the tick, as long as where that begins: what the lots may lack.
   They have some of what is up to twice as long. */
static const double rarely_drawn = 0.25;

/*
 * What lasted and was not timed, seen by the kernel's tick, which is rare: a Poisson
 * process.  Of what is not much longer than where that begins a part is in the lots; if
 * none has been drawn yet, nothing of that is to be seen in their squares.
 */
static void add_seen_by_tick(struct tally_sample *sample, const struct lprof_cell *cell,
                             struct tally_basis basis)
{
    const double ticks = (double)cell->outlier_ticks;
    const double mean = cell->sampled ? (double)cell->drawn / (double)cell->sampled : 1;
    const double weight = fmin(mean, most_whole);

    if (!cell->outliers)
        return;
    sample->estimate += ticks;
    sample->beyond = ticks;
    sample->variance += ticks * ticks / (double)cell->outliers +
                        rarely_drawn * weight * ticks * LPROF_LASTS_NS * basis.ticks_a_ns;
}

/*
 * Each visit stands for as many as its weight says: the estimate is the sum of weight
 * times time (D. Horvitz, D. Thompson, "A generalization of sampling without replacement
 * from a finite universe", 1952), and its terms differ by as much as their squares say.
 */
static struct tally_sample sum_of(const struct lprof_cell *cell, double visits,
                                  struct tally_basis basis)
{
    const double n = (double)cell->sampled;
    const double sum = (double)cell->sampled_ticks;
    const double spread = n > 1 ? fmax(squares_of(cell) - sum * sum / n, 0) * n / (n - 1)
                                : squares_of(cell);

    return (struct tally_sample){.estimate = sum,
                                 .drawn = visits,
                                 .variance = (1 - n / visits) * spread,
                                 .bias = visits * basis.known_to};
}

/* Light code: `drawn` is the sum of the weights. */
static struct tally_sample take_weighted(const struct lprof_cell *cell,
                                         struct tally_basis basis)
{
    const double weights = fmax((double)cell->drawn, (double)cell->sampled);
    struct tally_sample sample = {0};

    if (cell->sampled && weights <= (double)INT64_MAX)
        sample = sum_of(cell, weights, basis);
    sample.off_ns = (double)cell->sampled_off_ns;
    add_seen_by_tick(&sample, cell, basis);
    return sample;
}

struct tally_sample tally_take_sample(const struct lprof_counter *counter,
                                      const struct lprof_cell *cell,
                                      struct tally_basis basis)
{
    const double n = (double)cell->sampled;
    const double visits = fmax((double)tally_sampled_visits(counter, cell), n);

    if (basis.weighted)
        return take_weighted(cell, basis);
    if (cell->outliers > cell->sampled || visits > (double)INT64_MAX)
        return (struct tally_sample){0};
    if (!cell->sampled)
        return as_before(cell, visits);
    const double others = visits / n;
    struct tally_sample sample = sum_of(cell, visits, basis);

    add_off(&sample, cell, others, basis);
    add_beyond(&sample, cell, others);
    return sample;
}

void tally_add_sample(struct tally_cell *sum, const struct tally_sample *sample,
                      double factor)
{
    sum->estimate += sample->estimate * factor;
    sum->drawn += sample->drawn;
    sum->beyond += sample->beyond * factor;
    sum->possible += sample->possible * factor;
    sum->off_ns += sample->off_ns * factor;
    sum->variance += sample->variance * factor * factor;
    sum->bias += sample->bias * factor;
}
