/* SPDX-License-Identifier: MIT */
#include "lprof.h"

#define NAME_ROW(name, value, text, doc) [value] = text,

static const char *const clocks[] = {LPROF_CLOCKS(NAME_ROW)};
static const char *const modes[] = {LPROF_MODES(NAME_ROW)};

#define FIGURE_ROW(name, value, text, doc) [__builtin_ctz(value)] = text,
static const char *const figures[] = {LPROF_FIGURES(FIGURE_ROW)};

_Static_assert(sizeof figures / sizeof figures[0] == LPROF_FIGURE_COUNT, "no gaps");

static const char *name_of(const char *const *names, size_t count, uint32_t value)
{
    return value < count ? names[value] : "unknown";
}

#define NAME_IN(table, value) name_of(table, sizeof table / sizeof table[0], value)

const char *lprof_clock_name(uint32_t clock)
{
    return NAME_IN(clocks, clock);
}

const char *lprof_mode_name(uint32_t mode)
{
    return NAME_IN(modes, mode);
}

const char *lprof_figure_name(unsigned number)
{
    return NAME_IN(figures, number);
}
