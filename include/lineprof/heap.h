/* SPDX-License-Identifier: MIT */
/*
 * What the runtime and what counts allocations agree on: liblineprof-heap.so counts, the
 * runtime says where.
 *
 * The symbol carries the version: where the two are of different ones they do not find
 * each other, and nothing is counted.
 */
#ifndef LINEPROF_HEAP_H
#define LINEPROF_HEAP_H

#include <stdbool.h>
#include <stdint.h>

/* What a thread has allocated so far.  Its own thread changes it, by aligned 64-bit adds,
   and none of the words ever goes down. */
struct lineprof_heap_clock {
    uint64_t allocs; /* calls that have returned memory */
    uint64_t bytes;  /* that were asked for */
    uint64_t freed;  /* bytes that could be used of what was freed */
};

/* What all threads of the process have allocated and not freed, in bytes that can be
   used: now, and at most ever.  The first may be off by 64 KiB a thread while there are
   several, and be below 0 on the way. */
struct lineprof_heap_total {
    int64_t live;
    int64_t peak;
    uint64_t peaks; /* how often `peak` has risen */
};

/* What a line holds: the bytes of what it has allocated that no thread has freed yet.
   What that was when the total last rose to a new peak nobody copies then: whoever first
   changes it afterwards keeps it. */
struct lineprof_heap_held {
    int64_t bytes;
    int64_t at_peak; /* at the peak, if `peaks` is the total's; else `bytes` are */
    uint64_t peaks;  /* the total's when `bytes` last changed */
};

/*
 * Where the calling thread finds its clock: the address of a pointer, which is NULL at
 * first, and then nothing is counted.  Whoever sets it sets it back before the clock goes
 * away.  NULL if allocations are not counted in this process; the first call has said why
 * by then, in a line on stderr.
 *
 * Thread-safe; the first call is for where the program may allocate.
 */
struct lineprof_heap_clock **__lineprof_heap_v1(void);

/*
 * Keep the total at that place from now on; NULL: where it was at first.  What it is so
 * far is copied there.  The place is borrowed until the next call.
 *
 * Not thread-safe: what other threads do meanwhile may be lost.
 */
void __lineprof_heap_total_v1(struct lineprof_heap_total *total);

/*
 * Keep of each block that is allocated from now on which line holds it, and the total to
 * the byte.  All that was kept is forgotten.
 *
 * site     called at each allocation: where the figures of the calling thread's current
 *          line are; NULL if it has none.  May be called in a signal handler, and while
 *          the program holds any lock.  NULL: nothing is kept any more
 * base     all of these places are at it or up to 32 GB above
 *
 * false if there is no memory: nothing is kept then.  Not thread-safe: for the start, and
 * for a child that has been forked.
 */
bool __lineprof_heap_hold_v1(struct lineprof_heap_held *(*site)(void), void *base);

#endif
