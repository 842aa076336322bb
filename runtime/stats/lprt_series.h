/* SPDX-License-Identifier: MIT */
/*
 * Readings of some figures in a record of a fixed size, of a run of any length: when
 * there is no more room, the samples but the first are put together by twos, and from
 * then on each stands for twice as many readings.
 *
 * For the guarded slow path only (lprt_lock.h).
 */
#ifndef LPRT_SERIES_H
#define LPRT_SERIES_H

#include "lprof_schema.h"

#include <stdbool.h>
#include <stdint.h>

/* One for each bit of enum lprof_figure, by its number. */
struct lprt_reading {
    uint64_t clock_ns;
    uint64_t values[LPROF_FIGURE_COUNT];
};

struct lprt_series {
    struct lprof_stats *record; /* NULL: there is none */
    uint32_t used;              /* samples */
    uint64_t stride;            /* readings that a sample is to stand for */
    struct lprt_reading last;
};

/*
 * Make the record.
 *
 * fields   its fields; sizes are filled in
 * name     of fields.name_bytes
 *
 * false if there is no room.
 */
bool lprt_series_make(struct lprt_series *series, struct lprof_stats fields,
                      const char *name);

/* Of sums, what they have become; one that is less than before is as before. */
void lprt_series_add(struct lprt_series *series, const struct lprt_reading *reading);

/* As if nothing had been read: in a forked child, which has its parent's record. */
void lprt_series_clear(struct lprof_stats *record);

#endif
