/* SPDX-License-Identifier: MIT */
/*
 * The tick of the kernel's clock, which can be seen without a call: the page that the
 * kernel shares with all processes for clock_gettime() holds the time of the last tick.
 */
#ifndef LPRT_TICK_H
#define LPRT_TICK_H

#include <stdint.h>

/* A word that changes at each tick; NULL where none is found.  For the guarded slow path
   only (lprt_lock.h). */
const uint64_t *lprt_tick_find(void);

/* The time between two ticks, ns. */
uint64_t lprt_tick_period_ns(void);

#endif
