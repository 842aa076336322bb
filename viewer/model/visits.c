/* SPDX-License-Identifier: MIT */
#include "model/visits.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void visits_add_histogram(struct visits **visits, const struct lprof_histogram *more)
{
    if (!*visits)
        *visits = memory_zeroed(1, sizeof **visits);
    for (unsigned i = 0; i < LPROF_HISTOGRAM_BUCKETS; i++)
        (*visits)->counts[i] += more->counts[i];
}

/* Ticks at which a bucket begins: those whose square has `bucket` + 1 digits. */
double visits_bucket_begin(unsigned bucket)
{
    static const double halves[] = {1, M_SQRT2}; /* pow() would take most of a load */
    return bucket ? halves[bucket % 2] * (double)(UINT64_C(1) << bucket / 2) : 0;
}

static double visits_total(const struct visits *visits)
{
    double total = 0;
    for (unsigned i = 0; i < LPROF_HISTOGRAM_BUCKETS; i++)
        total += (double)visits->counts[i];
    return total;
}

/* How many of a bucket's visits took less than `ticks`. */
static double part_below(const struct visits *visits, unsigned bucket, double ticks)
{
    const double begin = visits_bucket_begin(bucket);
    const double part = (ticks - begin) / (visits_bucket_begin(bucket + 1) - begin);
    return (double)visits->counts[bucket] * fmin(fmax(part, 0), 1);
}

void visits_convert(struct visits *visits, double ns_per_tick)
{
    const struct visits old = *visits;
    const double total = visits_total(&old);
    double below = 0; /* the bucket `from`, in old */
    unsigned from = 0;
    uint64_t put = 0;

    if (ns_per_tick == 1)
        return;
    *visits = (struct visits){0};
    for (unsigned to = 0; to < LPROF_HISTOGRAM_BUCKETS && (double)put < total; to++) {
        const double end = visits_bucket_begin(to + 1) / ns_per_tick;
        while (from + 1 < LPROF_HISTOGRAM_BUCKETS && visits_bucket_begin(from + 1) <= end)
            below += (double)old.counts[from++];
        const bool is_last = to + 1 == LPROF_HISTOGRAM_BUCKETS;
        const uint64_t until =
            (uint64_t)llround(is_last ? total : below + part_below(&old, from, end));
        visits->counts[to] = until - put;
        put = until;
    }
}

struct visits *visits_join(struct visits *visits, struct visits *more)
{
    if (!visits || !more)
        return visits ? visits : more;
    for (unsigned i = 0; i < LPROF_HISTOGRAM_BUCKETS; i++)
        visits->counts[i] += more->counts[i];
    free(more);
    return visits;
}

void visits_put(const struct visits *visits, struct lprof_histogram *histogram)
{
    for (unsigned i = 0; i < LPROF_HISTOGRAM_BUCKETS; i++)
        histogram->counts[i] =
            visits->counts[i] < UINT32_MAX ? (uint32_t)visits->counts[i] : UINT32_MAX;
}

uint64_t visits_percentile(const struct visits *visits, unsigned percent, uint64_t min_ns,
                           uint64_t max_ns)
{
    const double total = visits_total(visits);
    double below = 0;
    unsigned bucket = 0;

    if (!(total > 0))
        return UINT64_MAX;
    const double wanted = total * percent / 100;
    while (bucket + 1 < LPROF_HISTOGRAM_BUCKETS &&
           below + (double)visits->counts[bucket] < wanted)
        below += (double)visits->counts[bucket++];
    const double inside = (double)visits->counts[bucket];
    const double part = inside > 0 ? (wanted - below) / inside : 0;
    const double begin = visits_bucket_begin(bucket);
    const double ns = begin + part * (visits_bucket_begin(bucket + 1) - begin);
    if (ns < (double)min_ns)
        return min_ns;
    return ns > (double)max_ns ? max_ns : (uint64_t)llround(ns);
}
