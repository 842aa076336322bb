/* SPDX-License-Identifier: MIT */
/*
 * The time during which a thread did not run: blocked, or another had the processor.
 *
 * The kernel clears a word of the thread's restartable-sequences area (rseq(2)), which
 * libc registers, whenever the thread has been off the processor.  So a glance at it
 * tells whether a look at the thread's CPU clock, which costs half a microsecond, is
 * worth it.  No system call, no descriptor, and in a forked child it goes on working.
 */
#ifndef LPRT_OFF_H
#define LPRT_OFF_H

#include "count/lprt_thread.h"

/* The calling thread's time begins.  Without such an area, and where the profile's clock
   is not one of time that passes, it stays 0. */
void lprt_off_start(struct lprt_thread *thread);

/* Whether the calling thread has such an area. */
bool lprt_off_is_known(const struct lprt_thread *thread);

/* Have a thread take the slow way at its next event, as if it had been off the processor.
   By the thread or by another. */
void lprt_off_call(struct lprt_thread *thread);

/* Bring thread->off_ns up to date, if there is anything new.  Safe in signal handlers;
   leaves errno alone and vector registers. */
void lprt_off_look(struct lprt_thread *thread);

/* The time that the thread did not run since the frame's line was charged is left out:
   it lies within time that is none of the thread's. */
void lprt_off_leave_out(struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

/* The same of the time since its off_ns was `before`, when it was up to date; what has
   not been charged by then is not left out. */
void lprt_off_leave_out_since(struct lprt_thread *thread, uint64_t before)
    __attribute__((__visibility__("hidden")));

/* Charge what the thread did not run since the frame last looked to its line, if that is
   timed, else to its function.
   now      in virtual time: up to then */
void lprt_visit_charge_off(struct lineprof_frame *frame, uint64_t now);

/* The same in the midst of a visit. */
void lprt_visit_charge_off_within(struct lineprof_frame *frame);

/* How many of the last TICKS the thread ran; the rest has not been charged yet. */
uint64_t lprt_visit_running_part(const struct lineprof_frame *frame, uint64_t ticks);

#endif
