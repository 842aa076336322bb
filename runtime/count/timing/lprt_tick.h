/* SPDX-License-Identifier: MIT */
/*
 * The tick of the kernel's clock, which can be seen without a call: the page that the
 * kernel shares with all processes for clock_gettime() holds the time of the last tick.
 */
#ifndef LPRT_TICK_H
#define LPRT_TICK_H

#include <stdbool.h>
#include <stdint.h>

/* The words of that time (enum lineprof_tick); NULL where they are not found.  For the
   guarded slow path only (lprt_lock.h). */
const uint64_t *lprt_tick_find(void);

/* The time between two ticks, ns; 0 where they are not seen. */
uint64_t lprt_tick_period_ns(void);

/* When it was that the clock last ticked, ns; 0 where that is not seen.  Uses general
   registers only; safe in signal handlers. */
uint64_t lprt_tick_last_ns(void);

/* Whether it has ticked in the time just past: the kernel then has work to do, which
   takes some microseconds, on a virtual machine a hundred.  False where it is not seen.
   Uses general registers only; safe in signal handlers. */
bool lprt_tick_was_within(uint64_t ns);

struct lprt_ticks {
    uint64_t count;
    uint64_t since_ns; /* the last one */
    uint64_t from_ns;  /* CLOCK_MONOTONIC at the tick by which the words were set */
};

/* Those since the words were as they are given.  Uses general registers only; safe in
   signal handlers. */
struct lprt_ticks lprt_tick_count(uint64_t seconds, uint64_t ns);

#endif
