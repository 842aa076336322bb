/* SPDX-License-Identifier: MIT */
/*
 * What the process uses over time (LINEPROF_STATS): a thread reads it at regular times
 * and puts it into the file.  Forked children have none.
 */
#ifndef LPRT_STATS_H
#define LPRT_STATS_H

/* The process is profiled, and so may be this.  For the guarded slow path only
   (lprt_lock.h). */
void lprt_stats_allow(void);

/* Start if that is wanted and allowed, and has not been done.  Not while the lock is
   held, and not in a signal handler.  Does nothing before libc is ready, after which it
   comes by itself.
 */
void lprt_stats_start(void);

/* The end of the run, before the lock is taken: the thread ends. */
void lprt_stats_stop(void);

/* And then: what has been used up to now.  For the guarded slow path only (lprt_lock.h).
 */
void lprt_stats_end(void);

#endif
