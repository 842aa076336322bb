/* SPDX-License-Identifier: MIT */
/*
 * Counting from 0 again.
 *
 * A thread's counters are its own: another that cleared them while they are counted in
 * would leave hits and calls apart.  So each thread clears its own where it next takes
 * the slow way, which it is made to do at its next event; until then its record says that
 * what it holds is from before (LPROF_THREAD_OUTDATED).  The counters of threads that
 * have ended are cleared at once.
 */
#ifndef LPRT_RESET_H
#define LPRT_RESET_H

#include "count/lprt_thread.h"

/* How often counting began anew; what a thread's `resets` is to be. */
extern uint64_t lprt_resets __attribute__((__visibility__("hidden")));

/* All threads begin anew, each at its next event.  An activation that is open goes on, is
   no new call, and counts from the thread's last event on. */
void lprt_reset(void);

/*
 * Begin anew with a thread, the calling one or one that does not run.
 *
 * frame    that is open: its current line's visit is counted whole, and what lies around
 *          it begins where that did; NULL: the innermost
 *
 * Safe in signal handlers; uses general registers only.
 */
void lprt_reset_thread(struct lprt_thread *thread, const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

#endif
