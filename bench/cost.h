/* SPDX-License-Identifier: MIT */
/* What bench/cost.c and its work agree on. */
#ifndef COST_H
#define COST_H

#include <stdint.h>

/* One step of work: cheap, and opaque to the optimiser. */
static inline uint32_t step(uint32_t x, uint32_t i)
{
    x += i;
    __asm__ volatile("" : "+r"(x));
    return x;
}

#define DECLARE_WORK(kind)                                                    \
    uint32_t lines_##kind(uint32_t n);                                        \
    void loop_##kind(float *restrict a, const float *restrict b, uint32_t n); \
    uint32_t calls_##kind(uint32_t n);
DECLARE_WORK(plain)
DECLARE_WORK(exact)
DECLARE_WORK(adaptive)
DECLARE_WORK(hits)

#endif
