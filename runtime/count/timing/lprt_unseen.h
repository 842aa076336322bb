/* SPDX-License-Identifier: MIT */
/*
 * What other programs take from a thread while it is not timed.
 *
 * The lots say how long visits are that are not timed, but not how often one of them is
 * interrupted for longer than it lasts: the kernel takes the processor away some times in
 * a million visits, and gives it back when others have had their turn.  That comes to all
 * code alike, as long as it runs.  So what others take is held against what the thread
 * runs, and what stands for visits that were not timed is longer in that proportion.
 *
 * Calls and loops that the kernel's tick watches (lprt_lasting.h) need no proportion, as
 * none in which others had the processor is missed: what they claim is theirs, and what
 * they run is not what the rest is held against.  But calls that may lead to profiled
 * code claim nothing, as it may have been that which ran.
 *
 * All use general registers only and are safe in signal handlers.
 */
#ifndef LPRT_UNSEEN_H
#define LPRT_UNSEEN_H

#include "count/lprt_thread.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The calling thread is known to have been off the processor.  A system call: whether
 * that was its own doing.
 *
 * off_ns     for how long, since the last time
 * ran_ns     its time on the processor so far
 * now_ns     CLOCK_MONOTONIC
 */
void lprt_unseen_note(struct lprt_thread *thread, uint64_t off_ns, uint64_t ran_ns,
                      uint64_t now_ns) __attribute__((__visibility__("hidden")));

/* So much of that has been somebody's. */
static inline void lprt_unseen_claim(struct lprt_thread *thread, uint64_t off_ns)
{
    const uint64_t all = thread->unseen_off_ns;
    const uint64_t claimed = off_ns < all ? off_ns : all;

    thread->unseen_off_ns = all - claimed;
    thread->claimed_off_ns += claimed;
}

struct lprt_off_since {
    uint64_t off_ns;
    uint64_t claimed_ns; /* part of it: waits, and what has been claimed */
};

/* What the thread has been off the processor from a moment of CLOCK_MONOTONIC on, ns, up
   to when it was last known to have been; no more than of late. */
struct lprt_off_since lprt_unseen_off_since(const struct lprt_thread *thread, uint64_t ns)
    __attribute__((__visibility__("hidden")));

/* What others take, as a rule, while the thread runs for so many ticks. */
uint64_t lprt_unseen_of(const struct lprt_thread *thread, uint64_t ticks)
    __attribute__((__visibility__("hidden")));

/* The thread is likely to have run for so many ticks in what claims what others take. */
static inline void lprt_unseen_note_watched(struct lprt_thread *thread, uint64_t ticks)
{
    thread->unseen_new_watched += ticks;
}

/* What a timed visit of so many ticks stands for that stands for `weight` of them, itself
   too. */
static inline uint64_t lprt_unseen_weigh(const struct lprt_thread *thread, uint64_t ticks,
                                         uint64_t weight)
{
    return ticks * weight +
           (weight > 1 ? lprt_unseen_of(thread, ticks * (weight - 1)) : 0);
}

/* Whether the thread has waited since its off_ns was `before`; of what it has been off
   the processor since then for another reason, that is not known. */
static inline bool lprt_unseen_waited(const struct lprt_thread *thread, uint64_t before)
{
    return thread->waited_off_ns > before;
}

#endif
