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
    uint64_t began_ns; /* when the word was set, by the kernel's clock, */
    uint64_t from_ns;  /* and by CLOCK_MONOTONIC, which that is behind */
};

/*
 * Those since the word that changes at each was as it is given.  It is the same once a
 * second: so it is the one of a look, if it is that one's, else the last.
 *
 * seen_ns   by lprt_tick_last_ns(), at a look before, or 0
 *
 * Uses general registers only; safe in signal handlers.
 */
struct lprt_ticks lprt_tick_count(uint64_t seen_ns, uint64_t word);

#endif
