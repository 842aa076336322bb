/* SPDX-License-Identifier: MIT */
/*
 * What the process has in use.  While there are several threads each keeps what it has
 * added until that is much: they do not wait for one word of memory then.  Where it is to
 * be known which lines held the peak, its moment counts, and nothing is kept.
 */
#include "heap_clock.h"

#include <stdbool.h>

EXPORTED void __lineprof_heap_total_v1(struct lineprof_heap_total *total);

enum { MUCH = 64 * 1024 }; /* bytes */

static struct lineprof_heap_total at_first;
struct lineprof_heap_total *heap_total = &at_first;

static _Thread_local int64_t kept;

static void raise_peak(struct lineprof_heap_total *total, int64_t live)
{
    int64_t peak = __atomic_load_n(&total->peak, __ATOMIC_RELAXED);

    while (live > peak) {
        if (!__atomic_compare_exchange_n(&total->peak, &peak, live, true,
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
        __atomic_add_fetch(&total->peaks, 1, __ATOMIC_RELEASE);
        return;
    }
}

void heap_total_add(int64_t bytes)
{
    struct lineprof_heap_total *total = heap_total;

    kept += bytes;
    if (kept < MUCH && kept > -MUCH && !heap_blocks_kept())
        return;
    const int64_t much = kept;
    kept = 0;
    raise_peak(total, __atomic_add_fetch(&total->live, much, __ATOMIC_RELAXED));
}

void __lineprof_heap_total_v1(struct lineprof_heap_total *total)
{
    struct lineprof_heap_total *to = total ? total : &at_first;

    if (to == heap_total)
        return;
    *to = *heap_total;
    heap_total = to;
}
