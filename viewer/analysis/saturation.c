/* SPDX-License-Identifier: MIT */
#include "analysis/saturation.h"

#include "base/memory.h"
#include "base/saturate.h"

#include <inttypes.h>
#include <stdlib.h>

/* What is saturated, the first of it by its place. */
struct saturation {
    size_t count;
    const char *what;
    const struct function *function; /* NULL: a region, or a sum over all */
    uint32_t line;                   /* 0: the function itself */
    uint64_t all_calls;
    uint64_t all_hits;
    uint64_t all_self_ns;
};

static void check(struct saturation *s, bool is_saturated, const char *what,
                  const struct function *function, uint32_t line)
{
    if (!is_saturated)
        return;
    if (!s->count++) {
        s->what = what;
        s->function = function;
        s->line = line;
    }
}

static void check_function(struct saturation *s, const struct function *f)
{
    for (size_t i = 0; i < f->line_count; i++) {
        const struct line *line = &f->lines[i];
        check(s, line->hits == COUNT_MOST, "hits", f, line->number);
        check(s, line->time_ns >= TIME_MOST, "time", f, line->number);
        count_add(&s->all_hits, line->hits);
    }
    check(s, f->calls == COUNT_MOST, "calls", f, f->line);
    check(s, f->total_ns >= TIME_MOST, "time", f, f->line);
    count_add(&s->all_calls, f->calls);
    time_add(&s->all_self_ns, f->self_ns);
}

static void check_sums(struct saturation *s)
{
    check(s, s->all_hits == COUNT_MOST, "sum of all hits", NULL, 0);
    check(s, s->all_calls == COUNT_MOST, "sum of all calls", NULL, 0);
    check(s, s->all_self_ns >= TIME_MOST, "sum of all times", NULL, 0);
}

static char *text_of_first(const struct saturation *s)
{
    char *more = s->count > 1 ? memory_format(", and of %zu more", s->count - 1)
                              : memory_string("", 0);
    char *text =
        s->function
            ? memory_format("the %s of %s at line %" PRIu32 "%s: more than can be added "
                            "up; what is shown is the most there is room for",
                            s->what, function_title(s->function), s->line, more)
            : memory_format("the %s%s: more than can be added up; what is shown is the "
                            "most there is room for",
                            s->what, more);

    free(more);
    return text;
}

char *saturation_text(const struct profile *profile)
{
    struct saturation s = {0};

    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown)
            check_function(&s, &profile->functions[i]);
    }
    for (size_t i = 0; i < profile->call_count; i++)
        check(&s, profile->calls[i].count == COUNT_MOST, "calls made",
              profile->calls[i].caller, profile->calls[i].line);
    for (size_t i = 0; i < profile->region_count; i++)
        check(&s,
              profile->regions[i].calls == COUNT_MOST ||
                  profile->regions[i].total_ns >= TIME_MOST,
              "calls or time of a region", NULL, 0);
    check_sums(&s);
    return s.count ? text_of_first(&s) : NULL;
}
