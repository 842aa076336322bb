/* SPDX-License-Identifier: MIT */
/* From ticks of a profile's clock to nanoseconds. */
#ifndef PROFILE_RATE_H
#define PROFILE_RATE_H

#include "lprof.h"

struct rate {
    uint64_t ns; /* so many nanoseconds are `ticks` ticks; neither is 0 */
    uint64_t ticks;
    bool is_known; /* false: the file does not say, and a tick is taken for 1 ns */
};

struct rate rate_of(const struct lprof_header *header);

/* Rounded to the nearest; UINT64_MAX if it does not fit. */
uint64_t rate_ns(struct rate rate, uint64_t ticks);

/* The same as a fraction, for small spans. */
double rate_exact_ns(struct rate rate, uint64_t ticks);

/* Ticks a second, rounded. */
uint64_t rate_hz(struct rate rate);

#endif
