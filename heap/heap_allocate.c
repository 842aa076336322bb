/* SPDX-License-Identifier: MIT */
/*
 * libc's functions of memory, in front of those that really do it.  All that is added is
 * some additions, in the thread's own clock: no lock, no allocation, no look at a table.
 */
#include "heap_clock.h"
#include "heap_early.h"

#include <string.h>

_Thread_local struct lineprof_heap_clock *heap_clock;
_Thread_local struct lineprof_heap_clock heap_idle_clock;

EXPORTED void *malloc(size_t size);
EXPORTED void *calloc(size_t count, size_t size);
EXPORTED void *realloc(void *memory, size_t size);
EXPORTED void *reallocarray(void *memory, size_t count, size_t size);
EXPORTED void *aligned_alloc(size_t alignment, size_t size);
EXPORTED int posix_memalign(void **memory, size_t alignment, size_t size);
EXPORTED void *memalign(size_t alignment, size_t size);
EXPORTED void *valloc(size_t size);
EXPORTED void *pvalloc(size_t size);
EXPORTED void free(void *memory);

void *malloc(size_t size)
{
    return heap_count_allocated(heap_real.malloc(size), size);
}

void *calloc(size_t count, size_t size)
{
    return heap_count_allocated(heap_real.calloc(count, size), count * size);
}

/* What is about to be moved.  Once it is, another thread may be given its old place. */
struct moving {
    void *memory;
    size_t had; /* bytes that could be used */
    uint32_t holder;
};

static struct moving begin_move(void *memory)
{
    const size_t had = memory && !heap_early_has(memory) ? heap_usable(memory) : 0;

    return (struct moving){memory, had, had ? heap_take_from_line(memory, had) : 0};
}

/* The new size, whether it is at the same place or not; the old one is freed. */
static void *end_move(struct moving from, void *moved, size_t size)
{
    if (!moved && size)
        heap_blocks_put_back(from.memory, from.had, from.holder);
    else if (from.had)
        heap_count_freed(from.had);
    return heap_count_allocated(moved, size);
}

static void *move_early(const void *memory, size_t size)
{
    const size_t room = heap_early_room(memory);
    void *moved = malloc(size);

    return moved ? memcpy(moved, memory, size < room ? size : room) : NULL;
}

void *realloc(void *memory, size_t size)
{
    if (heap_early_has(memory))
        return move_early(memory, size);
    const struct moving from = begin_move(memory);
    return end_move(from, heap_real.realloc(memory, size), size);
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    size_t bytes = 0;

    if (heap_early_has(memory) && !__builtin_mul_overflow(count, size, &bytes))
        return move_early(memory, bytes);
    /* Where the product has no room nothing is done: 1 says that nothing was freed. */
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = 1;
    const struct moving from = begin_move(memory);
    return end_move(from, heap_real.reallocarray(memory, count, size), bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return heap_count_allocated(heap_real.aligned_alloc(alignment, size), size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    const int error = heap_real.posix_memalign(memory, alignment, size);

    if (!error)
        heap_count_allocated(*memory, size);
    return error;
}

void *memalign(size_t alignment, size_t size)
{
    return heap_count_allocated(heap_real.memalign(alignment, size), size);
}

void *valloc(size_t size)
{
    return heap_count_allocated(heap_real.valloc(size), size);
}

void *pvalloc(size_t size)
{
    return heap_count_allocated(heap_real.pvalloc(size), size);
}

void free(void *memory)
{
    if (!memory || heap_early_has(memory))
        return;
    const size_t usable = heap_usable(memory);
    heap_take_from_line(memory, usable);
    heap_count_freed(usable);
    heap_real.free(memory);
}
