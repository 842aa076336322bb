/* SPDX-License-Identifier: MIT */
/* Frame addresses tell the order of calls, on stacks of several kinds. */
#ifndef LPRT_STACK_H
#define LPRT_STACK_H

#include <stdbool.h>
#include <stdint.h>

/* From `low` on, `size` bytes. */
struct lprt_stack {
    uintptr_t low;
    uintptr_t size;
    bool is_whole; /* and there is no more of it */
};

static inline bool lprt_stack_has(const struct lprt_stack *stack, uintptr_t address)
{
    return address - stack->low < stack->size;
}

/*
 * Whether a function with frame address `open` must have been left, as one with frame
 * address `cfa` is entered on the same thread, or is suspended.  Only where the two are
 * on one stack, or the former on the stack for signals, which is in use no more, or on
 * that of a fiber: else the addresses of different stacks say nothing.
 *
 * may_be_equal   the entered one is inlined into its caller, whose address it has
 *
 * Makes system calls.  Safe in signal handlers; leaves errno alone.
 */
bool lprt_stack_is_left(struct lprt_stack *own, uint64_t open, uint64_t cfa,
                        bool may_be_equal);

/* Whether an address is on the calling thread's stack for signals.  Makes a system call.
 */
bool lprt_stack_is_for_signals(uintptr_t address);

/* Once, before any thread is registered: which thread is the process's first, also to
   children that another one forks. */
void lprt_stack_start(void);

/* Whether an address is on the stack of a thread, the calling one; true if that cannot be
   found.  Where it is not on the part that is known, it is looked for: once, as reading
   /proc is slow. */
bool lprt_stack_is_own(struct lprt_stack *own, uintptr_t address);

/* As much of the calling thread's own stack as is known without looking; mostly it is
   enough. */
struct lprt_stack lprt_stack_guess(void);

/* The calling thread's own stack, wherever it is now; all memory if that is not found.
   For the guarded slow path only (lprt_lock.h). */
struct lprt_stack lprt_stack_find(void);

#endif
