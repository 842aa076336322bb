/* SPDX-License-Identifier: MIT */
/* The calling thread's clock of allocations. */
#ifndef HEAP_CLOCK_H
#define HEAP_CLOCK_H

#include "heap_blocks.h"
#include "heap_early.h"
#include "heap_real.h"
#include "lineprof/heap.h"

#include <sys/single_threaded.h>

/* Of what the program or the runtime finds by its name. */
#define EXPORTED __attribute__((__visibility__("default")))

/* Where the runtime has it; NULL: nobody wants to know. */
extern _Thread_local struct lineprof_heap_clock *heap_clock;

/* In its place then. */
extern _Thread_local struct lineprof_heap_clock heap_idle_clock;

static inline struct lineprof_heap_clock *heap_current_clock(void)
{
    struct lineprof_heap_clock *clock = heap_clock;

    return clock ? clock : &heap_idle_clock;
}

/* How much of it can be used.  The allocator knows nothing of what is kept for the
 * loader.
 */
static inline size_t heap_usable(void *memory)
{
    return __builtin_expect(heap_early_has(memory), 0)
               ? 0
               : heap_real.malloc_usable_size(memory);
}

/* Where the process's total is: in the profile's file, once there is one. */
extern struct lineprof_heap_total *heap_total;

/* Of several threads. */
void heap_total_add(int64_t bytes);

/* So many bytes more are in use, or less. */
static inline void heap_count_live(int64_t bytes)
{
    struct lineprof_heap_total *total = heap_total;

    if (!__libc_single_threaded) {
        heap_total_add(bytes);
        return;
    }
    total->live += bytes;
    if (__builtin_expect(total->live > total->peak, 0)) {
        total->peak = total->live;
        total->peaks += 1;
    }
}

/* An allocation was asked for, and there is memory for it unless that is NULL. */
static inline void *heap_count_allocated(void *memory, size_t bytes)
{
    struct lineprof_heap_clock *clock = heap_current_clock();

    if (__builtin_expect(!memory, 0))
        return NULL;
    const size_t usable = heap_usable(memory);
    if (heap_blocks_kept())
        heap_blocks_add(memory, usable);
    heap_count_live((int64_t)usable);
    clock->allocs += 1;
    clock->bytes += bytes;
    return memory;
}

/* So many bytes that could be used are freed. */
static inline void heap_count_freed(size_t usable)
{
    heap_count_live(-(int64_t)usable);
    heap_current_clock()->freed += usable;
}

/* Who holds what is about to be freed, or to be moved: nobody from now on. */
static inline uint32_t heap_take_from_line(const void *memory, size_t usable)
{
    return heap_blocks_kept() ? heap_blocks_take(memory, usable) : 0;
}

#endif
