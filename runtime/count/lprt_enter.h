/* SPDX-License-Identifier: MIT */
/* Entries that are not the common case. */
#ifndef LPRT_ENTER_H
#define LPRT_ENTER_H

#include "count/lprt_frame.h"

/* raw     the reading at the entry; 0 if none was made */
struct lineprof_frame *lprt_enter_slowly(struct lineprof_function *function, uint64_t cfa,
                                         uint64_t raw);

/* The same when both have been counted down, and one is drawn: all else is as usual. */
struct lineprof_frame *lprt_enter_drawn(struct lineprof_function *function, uint64_t cfa);

/* From now on not all calls of a function are timed, if they are short.  For the entry of
   one whose lines are sampled, now and then. */
void lprt_frame_judge(const struct lineprof_function *function,
                      struct lineprof_block *block);

/* Calls between two such looks, a power of 2. */
enum { LPRT_FIRST_CALLS = 4096 };

#endif
