/* SPDX-License-Identifier: MIT */
/* What the kernel says that this process has used.  Anywhere; no memory is allocated, and
   each file is closed again at once. */
#ifndef LPRT_USAGE_H
#define LPRT_USAGE_H

#include "stats/lprt_series.h"

#include <stdbool.h>

/* What the thread that reads has used itself, which is not the program's. */
struct lprt_usage_own {
    uint64_t values[LPROF_SUM_FIGURE_COUNT];
};

struct lprt_usage {
    struct lprt_reading reading;
    uint64_t figures;    /* those that are known, of enum lprof_figure */
    uint64_t read_bytes; /* of the files that say it, after the reading */
    bool leader_is_gone; /* the first thread has ended, and others go on */
};

void lprt_usage_read(struct lprt_usage *usage);

/*
 * own      of the calling thread; what it had read before is in it, and stays
 * usage    its last reading
 */
void lprt_usage_count_own(struct lprt_usage_own *own, const struct lprt_usage *usage);

/* Take that out of a reading. */
void lprt_usage_leave_out(struct lprt_reading *reading, const struct lprt_usage_own *own);

#endif
