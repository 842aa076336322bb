/* SPDX-License-Identifier: MIT */
/* A little memory for the loader, which may allocate while it looks for the allocator. */
#ifndef HEAP_EARLY_H
#define HEAP_EARLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed, and never given again; NULL if there is no more.  `alignment` is a power of
   two. Thread-safe. */
void *heap_early_take(size_t alignment, size_t size);

enum { HEAP_EARLY_BYTES = 32 * 1024 };
extern char heap_early_bytes[HEAP_EARLY_BYTES];

/* It is from here: nobody else can free it, and who knows its size? */
static inline bool heap_early_has(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)heap_early_bytes < HEAP_EARLY_BYTES;
}

/* How much there is from such an address on. */
size_t heap_early_room(const void *memory);

#endif
