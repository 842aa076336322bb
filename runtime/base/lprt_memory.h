/* SPDX-License-Identifier: MIT */
/* Private memory of the runtime, beside the region: what readers of the file do not
   need.  Never malloc, which a signal handler may have interrupted. */
#ifndef LPRT_MEMORY_H
#define LPRT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Zeroed memory, aligned to 64 bytes, that is never given back; NULL if there is none.
 * For the guarded slow path only (lprt_lock.h).
 */
void *lprt_memory_take(size_t bytes);

/*
 * Memory of so many bytes, the first `before` of which are as at `memory`, and the rest
 * 0; that is given back.  NULL if there is none: then it is as it was.
 *
 * memory   from an earlier call; NULL: none, and `before` is 0
 */
void *lprt_memory_grow(void *memory, size_t before, size_t bytes);

/* Memory that grows; zeroed at first. */
struct lprt_room {
    void *memory;
    size_t bytes;
};

/* There are to be so many bytes at least.  false if there is no memory: then it is as it
   was.  For the guarded slow path only. */
bool lprt_room_make(struct lprt_room *room, size_t wanted);

/*
 * Put what is mapped at `from` in the place of what is mapped at `to`, in one step.  Both
 * are pages and do not overlap.  False, with errno, if that cannot be: then both are as
 * they were.  Threads and signal handlers may call it.
 */
bool lprt_memory_move(void *from, size_t bytes, void *to);

#endif
