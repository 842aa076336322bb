/* SPDX-License-Identifier: MIT */
/*
 * Activations on stacks that are not their thread's own: those of fibers.  They are
 * suspended and go on in any order, on any thread, or never, so they cannot be in an
 * array that is used as a stack: who leaves would close what lies above it, and that
 * record would be another's while a suspended activation still holds its address.  Stacks
 * for signals are made into fibers, so what runs there is one of these, too.
 *
 * So their frames lie by themselves, in private memory, and nothing but their own leave
 * closes one; or another activation of the same frame address, as no two can be at one
 * place.  How long they run is not known.  They count calls and hits, in blocks of their
 * own that are not timed; no edges, no times, and to the frames of the thread they are
 * not there.
 *
 * Safe in signal handlers; enter and leave take the lock for what is new only.
 */
#ifndef LPRT_LOOSE_H
#define LPRT_LOOSE_H

#include "count/lprt_thread.h"

#include <stdbool.h>
#include <stdint.h>

/* In the place of a loose frame's thread, which may have ended: nothing ever happens to
   it. */
extern struct lprt_thread lprt_loose_thread __attribute__((__visibility__("hidden")));

static inline bool lprt_is_loose(const struct lineprof_frame *frame)
{
    return frame->thread == (uint64_t)(uintptr_t)&lprt_loose_thread;
}

/* For a call of a function at a frame address, which counts in one of the thread's blocks
   for loose frames.  NULL if there is no room. */
struct lineprof_frame *lprt_loose_enter(const struct lineprof_function *function,
                                        struct lineprof_block *block, uint64_t cfa);
void lprt_loose_leave(struct lineprof_frame *frame);

/* What is open counts in a block from now on, which is as large as any; or, in a forked
   child, whose blocks are its parent's, nowhere. */
void lprt_loose_count_in(struct lineprof_block *block);
void lprt_loose_let_go(void);

#endif
