/* SPDX-License-Identifier: MIT */
/* How a line's timed visits are distributed over their durations. */
#ifndef VISITS_H
#define VISITS_H

#include "lprof.h"

struct visits {
    uint64_t counts[LPROF_HISTOGRAM_BUCKETS]; /* as a file's histogram, wider */
};

/* Add a file's histogram to visits in its ticks; *visits NULL: none yet.  To be freed. */
void visits_add_histogram(struct visits **visits, const struct lprof_histogram *more);

/* Buckets of ticks become buckets of ns: those of a tick bucket are taken to be spread
   evenly in it.  Once; exact where a tick is a nanosecond. */
void visits_convert(struct visits *visits, double ns_per_tick);

/* Add `more` to `visits`; either may be NULL.  Uses `more` up, returns the sum. */
struct visits *visits_join(struct visits *visits, struct visits *more);

/*
 * The duration that `percent` of the visits do not exceed, ns.  Inside its bucket, which
 * is half an octave wide, visits are taken to be spread evenly: less than 20 % off.
 *
 * min_ns, max_ns   of all visits; the result lies between them.  UINT64_MAX if there are
 *                  no visits
 */
uint64_t visits_percentile(const struct visits *visits, unsigned percent, uint64_t min_ns,
                           uint64_t max_ns);

/* The shortest visit of a bucket; of the one behind the last, too. */
double visits_bucket_begin(unsigned bucket);

/* As a file's histogram of ns; a count that has no room is its largest value. */
void visits_put(const struct visits *visits, struct lprof_histogram *histogram);

#endif
