/* SPDX-License-Identifier: MIT */
/* Exits that are not the common case. */
#ifndef LPRT_LEAVE_H
#define LPRT_LEAVE_H

#include "count/lprt_frame.h"

/* raw     the reading at the exit; 0 if none was made */
void lprt_leave_slowly(struct lineprof_frame *frame, uint64_t raw);

/* At the end of a call, of one whose function is not open further out: where it was
   counted.  Where control went on long before it was found out, the caller is on another
   line, from which it may never have called. */
struct lprof_edge *lprt_edge_counted(struct lprt_thread *thread,
                                     const struct lineprof_block *callee,
                                     const struct lineprof_frame *caller);

/* Visits that the calling thread's frames keep enter their lines' statistics. */
void lprt_frames_count_visits(struct lprt_thread *thread);

/* Close all that is open on a thread that ends. */
void lprt_frames_close(struct lprt_thread *thread);

/* Close the topmost frame taken, open or not, at a raw reading; 0: make one if it is
   needed.  Returns the reading. */
uint64_t lprt_frame_close_top(struct lprt_thread *thread, uint64_t raw);

#endif
