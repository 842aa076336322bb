/* SPDX-License-Identifier: MIT */
/*
 * What the current line of a timed visit has told of its calls, and how much of its time
 * these were.  TICKS: of the line so far.
 *
 * All use general registers only and are safe in signal handlers.
 */
#ifndef LPRT_TOLD_H
#define LPRT_TOLD_H

#include "count/bare/visits/lprt_stretch.h"
#include "lineprof/abi.h"

#include <stdbool.h>

/* In `entry`, below the weight. */
#define LPRT_TOLD_MOST ((UINT64_C(1) << LPRT_STRETCH_TICKS_BITS) - 1)

/* The line has called something. */
bool lprt_told_anything(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* That may be profiled. */
bool lprt_told_calls(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* What it calls by name is profiled, also what is too short for a call to be told. */
bool lprt_told_calls_profiled(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* It is in such a call. */
bool lprt_told_is_in_call(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* It is in a call that may lead to anything: through a pointer, or of what is given one.
 */
bool lprt_told_is_by_pointer(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* What others take while it is not timed, it claims: or has been seen to. */
bool lprt_told_is_watched(const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* The part of its time that it is not in now: what it has called, or in a call what it
   took itself. */
uint64_t lprt_told_other_part(const struct lineprof_frame *frame, uint64_t ticks)
    __attribute__((__visibility__("hidden")));

/* What it did not call. */
uint64_t lprt_told_own_part(const struct lineprof_frame *frame, uint64_t ticks)
    __attribute__((__visibility__("hidden")));

/* What it was in calls that may be profiled. */
uint64_t lprt_told_called_part(const struct lineprof_frame *frame, uint64_t ticks)
    __attribute__((__visibility__("hidden")));

#endif
