/* SPDX-License-Identifier: MIT */
/* Frames that were left without a leave: by longjmp, by an exception through code that
   has no cleanups, by a thread's cancellation. */
#ifndef LPRT_ABANDONED_H
#define LPRT_ABANDONED_H

#include "count/lprt_thread.h"

/*
 * Close all open frames above one that stays.
 *
 * keep     an open frame of the thread, or its root
 * raw      a reading of just now; 0: make one if it is needed
 *
 * Returns the reading.  Safe in signal handlers.
 */
uint64_t lprt_abandoned_close(struct lprt_thread *thread, struct lineprof_frame *keep,
                              uint64_t raw);

/* From which line of `caller` a function was called last, as far as that is known; NULL
   if none of them ever did. */
struct lineprof_cell *lprt_abandoned_call(const struct lineprof_frame *caller,
                                          const struct lineprof_block *callee);

#endif
