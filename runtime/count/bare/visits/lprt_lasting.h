/* SPDX-License-Identifier: MIT */
/*
 * Calls and loops that last, in the light copy of code with a timed one, where they are
 * not timed: the kernel's tick sees them (LINEPROF_VISIT_LASTED).
 *
 * What is rare and long falls between the lots.  What a call takes is the chance of a
 * tick during it, in parts of the time between two: so each tick stands for that time.
 * But one that came just before the call's end may be all that made it long, so it counts
 * nothing, and one that came a little longer before counts twice; what that leaves of a
 * call the lots have (lprt_charge.c).  What a thread does not run is in no lots at all,
 * so of that each tick stands for as much.
 *
 * Code tells the same door of parts of functions, and of the ends of loops.
 */
#ifndef LPRT_LASTING_H
#define LPRT_LASTING_H

#include "count/lprt_thread.h"
#include "lineprof/abi.h"

/* For the `lasted` of a module.  In assembler: lprt_trigger_<machine>.S. */
void lprt_lasting_entry(void) __attribute__((__visibility__("hidden")));
void lprt_lasting_entry_near(void) __attribute__((__visibility__("hidden")));

/* What it calls: the kernel's clock has ticked, or a part of a function begins or ends,
   or a loop does.  Uses general registers only; safe in signal handlers. */
void lprt_lasting_add(const struct lineprof_lasted_call *call)
    __attribute__((__visibility__("hidden")));

#endif
