/* SPDX-License-Identifier: MIT */
/* What the kernel says that this process has used.  Anywhere; no memory is allocated. */
#ifndef LPRT_USAGE_H
#define LPRT_USAGE_H

#include "stats/lprt_series.h"

#include <stdbool.h>

/* How figures are read, and what of them is not the program's. */
struct lprt_usage {
    uint64_t figures;   /* those that are known, of enum lprof_figure */
    uint64_t inherited; /* bytes of memory that a program before it had at most; or 0 */
    uint64_t peak;      /* bytes that it has had at most */
    int io;             /* descriptors that are kept open; -1: none is */
    int statm;
    uint64_t
        own[LPROF_SUM_FIGURE_COUNT]; /* of the thread that reads, and of the profile */
};

/* What is known at the start; false if nothing is, without /proc. */
bool lprt_usage_begin(struct lprt_usage *usage);

/* From now on keep open what is read. */
void lprt_usage_open(struct lprt_usage *usage);

/* What the program has used up to now; false if it cannot be read.
   leader_is_gone   the first thread has ended, and others go on */
bool lprt_usage_read(struct lprt_usage *usage, struct lprt_reading *reading,
                     bool *leader_is_gone);

/* At the end, by another thread: the most memory is exact. */
bool lprt_usage_read_last(const struct lprt_usage *usage, struct lprt_reading *reading);

/* What the calling thread, which reads, has used itself. */
void lprt_usage_count_own(struct lprt_usage *usage);

#endif
