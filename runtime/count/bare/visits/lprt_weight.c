/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_weight.h"
#include "count/bare/visits/lprt_told.h"
#include "count/lprt_clock.h"
#include "count/lprt_visit.h"
#include "count/timing/lprt_lasts.h"
#include "count/timing/lprt_tick.h"
#include "count/timing/lprt_unseen.h"

enum {
    MUCH_LONGER = 8,     /* times the mean */
    MOST_TOGETHER = 512, /* of those that are as long as the limit for one: what more they
                           take counts once */
};

bool lprt_weight_may_last(const struct lineprof_frame *frame)
{
    return frame->visit & LPRT_STRETCH_MAY_LAST &&
           !(frame->visit & LPRT_STRETCH_IN_LOOP) && lprt_lasts_ns();
}

/* What stands for others is cut, so that none stands for much.  What may last, where
   lprt_lasting.h begins, or earlier; else the more it stands for, the earlier. */
static uint64_t most_of(const struct lineprof_frame *frame)
{
    const uint64_t weight = lprt_weight_of(frame);
    const bool lasts = lprt_weight_may_last(frame);
    const uint64_t most = lasts ? lprt_clock_ticks(lprt_lasts_ns()) : lprt_costs.outlier;

    return lasts && weight < MOST_TOGETHER ? most : most * MOST_TOGETHER / weight;
}

/* Of a visit that the tick may see, if it is not timed (lprt_lasting.c), what it does not
   say: all up to where that begins, of twice that nothing. */
static uint64_t unseen_by_tick(uint64_t ticks)
{
    const uint64_t lasting = lprt_clock_ticks(lprt_lasts_ns());

    return ticks < lasting ? ticks : ticks < 2 * lasting ? 2 * lasting - ticks : 0;
}

/* What the line calls is profiled, so no tick sees how long it lasts: no visit is much
   longer than the others were. */
static uint64_t most_by_others(const struct lineprof_frame *frame)
{
    const struct lineprof_cell *cell = lprt_cell_at(lprt_block_of(frame), frame->line);
    const uint64_t visits = cell->timed - cell->sampled + cell->drawn;

    if (frame->excluded || !visits || !lprt_told_calls(frame))
        return 0;
    return (cell->ticks + cell->sampled_ticks) / visits * MUCH_LONGER;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Of a visit's time what no tick says of it: all that was in calls of profiled code, and
   of the rest what it does not. */
static uint64_t unsaid_part(const struct lineprof_frame *frame, uint64_t ticks)
{
    const uint64_t called = lprt_told_called_part(frame, ticks);

    return lprt_weight_may_last(frame) ? called + unseen_by_tick(ticks - called) : ticks;
}

uint64_t lprt_weight_cut(const struct lineprof_frame *frame, uint64_t ticks)
{
    const uint64_t shortest = lprt_costs.short_visit;

    if (LPRT_LIKELY(ticks < shortest) || lprt_weight_of(frame) == 1)
        return ticks;
    const uint64_t most = lprt_lasts_was_ticked(ticks)
                              ? shortest
                              : larger(most_of(frame), most_by_others(frame));
    const uint64_t part = unsaid_part(frame, ticks);
    return part < most ? part : most;
}

uint64_t lprt_weight_lacking(const struct lineprof_frame *frame, uint64_t ticks,
                             uint64_t cut)
{
    const uint64_t period = lprt_clock_ticks(lprt_tick_period_ns());
    const uint64_t shortest = lprt_costs.short_visit;

    if (LPRT_LIKELY(ticks < shortest) || cut < ticks || lprt_weight_of(frame) == 1 ||
        ticks >= lprt_clock_ticks(lprt_lasts_ns()))
        return 0;
    return (ticks - shortest) * ticks / (period - ticks);
}

uint64_t lprt_weight_times(const struct lineprof_frame *frame, uint64_t ticks,
                           bool is_watched)
{
    const uint64_t weight = lprt_weight_of(frame);

    return is_watched
               ? ticks * weight
               : lprt_unseen_weigh((const struct lprt_thread *)(uintptr_t)frame->thread,
                                   ticks, weight);
}
