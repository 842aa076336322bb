/* SPDX-License-Identifier: MIT */
/* Whether a comparison keeps within the user's limits. */
#include "print/diff.h"

#include "base/duration.h"
#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* After so many the rest is only counted. */
#define MOST_SAID 10

/* A limit is passed if that is as probable. */
#define SURE              0.995
#define MOST_SURE_PERCENT 99.99
#define MOST_DEGREES      100

/* What a time differs by from run to run, as a part of it: where it is not known, and at
   least. */
#define ONE_RUN_SPREAD 0.08
#define LEAST_SPREAD   0.01

/* What takes less than this part of all, or less than this time, is noise. */
#define FLOOR_PART 0.01
#define FLOOR_NS   1e6

struct check {
    struct notes *notes;
    const struct comparison *comparison;
    const struct diff_limits *limits;
    const struct function_pair *pair;
    size_t passed;   /* limits */
    size_t unsure;   /* that seem to be passed, and may not be */
    double floor_ns; /* what takes less is not looked at */
};

/* The time of a function or line on one side, of a run. */
struct side_time {
    const struct runs *runs;
    double count; /* of runs */
    double ns;
    double off_ns;
    double variance; /* of ns */
};

__extension__ typedef unsigned __int128 wide;

/* A note "FILE:LINE: NAME: WHAT", which is freed, unless enough has been said. */
static void pass(struct check *c, const char *file, uint32_t line, char *what)
{
    const struct function *f = c->pair->now ? c->pair->now : c->pair->base;
    const struct comparison_side *side =
        c->pair->now ? &c->comparison->now : &c->comparison->base;

    if (c->passed++ < MOST_SAID)
        notes_add(c->notes, NULL,
                  memory_format("%s:%" PRIu32 ": %s: %s",
                                sources_path(side->sources, file), line,
                                function_title(f), what));
    free(what);
}

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

/* How probable it is that more than the limit has been added, from 0 to 1. */
static double sureness(const struct check *c, const struct side_time *base,
                       const struct side_time *now)
{
    const double factor = 1 + c->limits->above_percent / 100;
    const double excess = now->ns - base->ns * factor;
    const double error = sqrt(now->variance + factor * factor * base->variance);
    const bool has_spread = base->runs->count > 1 || now->runs->count > 1;
    const double degrees = base->count + now->count - 2;

    return student_probability(excess / error, has_spread && degrees < MOST_DEGREES
                                                   ? (unsigned)degrees
                                                   : MOST_DEGREES);
}

/* line   NULL on both sides: the functions themselves */
static void check_time(struct check *c, const char *file, uint32_t number,
                       const struct line *base_line, const struct line *now_line)
{
    const struct side_time base = side_time(
        &c->comparison->base, c->comparison->base_runs, c->pair->base, base_line);
    const struct side_time now =
        side_time(&c->comparison->now, c->comparison->now_runs, c->pair->now, now_line);
    const double percent = change_percent(base.ns, now.ns);
    char texts[2][DURATION_BYTES];
    char sure[48] = "";

    if (!c->limits->has_above || percent <= c->limits->above_percent)
        return;
    if (!is_exact(c->comparison)) {
        const double probability = sureness(c, &base, &now);
        if (now.ns < c->floor_ns || probability < SURE) {
            c->unsure++;
            return;
        }
        snprintf(sure, sizeof sure, " (%.4g %% sure)",
                 fmin(100 * probability, MOST_SURE_PERCENT));
    }
    duration_format(texts[0], base.ns);
    duration_format(texts[1], now.ns);
    pass(c, file, number,
         base.ns > 0 ? memory_format("%g %% slower: %s, was %s%s", percent, texts[1],
                                     texts[0], sure)
                     : memory_format("took %s, and no time before%s", texts[1], sure));
}

static void check_count(struct check *c, const char *file, uint32_t line, uint64_t base,
                        uint64_t now, const char *what)
{
    const double base_runs = c->comparison->base_runs;
    const double now_runs = c->comparison->now_runs;

    if (!c->limits->same_hits ||
        (wide)base * (wide)now_runs == (wide)now * (wide)base_runs)
        return;
    if (base_runs > 1 || now_runs > 1)
        pass(c, file, line,
             memory_format("%.10g %s a run, was %.10g", (double)now / now_runs, what,
                           (double)base / base_runs));
    else
        pass(c, file, line,
             memory_format("%" PRIu64 " %s, was %" PRIu64, now, what, base));
}

/* Exact, so there is no chance to be told from it. */
static void check_bytes(struct check *c, const char *file, uint32_t line,
                        struct heap_sums base, struct heap_sums now)
{
    const double base_runs = c->comparison->base_runs;
    const double now_runs = c->comparison->now_runs;

    if (!c->limits->same_bytes || base.bytes == NOT_KNOWN || now.bytes == NOT_KNOWN ||
        (wide)now.bytes * (wide)base_runs <= (wide)base.bytes * (wide)now_runs)
        return;
    pass(c, file, line,
         memory_format("allocates %.12g bytes%s, was %.12g", (double)now.bytes / now_runs,
                       base_runs > 1 || now_runs > 1 ? " a run" : "",
                       (double)base.bytes / base_runs));
}

static void check_line(struct check *c, const struct line_pair *row, bool is_timed)
{
    const uint32_t number = row->now_number ? row->now_number : row->base_number;

    check_count(c, row->file, number, row->base ? row->base->hits : 0,
                row->now ? row->now->hits : 0, "hits");
    if (row->base && row->now)
        check_bytes(c, row->file, number, row->base->heap, row->now->heap);
    if (is_timed && row->base && row->now)
        check_time(c, row->file, number, row->base, row->now);
}

static bool has_times(const struct function_pair *pair)
{
    return pair->base && pair->now && pair->base->has_times && pair->now->has_times;
}

static void check_pair(struct check *c)
{
    const struct function *base = c->pair->base;
    const struct function *now = c->pair->now;
    const struct function *any = now ? now : base;
    const bool is_timed = has_times(c->pair);

    check_count(c, any->file, any->line, base ? base->calls : 0, now ? now->calls : 0,
                "calls");
    if (base && now)
        check_bytes(c, any->file, any->line, function_heap(base), function_heap(now));
    if (is_timed)
        check_time(c, any->file, any->line, NULL, NULL);
    for (size_t i = 0; i < c->pair->line_count; i++)
        check_line(c, &c->pair->lines[i], is_timed);
}

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
static void check_comparable(struct check *c, const struct common *common)
{
    const bool is_limited =
        c->limits->has_above || c->limits->same_hits || c->limits->same_bytes;
    const bool lacks_times = c->limits->has_above && !common->timed;
    const bool lacks_bytes = c->limits->same_bytes && !common->with_bytes;

    if (!common->functions)
        notes_add(c->notes, NULL, memory_format("no function is in both profiles"));
    else if (lacks_times)
        notes_add(c->notes, NULL, memory_format("there are no times to compare"));
    else if (lacks_bytes)
        notes_add(c->notes, NULL,
                  memory_format("there are no bytes to compare: both "
                                "sides are to be of lineprof run --heap"));
    c->passed += (!common->functions && is_limited) || lacks_times || lacks_bytes;
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

/* What was not failed for, and how to be surer. */
static void note_unsure(const struct check *c)
{
    const bool has_spread = c->comparison->base_runs > 1 && c->comparison->now_runs > 1;
    char floor[DURATION_BYTES];

    if (c->unsure)
        notes_add(c->notes, NULL,
                  memory_format("%zu more may be slower by over %g %%; that is not sure, "
                                "or they took less than %s%s",
                                c->unsure, c->limits->above_percent,
                                duration_format(floor, c->floor_ns),
                                has_spread ? ""
                                           : ": give several runs of each side, with "
                                             "--diff=FILE for each older one"));
}

size_t diff_check(struct notes *notes, const struct comparison *comparison,
                  const struct diff_limits *limits)
{
    struct check c = {.notes = notes,
                      .comparison = comparison,
                      .limits = limits,
                      .floor_ns = floor_of(comparison)};
    struct common common = {0};

    for (size_t i = 0; i < comparison->pair_count; i++) {
        const struct function_pair *pair = c.pair = &comparison->pairs[i];
        check_pair(&c);
        common.functions += pair->base && pair->now;
        common.timed += has_times(pair);
        common.with_bytes += has_bytes(pair);
    }
    if (c.passed > MOST_SAID)
        notes_add(notes, NULL,
                  memory_format("and %zu more such differences", c.passed - MOST_SAID));
    check_comparable(&c, &common);
    note_unsure(&c);
    return c.passed;
}
