/* SPDX-License-Identifier: MIT */
/*
 * The work that bench/cost.c measures, one file for each way of profiling it: KIND is
 * the end of the functions' names, PROFILE the mark, or nothing.
 */
#include "cost.h"

#define NAME2(name, kind) name##_##kind
#define NAME1(name, kind) NAME2(name, kind)
#define NAME(name)        NAME1(name, KIND)

/* Four line events an iteration: the loop's and three in its body. */
PROFILE __attribute__((__noinline__)) uint32_t NAME(lines)(uint32_t n)
{
    uint32_t x = 1;
    for (uint32_t i = 0; i < n; i++) {
        x = step(x, i);
        x = step(x, 3);
        x = step(x, 7);
    }
    return x;
}

/* A loop that is one line, and vectorises. */
PROFILE __attribute__((__noinline__)) void NAME(loop)(float *restrict a,
                                                      const float *restrict b, uint32_t n)
{
    /* clang-format off */
    for (uint32_t i = 0; i < n; i++) a[i] = a[i] * 0.5f + b[i];
    /* clang-format on */
}

PROFILE __attribute__((__noinline__)) uint32_t NAME(leaf)(uint32_t x)
{
    return step(x, 1);
}

/* Not profiled itself. */
__attribute__((__noinline__)) uint32_t NAME(calls)(uint32_t n)
{
    uint32_t x = 1;
    for (uint32_t i = 0; i < n; i++)
        x = NAME(leaf)(x);
    return x;
}
