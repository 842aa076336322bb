/* SPDX-License-Identifier: MIT */
#include "compare/differences.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* A limit is passed if that is as probable. */
#define SURE         0.995
#define MOST_SURE    0.9999 /* no estimate is surer */
#define MOST_DEGREES 100

/* What a time differs by from run to run, as a part of it: where it is not known, and at
   least. */
#define ONE_RUN_SPREAD 0.08
#define LEAST_SPREAD   0.01

/* What takes less than this part of all, or less than this time, is noise. */
#define FLOOR_PART 0.01
#define FLOOR_NS   1e6

/* The time of a function or line on one side, of a run. */
struct side_time {
    const struct runs *runs;
    double count; /* of runs */
    double ns;
    double off_ns;
    double self_ns;
    double variance; /* of ns */
};

__extension__ typedef unsigned __int128 wide;

static void add(struct differences *d, struct difference difference)
{
    d->all = memory_grown(d->all, d->count, &d->room, sizeof *d->all);
    d->all[d->count++] = difference;
    d->failure_count += difference.is_failure;
}

/* ---- Times ---- */

/*
 * Runs differ for no reason: how much a single time may be off, squared.  Several runs
 * say it themselves; where there is one, what is usual on a machine that does other
 * things as well.  What a thread waited for the processor is not the program's doing.
 */
static double variance_of(const struct side_time *t, const struct function *f,
                          const struct line *line, double clock_variance)
{
    const double own = runs_variance(t->runs, f, line);
    const double least = t->ns * (own < 0 ? ONE_RUN_SPREAD : LEAST_SPREAD);
    const double off = own < 0 ? t->off_ns / 2 : 0;
    const double spread = own > least * least ? own : least * least;

    return (spread + off * off) / t->count + clock_variance;
}

static double off_of(const struct function *f, const struct line *line)
{
    double off = 0;

    for (size_t i = 0; i < f->line_count; i++) {
        if ((!line || line == &f->lines[i]) && f->lines[i].off_cpu_ns != NOT_KNOWN)
            off += (double)f->lines[i].off_cpu_ns;
    }
    return off;
}

/* Of what the profile itself says is an estimate. */
static double estimate_variance(const struct function *f, const struct line *line)
{
    double variance = 0;

    for (size_t i = 0; i < f->line_count; i++) {
        if ((!line || line == &f->lines[i]) && f->lines[i].variance != VARIANCE_NOT_KNOWN)
            variance += (double)f->lines[i].variance;
    }
    return variance;
}

/* Of one function or line on one side; the mean of its runs. */
static struct side_time side_time(const struct comparison_side *side, double count,
                                  const struct function *f, const struct line *line)
{
    static const struct runs none;
    struct side_time t = {
        .runs = side->runs ? side->runs : &none,
        .count = count,
        .ns = (double)(line ? line->time_ns : f->total_ns) / count,
        .off_ns = off_of(f, line) / count,
        .self_ns = (double)(line ? line->self_ns : f->self_ns) / count,
    };

    t.variance = variance_of(&t, f, line, estimate_variance(f, line) / count / count);
    return t;
}

/* Clocks that count readings do not differ from run to run. */
static bool is_exact(const struct comparison *comparison)
{
    return comparison->base.profile->inputs[0].clock == LPROF_CLOCK_COUNT &&
           comparison->now.profile->inputs[0].clock == LPROF_CLOCK_COUNT;
}

/* How probable it is that more than so many percent have been added, from 0 to 1. */
static double sureness_of(const struct side_time *base, const struct side_time *now,
                          double percent)
{
    const double factor = 1 + percent / 100;
    const double excess = now->ns - base->ns * factor;
    const double error = sqrt(now->variance + factor * factor * base->variance);
    const bool has_spread = base->runs->count > 1 || now->runs->count > 1;
    const double degrees = base->count + now->count - 2;

    return fmin(MOST_SURE,
                student_probability(excess / error, has_spread && degrees < MOST_DEGREES
                                                        ? (unsigned)degrees
                                                        : MOST_DEGREES));
}

/* Whether so many percent have surely been added, and how sure that is. */
static bool is_above(const struct differences *d, const struct side_time *base,
                     const struct side_time *now, double percent, double *sureness)
{
    *sureness = 1;
    if (is_exact(d->comparison))
        return true;
    *sureness = sureness_of(base, now, percent);
    return now->ns >= d->floor_ns && *sureness >= SURE;
}

/* row   NULL: the functions themselves */
static void find_time(struct differences *d, const struct function_pair *pair,
                      const struct line_pair *row)
{
    const struct comparison *c = d->comparison;
    const struct line *base_line = row ? row->base : NULL;
    const struct line *now_line = row ? row->now : NULL;
    const struct side_time base =
        side_time(&c->base, c->base_runs, pair->base, base_line);
    const struct side_time now = side_time(&c->now, c->now_runs, pair->now, now_line);
    const double percent = change_percent(base.ns, now.ns);
    struct difference found = {
        .kind = DIFFERENCE_TIME,
        .pair = pair,
        .row = row,
        .base = row ? base_line->time_ns : pair->base->total_ns,
        .now = row ? now_line->time_ns : pair->now->total_ns,
        .own_growth = now.self_ns - base.self_ns,
    };

    if (percent <= 0)
        return;
    if (d->limits.has_above && percent > d->limits.above_percent) {
        found.is_failure =
            is_above(d, &base, &now, d->limits.above_percent, &found.sureness);
        d->unsure += !found.is_failure;
    }
    if (found.is_failure || is_above(d, &base, &now, 0, &found.sureness))
        add(d, found);
}

/* ---- Counts, which are exact ---- */

static double mean_growth(const struct comparison *c, uint64_t base, uint64_t now)
{
    return (double)now / c->now_runs - (double)base / c->base_runs;
}

/* As of strcmp(): what there is now of a run against what there was. */
static int order_means(const struct comparison *c, uint64_t base, uint64_t now)
{
    const wide x = (wide)now * (wide)c->base_runs;
    const wide y = (wide)base * (wide)c->now_runs;
    return (x > y) - (x < y);
}

static bool has_times(const struct function_pair *pair)
{
    return pair->base && pair->now && pair->base->has_times && pair->now->has_times;
}

/* `found` but for what follows from its numbers.  is_common: both sides have it. */
static void find_count(struct differences *d, struct difference found, bool is_common)
{
    const int order = order_means(d->comparison, found.base, found.now);

    found.own_growth = mean_growth(d->comparison, found.base, found.now);
    found.sureness = 1;
    found.is_failure = order && d->limits.same_hits;
    if (found.is_failure || (order > 0 && is_common && !has_times(found.pair)))
        add(d, found);
}

static void find_bytes(struct differences *d, struct difference found,
                       struct heap_sums base, struct heap_sums now)
{
    if (base.bytes == NOT_KNOWN || now.bytes == NOT_KNOWN ||
        order_means(d->comparison, base.bytes, now.bytes) <= 0)
        return;
    found.kind = DIFFERENCE_BYTES;
    found.base = base.bytes;
    found.now = now.bytes;
    found.own_growth = mean_growth(d->comparison, base.own_bytes, now.own_bytes);
    found.sureness = 1;
    found.is_failure = d->limits.same_bytes;
    add(d, found);
}

/* ---- Functions and lines ---- */

static void find_in_line(struct differences *d, const struct function_pair *pair,
                         const struct line_pair *row)
{
    const bool is_common = row->base && row->now;
    const struct difference of_line = {
        .kind = DIFFERENCE_HITS,
        .pair = pair,
        .row = row,
        .base = row->base ? row->base->hits : 0,
        .now = row->now ? row->now->hits : 0,
    };

    find_count(d, of_line, is_common);
    if (!is_common)
        return;
    find_bytes(d, of_line, row->base->heap, row->now->heap);
    if (has_times(pair))
        find_time(d, pair, row);
}

static void find_in_pair(struct differences *d, const struct function_pair *pair)
{
    const bool is_common = pair->base && pair->now;
    const struct difference of_function = {
        .kind = DIFFERENCE_CALLS,
        .pair = pair,
        .base = pair->base ? pair->base->calls : 0,
        .now = pair->now ? pair->now->calls : 0,
    };

    find_count(d, of_function, is_common);
    if (is_common)
        find_bytes(d, of_function, function_heap(pair->base), function_heap(pair->now));
    if (has_times(pair))
        find_time(d, pair, NULL);
    for (size_t i = 0; i < pair->line_count; i++)
        find_in_line(d, pair, &pair->lines[i]);
}

/* ---- All ---- */

/* Functions that are on both sides, and of these what is known on both. */
struct common {
    size_t functions;
    size_t timed;
    size_t with_bytes;
};

static bool has_bytes(const struct function_pair *pair)
{
    return pair->base && pair->now && pair->base->heap_state == HEAP_COUNTED &&
           pair->now->heap_state == HEAP_COUNTED;
}

/* A limit that nothing could be held against has not been kept to. */
static void find_lack(struct differences *d, const struct common *common)
{
    const struct difference_limits *limits = &d->limits;
    const struct {
        bool holds;
        bool is_failure;
        const char *text;
    } rows[] = {
        {!common->functions,                        limits->has_above || limits->same_hits || limits->same_bytes,
         "no function is in both profiles"                                                                                                       },
        {limits->has_above && !common->timed,       true,                                                         "there are no times to compare"},
        {limits->same_bytes && !common->with_bytes, true,
         "there are no bytes to compare: both sides are to be of lineprof run --heap"                                                            },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!rows[i].holds)
            continue;
        d->lack = rows[i].text;
        d->lack_is_failure = rows[i].is_failure;
        d->failure_count += rows[i].is_failure;
        return;
    }
}

/* A function's own time once, however many call it. */
static double floor_of(const struct comparison *comparison)
{
    const struct profile *now = comparison->now.profile;
    double all_ns = 0;

    for (size_t i = 0; i < now->function_count; i++)
        all_ns += (double)now->functions[i].self_ns;
    return fmax(FLOOR_NS, FLOOR_PART * all_ns / comparison->now_runs);
}

void differences_find(struct differences *d, const struct comparison *comparison,
                      const struct difference_limits *limits)
{
    struct common common = {0};

    *d = (struct differences){
        .comparison = comparison, .limits = *limits, .floor_ns = floor_of(comparison)};
    for (size_t i = 0; i < comparison->pair_count; i++) {
        const struct function_pair *pair = &comparison->pairs[i];
        find_in_pair(d, pair);
        common.functions += pair->base && pair->now;
        common.timed += has_times(pair);
        common.with_bytes += has_bytes(pair);
    }
    find_lack(d, &common);
}

void differences_release(struct differences *d)
{
    free(d->all);
    *d = (struct differences){0};
}
