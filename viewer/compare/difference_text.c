/* SPDX-License-Identifier: MIT */
/* Differences in words. */
#include "compare/differences.h"

#include "base/duration.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>

static double base_mean(const struct differences *d, const struct difference *x)
{
    return (double)x->base / d->comparison->base_runs;
}

static double now_mean(const struct differences *d, const struct difference *x)
{
    return (double)x->now / d->comparison->now_runs;
}

static bool has_runs(const struct differences *d)
{
    return d->comparison->base_runs > 1 || d->comparison->now_runs > 1;
}

static char *text_of_time(const struct differences *d, const struct difference *x)
{
    const double base_ns = base_mean(d, x);
    const double now_ns = now_mean(d, x);
    char texts[2][DURATION_BYTES];
    char sure[48] = "";

    if (x->sureness < 1)
        snprintf(sure, sizeof sure, " (%.4g %% sure)", 100 * x->sureness);
    duration_format(texts[0], base_ns);
    duration_format(texts[1], now_ns);
    return base_ns > 0
               ? memory_format("%g %% slower: %s, was %s%s",
                               change_percent(base_ns, now_ns), texts[1], texts[0], sure)
               : memory_format("took %s, and no time before%s", texts[1], sure);
}

static char *text_of_bytes(const struct differences *d, const struct difference *x)
{
    return memory_format("allocates %.12g bytes%s, was %.12g", now_mean(d, x),
                         has_runs(d) ? " a run" : "", base_mean(d, x));
}

static char *text_of_count(const struct differences *d, const struct difference *x)
{
    const char *what = x->kind == DIFFERENCE_CALLS ? "calls" : "hits";

    return has_runs(d)
               ? memory_format("%.10g %s a run, was %.10g", now_mean(d, x), what,
                               base_mean(d, x))
               : memory_format("%" PRIu64 " %s, was %" PRIu64, x->now, what, x->base);
}

char *difference_text(const struct differences *differences,
                      const struct difference *difference)
{
    static char *(*const texts[DIFFERENCE_KIND_COUNT])(const struct differences *d,
                                                       const struct difference *x) = {
        [DIFFERENCE_TIME] = text_of_time,
        [DIFFERENCE_BYTES] = text_of_bytes,
        [DIFFERENCE_HITS] = text_of_count,
        [DIFFERENCE_CALLS] = text_of_count,
    };

    return texts[difference->kind](differences, difference);
}
