/* SPDX-License-Identifier: MIT */
/*
 * What all threads are to do, each at its next event: count no more, count again
 * (lprt_pause.h), begin anew (lprt_reset.h).
 *
 * A thread's frames and counters are its own, so nobody else does it for a thread.
 * Whoever asks changes what the thread compares at its entries, regions, lines and exits,
 * so these take the slow way, where it looks here.
 */
#ifndef LPRT_TURN_H
#define LPRT_TURN_H

#include "count/lprt_thread.h"

/* How often there has been something to do; what a thread's `turns` is to be. */
extern uint64_t lprt_turns __attribute__((__visibility__("hidden")));

/* There is something to do, for all threads.  For the guarded slow path only
   (lprt_lock.h). */
void lprt_turn_call(void);

/*
 * Do it with a thread, the calling one or one that does not run.
 *
 * frame    that is open, and whose line has just ended or will; NULL: the innermost
 * raw      the reading of this event; 0: none was made
 *
 * Safe in signal handlers; uses general registers only.
 */
void lprt_turn_take(struct lprt_thread *thread, const struct lineprof_frame *frame,
                    uint64_t raw) __attribute__((__visibility__("hidden")));

/* The same if it has not been done. */
static inline void lprt_turn_look(struct lprt_thread *thread,
                                  const struct lineprof_frame *frame, uint64_t raw)
{
    if (__builtin_expect(thread->turns != __atomic_load_n(&lprt_turns, __ATOMIC_ACQUIRE),
                         0))
        lprt_turn_take(thread, frame, raw);
}

#endif
