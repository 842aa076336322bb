/* SPDX-License-Identifier: MIT */
/*
 * For how many visits of its stretch a timed one stands, and how much of its time that
 * goes for: what is rare and long must not stand for much.
 *
 * All use general registers only and are safe in signal handlers.
 */
#ifndef LPRT_WEIGHT_H
#define LPRT_WEIGHT_H

#include "count/bare/visits/lprt_stretch.h"
#include "lineprof/abi.h"

#include <stdbool.h>

static inline uint64_t lprt_weight_of(const struct lineprof_frame *frame)
{
    const uint64_t weight = frame->entry >> LPRT_STRETCH_TICKS_BITS;

    return weight ? weight : 1;
}

/* If the visit's line lasts where it is not timed, the tick sees it (lprt_lasting.h): the
   rest of a loop, but none of its iterations that are timed one by one. */
bool lprt_weight_may_last(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* Of the line's ticks, those that its weight goes for. */
uint64_t lprt_weight_cut(const struct lineprof_frame *frame, uint64_t ticks)
    __attribute__((__visibility__("hidden")));

/* What visits of that length lack, of which that is left after the cut: those in which
   the tick came are cut. */
uint64_t lprt_weight_lacking(const struct lineprof_frame *frame, uint64_t ticks,
                             uint64_t cut) __attribute__((__visibility__("hidden")));

/* What so much of the line's time stands for, with what others are likely to have taken
   of the visits that nobody timed, but that the line is watched. */
uint64_t lprt_weight_times(const struct lineprof_frame *frame, uint64_t ticks,
                           bool is_watched) __attribute__((__visibility__("hidden")));

#endif
