/* SPDX-License-Identifier: MIT */
#include "analysis/unit_choice.h"

#include <string.h>

/* A hot line has such a part of its function's time. */
#define HOT_PART 0.05

/* What "%.1f" prints as 0.0 is less. */
#define LEAST_SHOWN 0.05

static const struct {
    const char *name;
    double s;
} units[] = {
    {"s",  1   },
    {"ms", 1e-3},
    {"us", 1e-6},
    {"ns", 1e-9},
};

enum { UNIT_COUNT = sizeof units / sizeof units[0] };

double unit_of_name(const char *name)
{
    for (size_t i = 0; i < UNIT_COUNT; i++) {
        if (!strcmp(units[i].name, name))
            return units[i].s;
    }
    return 0;
}

static bool is_hot(const struct function *f, const struct line *line)
{
    return line->hits && line->time_ns &&
           (double)line->time_ns >= HOT_PART * (double)f->total_ns;
}

/* How many hot lines take less a hit, and all of them. */
static size_t count_below(const struct profile *profile, double ns, size_t *all)
{
    size_t below = 0;

    *all = 0;
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        for (size_t j = 0; f->shown && j < f->line_count; j++) {
            if (!is_hot(f, &f->lines[j]))
                continue;
            ++*all;
            below += (double)f->lines[j].time_ns / (double)f->lines[j].hits < ns;
        }
    }
    return below;
}

double unit_that_suits(const struct profile *profile)
{
    size_t all = 0;

    for (size_t i = 0; i < UNIT_COUNT; i++) {
        if (count_below(profile, units[i].s * 1e9, &all) * 2 < all)
            return units[i].s;
    }
    return all ? units[UNIT_COUNT - 1].s : 1e-6;
}

bool unit_is_too_large(const struct profile *profile, double unit_s)
{
    size_t all = 0;
    const size_t below = count_below(profile, unit_s * 1e9 * LEAST_SHOWN, &all);

    return below * 2 > all;
}
