/* SPDX-License-Identifier: MIT */
/* What a process used in a part of its run. */
#ifndef USAGE_H
#define USAGE_H

#include "stats/stats.h"

/* A sum's values are what it grew by a second; of the least and the most of single
   readings those count that were taken in the part for the most part, or all in it, if
   none was. */
struct usage {
    double min;
    double avg;
    double max;
    double total; /* by how much a sum grew; of a level 0 */
};

/* Whether a figure is a sum, and no level. */
static inline bool usage_is_sum(unsigned figure)
{
    return figure < LPROF_SUM_FIGURE_COUNT;
}

static inline bool usage_has(const struct stats *stats, unsigned figure)
{
    return stats->figures >> figure & 1;
}

/*
 * figure   by its number; one that there is
 *
 * false if nothing was read then.
 */
bool usage_of(struct usage *usage, const struct stats *stats, unsigned figure,
              const struct stats_span *span);

/* All that was read. */
struct stats_span usage_whole(const struct stats *stats);

/* What a figure's sum grew by a second, or the level that it had, up to a sample which is
   not the first. */
double usage_at(const struct stats *stats, unsigned figure, size_t sample);

/* How many readings there were. */
uint64_t usage_readings(const struct stats *stats);

/* ---- For people ---- */

/* How a figure is shown: its name with the unit, and by how much it is divided for it. */
struct usage_column {
    unsigned figure;
    const char *title; /* of a GPU's its number comes before it */
    double unit;
    bool only_max; /* it only grows, and its least and its mean say nothing */
};

/* In the order in which they are shown, up to one without a title. */
extern const struct usage_column usage_columns[];

/* The title, with the GPU's number from 0; to be freed. */
char *usage_title(const struct usage_column *column, const struct stats *stats);

/* There is such a figure, and it was once more than is shown as 0. */
bool usage_is_shown(const struct stats *stats, const struct usage_column *column);

#endif
