/* SPDX-License-Identifier: MIT */
/* The calling thread's clock of allocations. */
#ifndef HEAP_CLOCK_H
#define HEAP_CLOCK_H

#include "heap_real.h"
#include "lineprof/heap.h"

/* NULL: nothing is counted. */
extern _Thread_local struct lineprof_heap_clock *heap_clock;

/* An allocation was asked for, and there is memory for it unless that is NULL. */
static inline void *heap_count_allocated(void *memory, size_t bytes)
{
    struct lineprof_heap_clock *clock = heap_clock;

    if (__builtin_expect(clock && memory, 1)) {
        clock->allocs += 1;
        clock->bytes += bytes;
    }
    return memory;
}

/* Memory is about to be freed. */
static inline void heap_count_freed(void *memory)
{
    struct lineprof_heap_clock *clock = heap_clock;

    if (clock && memory)
        clock->freed += heap_real.malloc_usable_size(memory);
}

#endif
