/* SPDX-License-Identifier: MIT */
/* A little memory for the loader, which may allocate while it looks for the allocator. */
#ifndef HEAP_EARLY_H
#define HEAP_EARLY_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroed, and never given again; NULL if there is no more.  `alignment` is a power of
   two. Thread-safe. */
void *heap_early_take(size_t alignment, size_t size);

/* It is from here: nobody else can free it, and who knows its size? */
bool heap_early_has(const void *memory);

/* How much there is from such an address on. */
size_t heap_early_room(const void *memory);

#endif
