/* SPDX-License-Identifier: MIT */
#include "heap_early.h"

#include <stdatomic.h>
#include <stdint.h>

_Alignas(64) char heap_early_bytes[HEAP_EARLY_BYTES];
static atomic_size_t used;

void *heap_early_take(size_t alignment, size_t size)
{
    size_t begin = atomic_load(&used);
    size_t aligned = 0;

    do {
        aligned = ((uintptr_t)heap_early_bytes + begin + alignment - 1) / alignment *
                      alignment -
                  (uintptr_t)heap_early_bytes;
        if (aligned > HEAP_EARLY_BYTES || size > HEAP_EARLY_BYTES - aligned)
            return NULL;
    } while (!atomic_compare_exchange_weak(&used, &begin, aligned + size));
    return heap_early_bytes + aligned;
}

size_t heap_early_room(const void *memory)
{
    return (size_t)(heap_early_bytes + HEAP_EARLY_BYTES - (const char *)memory);
}
