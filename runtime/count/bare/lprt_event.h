/* SPDX-License-Identifier: MIT */
/* An event makes another line current.  The hot path is in assembler where there is any;
   the C here says what that does, and does what that leaves. */
#ifndef LPRT_EVENT_H
#define LPRT_EVENT_H

#include "count/lprt_thread.h"

#include <stdbool.h>

/* A module's `event` is set to one of these: the first where the code reads the
   processor's counter, the second where it leaves the reading to us.  They have a calling
   convention of their own: abi.h. */
void lprt_event_counter(void) __attribute__((__visibility__("hidden")));
void lprt_event_called(void) __attribute__((__visibility__("hidden")));

/* The same where allocations are counted (lprt_heap.h). */
void lprt_event_heap_counter(void) __attribute__((__visibility__("hidden")));
void lprt_event_heap_called(void) __attribute__((__visibility__("hidden")));

/*
 * All that happens at an event, in any mode.
 *
 * line    offset of the cell of the line that becomes current
 * now     the reading in virtual time; never before the frame's `last`
 *
 * Safe in signal handlers; calls nothing in libc, uses general registers only.
 */
void lprt_event(struct lineprof_frame *frame, uint64_t line, uint64_t now)
    __attribute__((__visibility__("hidden")));

/* The same for a raw reading of the clock, and where none has been made. */
void lprt_event_stamped(struct lineprof_frame *frame, uint64_t line, uint64_t reading)
    __attribute__((__visibility__("hidden")));
void lprt_event_read(struct lineprof_frame *frame, uint64_t line)
    __attribute__((__visibility__("hidden")));

/* A timed visit begins of a line that has had its first visits: draw the next one by lot,
   unless they have been long. */
void lprt_event_draw(struct lineprof_frame *frame, uint64_t line)
    __attribute__((__visibility__("hidden")));

/* Whether a visit that begins is timed; counts it down if it is not, and draws the next
   one if it was drawn by lot. */
bool lprt_event_is_timed(struct lineprof_frame *frame, uint64_t line);

/*
 * What drawing has done since the reading may have been long ago the last time, and then
 * takes longer than any line: the visit begins only now.
 *
 * cost    known, of the probe from here on
 */
void lprt_event_begin_late(struct lineprof_frame *frame, uint64_t cost);

/* One in so many of the visits and calls that are sampled is timed, drawn by lot; fewer
   where timing costs too much; more of the visits, where some have been seen that took
   far longer than the others. */
enum { LPRT_LOTS = 64 };

/* The same, as much as timing has cost the thread. */
uint64_t lprt_event_lots(const struct lprt_thread *thread)
    __attribute__((__visibility__("hidden")));

/* How many to pass over until the next: uniform, `lots` - 1 on average. */
uint64_t lprt_event_skip(struct lprt_thread *thread, uint64_t lots);

/*
 * Whether visits, or calls, are so short that they are worth sampling: below about
 * 1 us, where timing them all would take more than a twentieth of their time.  The longer
 * ones stay exact.
 *
 * ticks, count    of all of them so far
 */
bool lprt_event_is_short(uint64_t ticks, uint64_t count);

/* Sets where the tables of a block are, and the counter of the line that begins its
   function. */
static inline void lprt_block_set_tables(struct lineprof_block *block, uint32_t count,
                                         uint32_t first_line)
{
    const uint64_t cells = LINEPROF_CELLS_AT((uint64_t)count);

    block->cell_count = count;
    block->counters_bias = LINEPROF_COUNTERS_AT - cells / 8;
    block->histograms_bias = LINEPROF_HISTOGRAMS_AT((uint64_t)count) - cells * 3;
    block->first_counter =
        (uint64_t)(uintptr_t)block + first_line / 8 + block->counters_bias;
}

static inline struct lineprof_cell *lprt_cell_at(struct lineprof_block *block,
                                                 uint64_t line)
{
    return (struct lineprof_cell *)((char *)block + line);
}

static inline struct lineprof_counter *lprt_counter_at(struct lineprof_block *block,
                                                       uint64_t line)
{
    return (struct lineprof_counter *)((char *)block + line / 8 + block->counters_bias);
}

#endif
