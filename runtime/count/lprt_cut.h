/* SPDX-License-Identifier: MIT */
/*
 * The file is cut short by somebody else while the program counts in it: what is mapped
 * beyond its end is not there any more, and the kernel sends SIGBUS to who touches it.
 * A handler puts memory in its place, in which nothing is recorded; the program goes on,
 * and no more is profiled.
 *
 * The handler is there only where the program has none of its own, and takes for its own
 * only what is in the region: for all else the signal is as if it were not there.
 */
#ifndef LPRT_CUT_H
#define LPRT_CUT_H

#include <stdbool.h>

/* The region is a file's from now on.  For the guarded slow path only (lprt_lock.h). */
void lprt_cut_arm(void);

/* There is a handler: SIGBUS must not be blocked while the region is touched. */
bool lprt_cut_is_armed(void);

/* It has been found out in another way than by the signal. */
void lprt_cut_let_go(void);

/* It has happened.  Safe anywhere. */
bool lprt_cut_has_happened(void);

/* In a forked child, first of all: the thread that was putting memory there is not. */
void lprt_cut_inherit(void);

/* Say so, once.  Not while the lock is held. */
void lprt_cut_say(void);

#endif
