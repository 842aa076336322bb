/* SPDX-License-Identifier: MIT */
#include "stats/usage.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>

#define NS_PER_S 1e9
#define MEGA     1e6

#define NUMBER(figure) __builtin_ctz(LPROF_FIGURE_##figure)

const struct usage_column usage_columns[] = {
    {NUMBER(CPU),          "CPU %",          NS_PER_S / 100, false},
    {NUMBER(MEMORY),       "memory MB",      MEGA,           false},
    {NUMBER(PEAK),         "peak MB",        MEGA,           true },
    {NUMBER(MINOR_FAULTS), "minor faults/s", 1,              false},
    {NUMBER(MAJOR_FAULTS), "major faults/s", 1,              false},
    {NUMBER(WAITS),        "waits/s",        1,              false},
    {NUMBER(PREEMPTIONS),  "preemptions/s",  1,              false},
    {NUMBER(READ),         "read MB/s",      MEGA,           false},
    {NUMBER(WRITTEN),      "written MB/s",   MEGA,           false},
    {NUMBER(GPU_USE),      "%",              1,              false},
    {NUMBER(GPU_MEMORY),   "MB",             MEGA,           false},
    {0,                    NULL,             1,              false},
};

_Static_assert(sizeof usage_columns / sizeof usage_columns[0] == LPROF_FIGURE_COUNT + 1,
               "each figure has a column");

static const struct lprof_sample_value *value_of(const struct stats *stats,
                                                 unsigned figure, size_t sample)
{
    return &stats->samples[sample].values[figure];
}

/* A damaged file's may be less than before. */
static double growth(const struct stats *stats, unsigned figure, size_t sample)
{
    const double now = (double)value_of(stats, figure, sample)->value;

    return fmax(now - (double)value_of(stats, figure, sample - 1)->value, 0);
}

static double length_of(const struct stats *stats, size_t sample)
{
    return (double)(stats->samples[sample].at_ns - stats->samples[sample - 1].at_ns);
}

double usage_at(const struct stats *stats, unsigned figure, size_t sample)
{
    const double ns = length_of(stats, sample);

    if (!usage_is_sum(figure))
        return (double)value_of(stats, figure, sample)->value /
               (double)stats->samples[sample].readings;
    return ns > 0 ? growth(stats, figure, sample) / ns * NS_PER_S : 0;
}

/* How much of a sample is in a part of the run. */
static double overlap(const struct stats *stats, size_t sample,
                      const struct stats_span *span)
{
    const double begin =
        fmax((double)stats->samples[sample - 1].at_ns, (double)span->begin_ns);
    const double end = fmin((double)stats->samples[sample].at_ns, (double)span->end_ns);

    return fmax(end - begin, 0);
}

static void take_extremes(struct usage *usage, const struct stats *stats, unsigned figure,
                          size_t sample)
{
    const struct lprof_sample_value *value = value_of(stats, figure, sample);
    const bool has_single = value->low <= value->high;
    const double mean = usage_at(stats, figure, sample);

    usage->min = fmin(usage->min, has_single ? (double)value->low : mean);
    usage->max = fmax(usage->max, has_single ? (double)value->high : mean);
}

struct sum {
    double covered;
    double weighted;
    struct usage inside; /* extremes of samples that are in it for the most part */
    struct usage touching;
};

static void add_sample(struct sum *sum, const struct stats *stats, unsigned figure,
                       size_t sample, double ns)
{
    sum->covered += ns;
    sum->weighted += ns * usage_at(stats, figure, sample);
    take_extremes(&sum->touching, stats, figure, sample);
    if (2 * ns >= length_of(stats, sample))
        take_extremes(&sum->inside, stats, figure, sample);
}

bool usage_of(struct usage *usage, const struct stats *stats, unsigned figure,
              const struct stats_span *span)
{
    const struct usage none = {.min = INFINITY, .max = -INFINITY};
    struct sum sum = {.inside = none, .touching = none};

    for (size_t i = 1; i < stats->sample_count; i++) {
        const double ns = overlap(stats, i, span);
        if (ns > 0)
            add_sample(&sum, stats, figure, i, ns);
    }
    if (!(sum.covered > 0))
        return false;
    *usage = sum.inside.min <= sum.inside.max ? sum.inside : sum.touching;
    usage->avg = sum.weighted / sum.covered;
    usage->min = fmin(usage->min, usage->avg); /* of what is only partly in it, too */
    usage->max = fmax(usage->max, usage->avg);
    usage->total = usage_is_sum(figure) ? sum.weighted / NS_PER_S : 0;
    return true;
}

struct stats_span usage_whole(const struct stats *stats)
{
    return (struct stats_span){
        .begin_ns = stats->samples[0].at_ns,
        .end_ns = stats->samples[stats->sample_count - 1].at_ns,
    };
}

uint64_t usage_readings(const struct stats *stats)
{
    uint64_t readings = 0;

    for (size_t i = 0; i < stats->sample_count; i++)
        readings += stats->samples[i].readings;
    return readings;
}

char *usage_title(const struct usage_column *column, const struct stats *stats)
{
    if (!stats->gpu)
        return memory_format("%s", column->title);
    return memory_format("GPU %" PRIu32 " %s", stats->gpu - 1, column->title);
}

bool usage_is_shown(const struct stats *stats, const struct usage_column *column)
{
    const double least = column->unit / 200; /* two digits are shown behind the point */

    if (!usage_has(stats, column->figure))
        return false;
    for (size_t i = 1; i < stats->sample_count; i++) {
        if (usage_at(stats, column->figure, i) >= least)
            return true;
    }
    return false;
}
