/* SPDX-License-Identifier: MIT */
/*
 * What the lines of a timed visit have taken, and what that stands for, is added to their
 * cells: the visit's weight goes for a part of it, the rest stands for itself alone.
 *
 * All use general registers only and are safe in signal handlers.
 */
#ifndef LPRT_CHARGE_H
#define LPRT_CHARGE_H

#include "count/lprt_frame.h"
#include "count/timing/lprt_shares.h"

#include <stdbool.h>

/* The frame's current line, if there is one, ends.
   now      in virtual time */
void lprt_charge_line(struct lineprof_frame *frame, uint64_t now)
    __attribute__((__visibility__("hidden")));

/* What the thread did not run of that line is counted: it begins later by that. */
void lprt_charge_interruption(struct lineprof_frame *frame, uint64_t now)
    __attribute__((__visibility__("hidden")));

/* The line's time up to now, ticks. */
static inline uint64_t lprt_charge_ticks_until(const struct lineprof_frame *frame,
                                               uint64_t now)
{
    return (int64_t)(now - frame->last) > 0 ? now - frame->last : 0;
}

/* Of what the visit's lines of a loop have been charged, so many ticks were too much. */
void lprt_charge_take_back(const struct lineprof_frame *frame,
                           const struct lprt_shares *shares, uint64_t excess)
    __attribute__((__visibility__("hidden")));

/* The line begins or ends to call what may be profiled: what it took until now is its own
   or what it called. */
void lprt_charge_turn(struct lineprof_frame *frame, uint64_t now, bool calls)
    __attribute__((__visibility__("hidden")));

/* A visit of another function begins, or of another activation, while the frame is on
   top. */
void lprt_charge_note_inside(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

#endif
