/* SPDX-License-Identifier: MIT */
/*
 * The functions that really allocate: the next ones of their names behind this library,
 * which are libc's or those of an allocator that was linked or preloaded.
 *
 * Each is found when it is first called.  Finding may allocate: such calls get memory
 * that is kept for them (heap_early.h).
 */
#ifndef HEAP_REAL_H
#define HEAP_REAL_H

#include <stddef.h>

struct heap_real {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *memory, size_t size);
    void *(*reallocarray)(void *memory, size_t count, size_t size);
    void *(*aligned_alloc)(size_t alignment, size_t size);
    int (*posix_memalign)(void **memory, size_t alignment, size_t size);
    void *(*memalign)(size_t alignment, size_t size);
    void *(*valloc)(size_t size);
    void *(*pvalloc)(size_t size);
    void (*free)(void *memory);
    size_t (*malloc_usable_size)(void *memory);
};

extern struct heap_real heap_real;

/* Find a function behind this library; NULL if there is none. */
void *heap_real_find(const char *name);

#endif
