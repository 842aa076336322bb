/* SPDX-License-Identifier: MIT */
/*
 * Sums that stop at the most they can hold instead of beginning anew at 0.  Counts stop
 * at COUNT_MOST, times at TIME_MOST: in a file a time beyond that would be a negative
 * one.
 */
#ifndef SATURATE_H
#define SATURATE_H

#include <stdbool.h>
#include <stdint.h>

#define COUNT_MOST UINT64_MAX
#define TIME_MOST  ((uint64_t)INT64_MAX)

static inline void count_add(uint64_t *sum, uint64_t more)
{
    if (__builtin_add_overflow(*sum, more, sum))
        *sum = COUNT_MOST;
}

static inline void time_add(uint64_t *sum, uint64_t more)
{
    count_add(sum, more);
    if (*sum > TIME_MOST)
        *sum = TIME_MOST;
}

/* Of ticks that may be negative on the way, as two's complement. */
static inline void ticks_add(uint64_t *sum, uint64_t more)
{
    const int64_t a = (int64_t)*sum;
    int64_t result = 0;

    if (__builtin_add_overflow(a, (int64_t)more, &result))
        result = a < 0 ? INT64_MIN : INT64_MAX;
    *sum = (uint64_t)result;
}

static inline void ticks_subtract(uint64_t *sum, uint64_t less)
{
    const int64_t a = (int64_t)*sum;
    int64_t result = 0;

    if (__builtin_sub_overflow(a, (int64_t)less, &result))
        result = a < 0 ? INT64_MIN : INT64_MAX;
    *sum = (uint64_t)result;
}

#endif
