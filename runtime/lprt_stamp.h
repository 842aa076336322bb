/* SPDX-License-Identifier: MIT */
/* Reading the processor's counter, in the two ways that instrumented code does. */
#ifndef LPRT_STAMP_H
#define LPRT_STAMP_H

#include <stdint.h>

#if !defined __x86_64__
#    error "no processor counter is known here: lineprof profiles x86-64 code"
#endif

static inline uint64_t lprt_stamp_fast(void)
{
    uint64_t low; /* the halves come in whole registers */
    uint64_t high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)::"memory");
    return high << 32 | low;
}

/* The barrier makes the counter wait for everything before it. */
static inline uint64_t lprt_stamp_ordered(void)
{
    uint64_t low;
    uint64_t high;
    __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high)::"memory");
    return high << 32 | low;
}

#endif
