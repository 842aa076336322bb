/* SPDX-License-Identifier: MIT */
/*
 * The records of the file in which one thread counts: found once, and then known.  Each
 * has sums (struct lprof_block_sums and so on), words that add up.
 */
#ifndef LPRT_COUNTERS_H
#define LPRT_COUNTERS_H

#include "base/lprt_memory.h"
#include "count/lprt_thread.h"

/* What it held is not asked again: the file may be cut (lprt_cut.h). */
struct lprt_counter {
    void *payload;
    uint32_t kind;     /* enum lprof_record_kind */
    uint32_t elements; /* sites, edges or counts */
    bool has_heap;     /* of a block */
    bool is_weighted;
    uint64_t sum_count; /* words */
};

struct lprt_counters {
    struct lprt_room all;         /* of struct lprt_counter */
    struct lprt_room by_function; /* uint32_t by id: number of its block, from 1; or 0 */
    uint32_t count;               /* of `all` */
    uint64_t seen;                /* up to where records have been looked at */
};

/* Learn of records that have come since.  false if there is no memory.  For the guarded
   slow path only (lprt_lock.h). */
bool lprt_counters_find(struct lprt_counters *counters, uint32_t thread);

static inline const struct lprt_counter *
lprt_counters_at(const struct lprt_counters *counters, uint32_t number)
{
    return (const struct lprt_counter *)counters->all.memory + number;
}

/* The number of a function's block, not one of what ran on fibers; false if it is none of
   these. */
bool lprt_counters_find_block(const struct lprt_counters *counters,
                              const struct lineprof_block *block, uint32_t *number);

/* The number of the record that an edge is in, and which one it is there. */
bool lprt_counters_find_edge(const struct lprt_counters *counters,
                             const struct lprof_edge *edge, uint32_t *number,
                             uint64_t *index);

#endif
