/* SPDX-License-Identifier: MIT */
/*
 * Regions that are not nested and belong to no thread.  Lock-free; safe in signal
 * handlers, but for a name's first use on a thread; errno is left alone.
 */
#ifndef LPRT_RANGES_H
#define LPRT_RANGES_H

#include <stdint.h>

/* name     any text; copied.  NULL is not recorded
   here     the caller's frame address (lprt_hooks.h)
   Returns what ends it; 0 if it is not recorded. */
uint64_t lprt_ranges_begin(const char *name, uintptr_t here);

/* On any thread.  0, and what has ended, is ignored. */
void lprt_ranges_end(uint64_t range, uintptr_t here);

/* In a forked child: those that are open begin now. */
void lprt_ranges_restart(void);

#endif
