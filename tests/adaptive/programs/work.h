/* SPDX-License-Identifier: MIT */
/* What the programs of this folder are made of. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MARKED __attribute__((profile, noinline))

/* Steps of work for one that is asked for. */
#ifndef WORK_SCALE
#    define WORK_SCALE 1
#endif

static volatile uint64_t work_sink;

/* Steps of about a nanosecond, each of which needs the one before it, also that of the
   call before: a processor that works ahead cannot run two lines at once. */
__attribute__((noipa)) static void work(uint64_t steps)
{
    uint64_t x = work_sink;

    steps *= WORK_SCALE;
    while (steps--)
        x = x * 31 + 7;
    work_sink = x;
}

/* The same numbers in each run, from 0 to 2^32 - 1. */
static inline uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 32;
}

#endif
