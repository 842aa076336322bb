/* SPDX-License-Identifier: MIT */
/*
 * The process's clock: one kind for all threads and modules, chosen by the first unit
 * that is registered.  Its readings are raw ticks.
 */
#ifndef LPRT_CLOCK_H
#define LPRT_CLOCK_H

#include "lineprof/abi.h"

#include <stdbool.h>
#include <stdint.h>

/* The same moment on two clocks. */
struct lprt_clock_pair {
    uint64_t clock_ns; /* CLOCK_MONOTONIC_RAW */
    uint64_t ticks;    /* of the process's clock */
};

/* Reads the clock.  Safe everywhere; leaves errno alone.  Of the kind `count`: each
   reading advances it by a tick. */
extern lineprof_clock_fn lprt_clock_read;

/* The usual one: whoever finds it there can make the reading in place. */
uint64_t lprt_clock_read_ordered(void);

/* The raw ticks from which on a leave is to call lprt_clock_look(). */
extern _Atomic uint64_t lprt_clock_next_look __attribute__((__visibility__("hidden")));

/*
 * Which kind of clock (enum lineprof_clock) code was built for.  Once, before any
 * reading. The processor's counter is used where its rate is known to be always the same;
 * elsewhere `monotonic` stands in, and what code reads is not looked at.  Reads files.
 *
 * Returns false if there is no such kind.
 */
bool lprt_clock_choose(uint32_t kind);

/* The kind that is used. */
enum lineprof_clock lprt_clock_kind(void);

/* That reads the processor's counter. */
bool lprt_clock_is_counter(void);

/* Code reads the processor's counter, used or not. */
bool lprt_clock_code_reads(void);

/* A unit whose code is for a kind can be timed.  All that read the counter go together.
 */
bool lprt_clock_fits(uint32_t kind);

/* Whether it goes on while a thread does not run. */
bool lprt_clock_is_of_time(void);

/* Ticks a second; 0 if only measuring tells. */
uint64_t lprt_clock_hz(void);

/* Ticks a ns, in units of 1 / 2^LPRT_RATE_BITS; 0: not known yet. */
enum { LPRT_RATE_BITS = 16 };
extern uint64_t lprt_clock_rate __attribute__((__visibility__("hidden")));

/* So many ns in its ticks, roughly, by what is known of its rate so far; 0 if nothing is.
   Safe in signal handlers. */
static inline uint64_t lprt_clock_ticks(uint64_t ns)
{
    const uint64_t rate = __atomic_load_n(&lprt_clock_rate, __ATOMIC_RELAXED);

    return (ns >> LPRT_RATE_BITS) * rate +
           ((ns & ((1u << LPRT_RATE_BITS) - 1)) * rate >> LPRT_RATE_BITS);
}

/* The other way round. */
static inline uint64_t lprt_clock_ns(uint64_t ticks)
{
    const uint64_t rate = __atomic_load_n(&lprt_clock_rate, __ATOMIC_RELAXED);

    return rate ? (ticks / rate << LPRT_RATE_BITS) +
                      ((ticks % rate) << LPRT_RATE_BITS) / rate
                : 0;
}

struct lprt_clock_pair lprt_clock_pair(void);

/* As lprt_clock_look(), and begin to plan. */
void lprt_clock_look_first(void);

/*
 * Note where the clock is, as the end of the run so far, so that a killed process's
 * file has a rate that is good; plan the next time; and see what others ask for
 * (lprt_control.h).
 *
 * ticks    a raw reading of just now
 *
 * Returns false if it was not time yet, or another thread does so.  Safe in signal
 * handlers.
 */
bool lprt_clock_look(uint64_t ticks);

#endif
