/* SPDX-License-Identifier: MIT */
/*
 * An unbroken stay on a line: where its time goes when it ends.  It enters the line's
 * statistics one event later, when that costs nothing: until then the frame keeps it.
 */
#ifndef LPRT_VISIT_H
#define LPRT_VISIT_H

#include "count/bare/lprt_event.h"
#include "count/bare/lprt_off.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "count/timing/lprt_lasts.h"
#include "count/timing/lprt_unseen.h"

/* So many ticks are the longest visit that the histogram tells apart. */
#define LPRT_LONGEST_VISIT ((UINT64_C(1) << 48) - 1)

/* The number of binary digits of the square, less 1. */
static inline unsigned lprt_visit_bucket(uint64_t ticks)
{
    if (LPRT_LIKELY(ticks <= UINT32_MAX))
        return (unsigned)__builtin_clzll(ticks * ticks | 1) ^ 63;
    ticks = ticks < LPRT_LONGEST_VISIT ? ticks : LPRT_LONGEST_VISIT;
    ticks >>= 16;
    return ((unsigned)__builtin_clzll(ticks * ticks) ^ 63) + 32;
}

/* A count that has reached its largest value stays there. */
static inline void lprt_visit_count_in(struct lineprof_histogram *histogram,
                                       uint64_t ticks)
{
    lprt_machine_count(&histogram->counts[lprt_visit_bucket(ticks)]);
}

/* A visit enters its line's statistics, but for the histogram. */
static inline void lprt_visit_note(struct lineprof_cell *cell, uint64_t ticks)
{
    const uint64_t min = cell->min_ticks;

    if (LPRT_UNLIKELY(ticks - min > cell->max_ticks - min)) {
        if (cell->timed == 0 || ticks < min)
            cell->min_ticks = ticks;
        if (ticks > cell->max_ticks)
            cell->max_ticks = ticks;
    }
    lprt_add(&cell->timed, 1);
}

/* The frame's last visit does. */
static inline void lprt_visit_count(struct lineprof_frame *frame)
{
    struct lineprof_cell *cell = (struct lineprof_cell *)(uintptr_t)frame->visited;

    if (!cell)
        return;
    frame->visited = 0;
    lprt_visit_note(cell, frame->visit);
    lprt_visit_count_in((struct lineprof_histogram *)(uintptr_t)frame->histogram,
                        frame->visit);
}

/* It has run on the processor since the frame last looked. */
static inline bool lprt_visit_was_running(const struct lineprof_frame *frame)
{
    const struct lprt_thread *t = (const struct lprt_thread *)(uintptr_t)frame->thread;

    return *t->switch_mark == t->switch_arm && t->off_ns == frame->off_ns;
}

__extension__ typedef unsigned __int128 lprt_wide;

static inline void lprt_visit_add_square(struct lineprof_cell *cell, uint64_t ticks)
{
    const lprt_wide square = (lprt_wide)ticks * ticks;

    lprt_add(&cell->sampled_squares_low, (uint64_t)square);
    lprt_add(&cell->sampled_squares_high,
             (uint64_t)(square >> 64) + (cell->sampled_squares_low < (uint64_t)square));
}

/* Of a line that is sampled `variance` keeps two numbers for the visit that has been
   drawn: the visits up to the next one that is, with that, and above these its weight: it
   stands for half of those that were passed over before it, and half of those after it.
 */
enum { LPRT_VISIT_WEIGHT_SHIFT = 32 };

/* next    from this visit to the next that is drawn
   random  its lowest bit decides about halves */
static inline void lprt_visit_weigh(struct lineprof_cell *cell, uint64_t next,
                                    uint64_t random)
{
    const uint64_t before = (uint32_t)cell->variance;
    const uint64_t both = (before ? before : 1) + next;

    cell->variance = next | (both / 2 + (both & random & 1)) << LPRT_VISIT_WEIGHT_SHIFT;
}

/* Of a visit that is long what its weight goes for. */
static inline uint64_t lprt_visit_cut(uint64_t ticks)
{
    const uint64_t most =
        lprt_lasts_was_ticked(ticks) ? lprt_costs.short_visit : lprt_costs.outlier;

    return ticks < most ? ticks : most;
}

/* A visit that stands for others is cut, so that none stands for much; the rest of it is
   counted apart, and the reader decides what that stands for. */
static inline void lprt_visit_add_sampled(const struct lprt_thread *thread,
                                          struct lineprof_cell *cell, uint64_t ticks)
{
    const uint64_t cut =
        LPRT_LIKELY(ticks < lprt_costs.short_visit) ? ticks : lprt_visit_cut(ticks);
    const uint64_t weight = cell->variance >> LPRT_VISIT_WEIGHT_SHIFT;
    const uint64_t stands_for = lprt_unseen_weigh(thread, cut, weight);

    lprt_add(&cell->sampled, 1);
    lprt_add(&cell->sampled_ticks, stands_for);
    lprt_add(&cell->off_ns, lprt_clock_ns(stands_for - cut * weight));
    lprt_visit_add_square(cell, cut * weight);
    if (LPRT_UNLIKELY(cut < ticks)) {
        lprt_add(&cell->outliers, 1);
        lprt_add(&cell->outlier_ticks, ticks - cut);
    }
}

/* The current line gets its visit's time up to `now`, in virtual time.  Returns it. */
static inline uint64_t lprt_visit_charge(const struct lineprof_frame *frame,
                                         struct lineprof_cell *cell, uint64_t now)
{
    /* What was counted already may reach beyond now, if another clock measured it. */
    const uint64_t ticks = (int64_t)(now - frame->last) > 0 ? now - frame->last : 0;

    if (LPRT_LIKELY(!cell->drawn))
        lprt_add(&cell->ticks, ticks);
    else
        lprt_visit_add_sampled((const struct lprt_thread *)(uintptr_t)frame->thread, cell,
                               ticks);
    return ticks;
}

/* The current line's visit ends at `now`, in virtual time; it has been running all the
   time.  Whichever visit was before it has to be counted. */
static inline void lprt_visit_end_running(struct lineprof_frame *frame, uint64_t now)
{
    struct lineprof_block *block = lprt_block_of(frame);
    struct lineprof_cell *cell = lprt_cell_at(block, frame->line);

    if (!frame->line)
        return;
    frame->visit = lprt_visit_charge(frame, cell, now);
    /* The cell's block has it: the frame's may be another by now (lprt_cut.h). */
    frame->histogram =
        (uint64_t)(uintptr_t)block + frame->line * 3 + block->histograms_bias;
    LPRT_SIGNAL_FENCE();
    frame->visited = (uint64_t)(uintptr_t)cell;
}

/* The same, and it may not have been running. */
static inline void lprt_visit_end(struct lineprof_frame *frame, uint64_t now)
{
    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame)))
        lprt_visit_charge_off(frame, now);
    lprt_visit_end_running(frame, now);
}

#endif
