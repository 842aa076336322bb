/* SPDX-License-Identifier: MIT */
/*
 * What lines do in a region (LINEPROF_REGION_LINES).  For each such region and thread the
 * file has two sums of each of the thread's counters: what it counted in the region, and
 * what it counted elsewhere.  The first is brought up to date where the region ends, and
 * the second where it begins; so of the two that which does not change meanwhile is
 * always right, and a killed program's file says all.
 */
#ifndef LPRT_INSIDE_H
#define LPRT_INSIDE_H

#include "count/lprt_named.h"
#include "regions/lprt_counters.h"

/* Of a counter. */
struct lprt_inside_of {
    struct lprof_inside_sums *sums;
    uint64_t seen; /* of a block, which changes where counters do: its calls, or events */
    bool may_change; /* they may have without that, as something was open */
};

/* Of a region on a thread. */
struct lprt_inside {
    struct lprof_inside *record;
    struct lprt_room all; /* of struct lprt_inside_of, by the number of the counter */
    uint32_t count;       /* of `all` */
    uint32_t depth;       /* more than 1 where a handler has come in before it is open */
    bool is_off;          /* there was no room */
};

/* Which of its two tables is brought up to date. */
enum lprt_side { LPRT_OUTSIDE, LPRT_INSIDE };

/*
 * The outermost activation of a region begins, or has ended, on the calling thread, which
 * is registered and has regions.
 *
 * now      when it has ended, in virtual time
 *
 * Both take the lock; what they take is left out of the thread's times.
 */
void lprt_inside_begin(struct lprt_thread *thread, struct lprt_named *named);
void lprt_inside_end(struct lprt_thread *thread, struct lprt_named *named, uint64_t now);

/* In a forked child: what has been begun is the parent's. */
void lprt_inside_forget(struct lprt_regions *regions);

static inline struct lprt_inside_of *lprt_inside_at(const struct lprt_inside *inside,
                                                    uint32_t number)
{
    return (struct lprt_inside_of *)inside->all.memory + number;
}

/* A table of a counter's sums, which exist. */
static inline uint64_t *lprt_inside_table(const struct lprt_inside *inside,
                                          uint32_t number, enum lprt_side side)
{
    struct lprof_inside_sums *sums = lprt_inside_at(inside, number)->sums;

    return (uint64_t *)(sums + 1) + (side == LPRT_INSIDE ? sums->sum_count : 0);
}

/* What lines that are current have taken up to now is added to the side.
   now      in virtual time */
void lprt_inside_add_open(struct lprt_thread *thread, const struct lprt_inside *inside,
                          enum lprt_side side, uint64_t now);

#endif
