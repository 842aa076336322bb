/* SPDX-License-Identifier: MIT */
/* What frame addresses tell about the order of calls, on stacks of several kinds. */
#ifndef LPRT_STACK_H
#define LPRT_STACK_H

#include "lprt_thread.h"

/*
 * Whether a function with frame address `open` must have been left, as one with frame
 * address `cfa` is entered on the same thread.  Only where the two are on one stack, or
 * the former on the stack for signals, which is in use no more: the addresses of
 * different stacks say nothing.
 *
 * may_be_equal   the entered one is inlined into its caller, whose address it has
 *
 * Makes system calls.  Safe in signal handlers; leaves errno alone.
 */
bool lprt_stack_is_left(struct lprt_thread *thread, uint64_t open, uint64_t cfa,
                        bool may_be_equal);

#endif
