/* SPDX-License-Identifier: MIT */
/*
 * Which line holds each block of memory that is in use: the one that allocated it, until
 * it is freed, on whatever thread.
 *
 * There is a word for each 8 bytes of the memory that blocks begin in, in tables for 64
 * MB each, which come into being with the first block there; of these the system gives
 * only the pages that are used.  An allocator gives a block to one thread at a time, so
 * its word is that thread's as well: no lock, no search, nothing that could be full.
 *
 * All of it is safe in signal handlers, and leaves errno as it is.
 */
#ifndef HEAP_BLOCKS_H
#define HEAP_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Somebody wants to know. */
extern bool heap_blocks_are_kept;

static inline bool heap_blocks_kept(void)
{
    return __builtin_expect(__atomic_load_n(&heap_blocks_are_kept, __ATOMIC_ACQUIRE), 0);
}

/* The calling thread's current line holds a block that it has just been given.
   usable   bytes of it that can be used */
void heap_blocks_add(const void *memory, size_t usable);

/* A block is about to be given back: nobody holds it any more.  Returns who did, 0 if
   that is not known. */
uint32_t heap_blocks_take(const void *memory, size_t usable);

/* It was not given back: all is as before. */
void heap_blocks_put_back(const void *memory, size_t usable, uint32_t holder);

#endif
