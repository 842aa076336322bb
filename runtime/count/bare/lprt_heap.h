/* SPDX-License-Identifier: MIT */
/*
 * Bytes that lines allocate.  A thread's clock of allocations (lineprof/heap.h) lies in
 * its record.  Where the line that is current ends, what the clock has gone on by since
 * is the line's, callees included; and what it has gone on by since the thread's last
 * event is the line's own.  So nothing needs to be known of an allocation but that it
 * was.
 *
 * Of a function that calls itself only the innermost activation is charged.  Its block
 * says which that is, and up to when, so frames need no room for it.
 *
 * Only where every visit of a line is timed is there always a line that is current; so
 * allocations are counted in exact mode alone.
 *
 * All of it is general registers only, and but for lprt_heap_start() safe in signal
 * handlers.  A handler that runs a function which it has interrupted, in the few
 * instructions in which that is charged, may charge it twice.
 */
#ifndef LPRT_HEAP_H
#define LPRT_HEAP_H

#include "base/lprt_layout.h"
#include "count/lprt_frame.h"

#include <stdbool.h>

/* Allocations are counted.  Set before the first thread is registered. */
extern bool lprt_heap_is_on __attribute__((__visibility__("hidden")));

/* Once, when it is known which mode the user wants.  Says so if there is something that
   counts, but the mode is another.  For the guarded slow path only (lprt_lock.h). */
void lprt_heap_start(void);

/* The process's total is in the header of the region from now on; or there is none any
   more.  For the guarded slow path only (lprt_lock.h). */
void lprt_heap_keep_total(void);
void lprt_heap_drop_total(void);

/* And it is kept which line holds what of it.  Set at the same time. */
extern bool lprt_heap_holds __attribute__((__visibility__("hidden")));

/* Begin to keep that, where it is wanted; once there is a region.  For the guarded slow
   path only (lprt_lock.h). */
void lprt_heap_start_holding(void);

/* In a forked child: what it has is nobody's, and its peak begins with that.  In an image
   that another process has left the peak stays, with who held it then, until the child's
   is higher; `live` is what the child has in use.  For the guarded slow path only. */
void lprt_heap_begin_child(void);
void lprt_heap_take_over(uint64_t live);

/* Bytes that a block of so many sites needs for it. */
static inline uint64_t lprt_heap_bytes(uint64_t count)
{
    return sizeof(struct lprof_heap) +
           count * (sizeof(struct lprof_heap_cell) +
                    (lprt_heap_holds ? sizeof(struct lprof_held) : 0));
}

/* The same, of all else: of light code without histograms. */
static inline uint64_t lprt_counters_bytes(uint32_t flags, uint64_t count)
{
    return LINEPROF_HISTOGRAMS_AT(count) + LPROF_HISTOGRAMS_BYTES(flags, count);
}

/* All bytes of a block. */
static inline uint64_t lprt_block_bytes(const struct lineprof_block *block)
{
    const uint64_t count = block->cell_count;

    return lprt_counters_bytes(block->flags, count) +
           (block->heap ? lprt_heap_bytes(count) : 0);
}

/* The calling thread begins to use a record, or does not any more. */
void lprt_heap_enter_thread(struct lprt_thread *thread);
void lprt_heap_leave_thread(void);

/* A frame has been opened, and is the topmost. */
void lprt_heap_frame_begins(struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* The current line of an open frame ends, or goes on and is charged so far. */
void lprt_heap_line_ends(struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* An open frame is about to be closed. */
void lprt_heap_frame_ends(struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* What was allocated up to now is no line's: of an open frame; those further out before
   those further in. */
void lprt_heap_begin_anew(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* A block's counters are 0 from now on. */
void lprt_heap_clear(const struct lprt_thread *thread, struct lineprof_block *block);

/* A thread's are, in a forked child that has no other. */
void lprt_heap_clear_thread(struct lprt_thread *thread);

/* The same as lprt_heap_line_ends(), where allocations are counted. */
static inline void lprt_heap_look(struct lineprof_frame *frame)
{
    if (LPRT_UNLIKELY(lprt_heap_is_on))
        lprt_heap_line_ends(frame);
}

#endif
