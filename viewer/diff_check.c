/* SPDX-License-Identifier: MIT */
/* Whether a comparison keeps within the user's limits. */
#include "diff.h"

#include "duration.h"
#include "memory.h"

#include <inttypes.h>
#include <stdlib.h>

/* After so many the rest is only counted. */
#define MOST_SAID 10

struct check {
    struct notes *notes;
    const struct comparison *comparison;
    const struct diff_limits *limits;
    const struct function_pair *pair;
    size_t passed; /* limits */
};

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

static void check_time(struct check *c, const char *file, uint32_t line, uint64_t base_ns,
                       uint64_t now_ns)
{
    const double percent = diff_percent(base_ns, now_ns);
    char base[DURATION_BYTES];
    char now[DURATION_BYTES];

    if (!c->limits->has_above || percent <= c->limits->above_percent)
        return;
    duration_format(base, (double)base_ns);
    duration_format(now, (double)now_ns);
    pass(c, file, line,
         base_ns ? memory_format("%g %% slower: %s, was %s", percent, now, base)
                 : memory_format("took %s, and no time before", now));
}

static void check_count(struct check *c, const char *file, uint32_t line, uint64_t base,
                        uint64_t now, const char *what)
{
    if (c->limits->same_hits && base != now)
        pass(c, file, line,
             memory_format("%" PRIu64 " %s, was %" PRIu64, now, what, base));
}

static void check_line(struct check *c, const struct line_pair *row, bool is_timed)
{
    const uint32_t number = row->now_number ? row->now_number : row->base_number;

    check_count(c, row->file, number, row->base ? row->base->hits : 0,
                row->now ? row->now->hits : 0, "hits");
    if (is_timed && row->base && row->now)
        check_time(c, row->file, number, row->base->time_ns, row->now->time_ns);
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
    if (is_timed)
        check_time(c, any->file, any->line, base->total_ns, now->total_ns);
    for (size_t i = 0; i < c->pair->line_count; i++)
        check_line(c, &c->pair->lines[i], is_timed);
}

/* A limit that nothing could be held against has not been kept to. */
static void check_comparable(struct check *c, size_t common, size_t timed)
{
    const bool is_limited = c->limits->has_above || c->limits->same_hits;

    if (!common)
        notes_add(c->notes, NULL, memory_format("no function is in both profiles"));
    else if (c->limits->has_above && !timed)
        notes_add(c->notes, NULL, memory_format("there are no times to compare"));
    c->passed += (!common && is_limited) || (c->limits->has_above && !timed);
}

size_t diff_check(struct notes *notes, const struct comparison *comparison,
                  const struct diff_limits *limits)
{
    struct check c = {.notes = notes, .comparison = comparison, .limits = limits};
    size_t common = 0;
    size_t timed = 0;

    for (size_t i = 0; i < comparison->pair_count; i++) {
        const struct function_pair *pair = c.pair = &comparison->pairs[i];
        check_pair(&c);
        common += pair->base && pair->now;
        timed += has_times(pair);
    }
    if (c.passed > MOST_SAID)
        notes_add(notes, NULL,
                  memory_format("and %zu more such differences", c.passed - MOST_SAID));
    check_comparable(&c, common, timed);
    return c.passed;
}
