/* SPDX-License-Identifier: MIT */
/*
 * What a forked child takes over.  It is a copy of the thread that forked, with that
 * thread's open frames; but these lie in the region, where the parent goes on at once,
 * so they are put aside before.
 *
 * For the guarded slow path only (lprt_lock.h), which is entered before the fork and
 * left after it.
 */
#ifndef LPRT_CHILD_H
#define LPRT_CHILD_H

#include <stdbool.h>
#include <stdint.h>

/* Before the fork: put the calling thread's frames aside. */
void lprt_child_prepare(void);

/* After it, in the parent. */
void lprt_child_release(void);

/* After it, in the child: its region is private memory.  In one that is to have a file of
   its own, that is without what it has not entered.  false if there is no memory. */
bool lprt_child_to_memory(void);

/* Then, in the child, whose region has been copied: nothing is counted yet, the
   frames are open from now on, other threads do not exist. */
void lprt_child_start_over(void);

/* The child's region has become that of another process, which has ended: that one's
   counts stay, its frames are closed at their last event.  Before it the child's own
   frames have been put aside; lprt_child_release() is called here.

   known    up to this, in bytes, the records are those that the child knows

   false if there is no memory. */
bool lprt_child_take_over(uint64_t known);

/* The child goes on in the middle of marked functions. */
bool lprt_child_is_inside(void);

#endif
