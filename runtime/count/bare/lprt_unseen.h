/* SPDX-License-Identifier: MIT */
/*
 * What other programs take from a thread between the visits that are timed.
 *
 * The lots say how long visits are that are not timed, but not how often one of them is
 * interrupted for longer than it lasts: the kernel takes the processor away some times in
 * a million visits, and gives it back when others have had their turn.  That comes to all
 * code alike, as long as it runs.  So the times between two readings are added up, and of
 * these what the thread did not run, where that was not its own doing; and what stands
 * for visits that were not timed is longer in that proportion.
 *
 * Calls and loops that the kernel's tick watches (lprt_lasting.h) see it for themselves:
 * what they have been given is not found here any more.
 *
 * All use general registers only and are safe in signal handlers.
 */
#ifndef LPRT_UNSEEN_H
#define LPRT_UNSEEN_H

#include "count/lprt_thread.h"

#include <stdbool.h>
#include <stdint.h>

/* Why a thread has been off the processor since this was last asked. */
struct lprt_switches {
    bool preempted; /* another program has got it */
    bool waited;
};

/* A system call: where the thread is known to have been off the processor. */
struct lprt_switches lprt_switches_look(struct lprt_thread *thread)
    __attribute__((__visibility__("hidden")));

/* A visit is about to begin, at a reading of just now: nothing was timed since
   thread->reading. */
void lprt_unseen_note(struct lprt_thread *thread, uint64_t raw)
    __attribute__((__visibility__("hidden")));

/* What others have taken, as a rule, while the thread ran for so many ticks unseen.
   Ticks. */
uint64_t lprt_unseen_of(const struct lprt_thread *thread, uint64_t ticks)
    __attribute__((__visibility__("hidden")));

#endif
