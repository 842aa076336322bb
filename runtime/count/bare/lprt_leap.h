/* SPDX-License-Identifier: MIT */
/* A clock that leaps ahead. */
#ifndef LPRT_LEAP_H
#define LPRT_LEAP_H

#include "lineprof/abi.h"

/* Visits of so many ticks are rare enough to ask another clock about them. */
#define LPRT_MAY_LEAP UINT32_MAX

/*
 * A visit that has lasted longer than the process has run did not: what is too much is
 * left out, and counted with the steps of the clock.
 *
 * frame    whose line is current since `last`
 * now      in virtual time
 *
 * All that is open on the thread begins later by that much, so sums stay right.  Safe in
 * signal handlers; uses general registers only.
 */
void lprt_leap_take_out(struct lineprof_frame *frame, uint64_t now)
    __attribute__((__visibility__("hidden")));

#endif
