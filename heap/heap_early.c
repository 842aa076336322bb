/* SPDX-License-Identifier: MIT */
#include "heap_early.h"

#include <stdatomic.h>
#include <stdint.h>

enum { BYTES = 32 * 1024 };

static _Alignas(64) char bytes[BYTES];
static atomic_size_t used;

void *heap_early_take(size_t alignment, size_t size)
{
    size_t begin = atomic_load(&used);
    size_t aligned = 0;

    do {
        aligned = ((uintptr_t)bytes + begin + alignment - 1) / alignment * alignment -
                  (uintptr_t)bytes;
        if (aligned > BYTES || size > BYTES - aligned)
            return NULL;
    } while (!atomic_compare_exchange_weak(&used, &begin, aligned + size));
    return bytes + aligned;
}

bool heap_early_has(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)bytes < BYTES;
}

size_t heap_early_room(const void *memory)
{
    return (size_t)(bytes + BYTES - (const char *)memory);
}
