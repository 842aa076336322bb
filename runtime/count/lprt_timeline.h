/* SPDX-License-Identifier: MIT */
/*
 * When regions were open: a ring in the file, of those that have ended last on a thread.
 *
 * Its thread alone writes it, and its signal handlers; with plain stores, in an order by
 * which whoever reads the file knows what is whole: a span's number is taken before it is
 * written, and published after it.  Both numbers only grow.
 */
#ifndef LPRT_TIMELINE_H
#define LPRT_TIMELINE_H

#include "base/lprt_machine.h"
#include "count/lprt_frame.h"
#include "lprof_schema.h"

#include <stdint.h>

/* Private memory of a thread; all of it is 0 where there is no ring. */
struct lprt_timeline {
    struct lprof_timeline *record; /* in the region */
    uint64_t *taken;               /* behind its spans: as in struct lprof_timeline_end */
    uint64_t mask;                 /* of a number, to its element */
};

/*
 * Find or make a thread's ring; nothing where none is wanted (LINEPROF_TIMELINE) or there
 * is no room for one.  What another process has left in it stays.
 *
 * thread   id
 *
 * For the guarded slow path only (lprt_lock.h).
 */
void lprt_timeline_open(struct lprt_timeline *timeline, uint32_t thread);

/* Nothing has been recorded; of a record that no thread writes. */
void lprt_timeline_clear(struct lprof_timeline *record);

/* Nothing of what has been recorded so far counts any more.  Of the calling thread or one
   that does not run.  Uses general registers only. */
static inline void lprt_timeline_reset(const struct lprt_timeline *timeline)
{
    if (timeline->record)
        __atomic_store_n(&timeline->record->first, *timeline->taken, __ATOMIC_RELEASE);
}

static inline struct lprof_span *lprt_timeline_spans(struct lprof_timeline *record)
{
    return (struct lprof_span *)(record + 1);
}

/* The number of the next span, which is taken then; by one instruction, so that a
   handler's is another. */
static inline uint64_t lprt_timeline_take(uint64_t *taken)
{
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
    return __atomic_fetch_add(taken, 1, __ATOMIC_RELAXED); /* the checker knows that */
#else
    return lprt_machine_take(taken);
#endif
}

/* What is before a number is complete: only whoever was interrupted by nobody says so,
   and for the handlers that have interrupted it as well. */
static inline void lprt_timeline_publish(struct lprof_timeline *record,
                                         const uint64_t *taken, uint64_t number)
{
    uint64_t complete = number;

    if (__atomic_load_n(&record->written, __ATOMIC_RELAXED) != number)
        return;
    do {
        complete = __atomic_load_n(taken, __ATOMIC_RELAXED);
        __atomic_store_n(&record->written, complete, __ATOMIC_RELEASE);
        LPRT_SIGNAL_FENCE();
    } while (__atomic_load_n(taken, __ATOMIC_RELAXED) != complete);
}

/* An activation of a region has ended.
   begin, end   readings of the clock */
static inline void lprt_timeline_add(const struct lprt_timeline *timeline,
                                     const struct lprof_region *region, uint64_t begin,
                                     uint64_t end)
{
    struct lprof_timeline *record = timeline->record;
    uint64_t *taken = timeline->taken;

    if (!record)
        return;
    const uint64_t number = lprt_timeline_take(taken);
    struct lprof_span *span = lprt_timeline_spans(record) + (number & timeline->mask);
    /* Each after the number has been taken. */
    __atomic_store_n(&span->region, (uint64_t)(uintptr_t)region, __ATOMIC_RELEASE);
    __atomic_store_n(&span->begin, begin, __ATOMIC_RELEASE);
    __atomic_store_n(&span->end, end, __ATOMIC_RELEASE);
    lprt_timeline_publish(record, taken, number);
}

#endif
