/* SPDX-License-Identifier: MIT */
/*
 * An unbroken stay on a line: where its time goes when it ends.  It enters the line's
 * statistics one event later, when that costs nothing: until then the frame keeps it.
 */
#ifndef LPRT_VISIT_H
#define LPRT_VISIT_H

#include "lprt_event.h"
#include "lprt_frame.h"

/* So many ticks are the longest visit that the histogram tells apart. */
#define LPRT_LONGEST_VISIT ((UINT64_C(1) << 48) - 1)

/* The number of binary digits of the square, less 1. */
static inline unsigned lprt_visit_bucket(uint64_t ticks)
{
    unsigned shifted = 0;

    if (ticks > UINT32_MAX) {
        ticks = ticks < LPRT_LONGEST_VISIT ? ticks : LPRT_LONGEST_VISIT;
        ticks >>= 16;
        shifted = 32;
    }
    return 63 - (unsigned)__builtin_clzll(ticks * ticks | 1) + shifted;
}

/* The frame's last visit enters its line's statistics. */
static inline void lprt_visit_count(struct lineprof_frame *frame)
{
    struct lineprof_cell *cell = (struct lineprof_cell *)(uintptr_t)frame->visited;

    if (!cell)
        return;
    frame->visited = 0;
    const uint64_t ticks = frame->visit;
    if (cell->timed == 0 || ticks < cell->min_ticks)
        cell->min_ticks = ticks;
    if (ticks > cell->max_ticks)
        cell->max_ticks = ticks;
    lprt_add(&cell->timed, 1);
    struct lineprof_histogram *histogram =
        (struct lineprof_histogram *)(uintptr_t)frame->histogram;
    uint32_t *count = &histogram->counts[lprt_visit_bucket(ticks)];
    *count += *count < UINT32_MAX;
}

/* It has run on the processor since the frame last looked. */
static inline bool lprt_visit_was_running(const struct lineprof_frame *frame)
{
    const struct lprt_thread *t = (const struct lprt_thread *)(uintptr_t)frame->thread;

    return *t->switch_mark == t->switch_arm && t->off_ns == frame->off_ns;
}

/* Charge what the thread did not run since the frame last looked to a line; to none if
   cell is NULL. */
void lprt_visit_charge_off(struct lineprof_frame *frame, struct lineprof_cell *cell);

__extension__ typedef unsigned __int128 lprt_u128;

static inline void lprt_visit_add_sampled(struct lineprof_cell *cell, uint64_t ticks)
{
    const lprt_u128 square = (lprt_u128)ticks * ticks;
    const uint64_t low = (uint64_t)square;

    lprt_add(&cell->sampled, 1);
    lprt_add(&cell->sampled_ticks, ticks);
    lprt_add(&cell->sampled_squares_low, low);
    lprt_add(&cell->sampled_squares_high,
             (uint64_t)(square >> 64) + (cell->sampled_squares_low < low));
}

/* The current line's visit ends at `now`, in virtual time.  Whichever was before it has
   to be counted. */
static inline void lprt_visit_end(struct lineprof_frame *frame, uint64_t now)
{
    struct lineprof_block *block = lprt_block_of(frame);
    struct lineprof_cell *cell = frame->line ? lprt_cell_at(block, frame->line) : NULL;

    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame)))
        lprt_visit_charge_off(frame, cell);
    if (!cell)
        return;
    const uint64_t ticks = now - frame->last;
    if (LPRT_LIKELY(!cell->drawn))
        lprt_add(&cell->ticks, ticks);
    else
        lprt_visit_add_sampled(cell, ticks);
    frame->visit = ticks;
    frame->histogram = frame->block + frame->line * 3 + block->histograms_bias;
    LPRT_SIGNAL_FENCE();
    frame->visited = (uint64_t)(uintptr_t)cell;
}

#endif
