/* SPDX-License-Identifier: MIT */
/*
 * What one line event costs in exact mode, compared with the clock reading that it
 * cannot do without: `lfence; rdtsc`.  Compile it with the plugin and mode=exact.
 *
 * Three functions do the same work line by line: as it is, with a bare ordered
 * reading for each line, and profiled.  They take turns; medians are compared, less
 * the work itself.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <x86intrin.h>

enum {
    ROUNDS = 201,
    ITERATIONS = 2000,
    LINES = 4, /* events an iteration: the loop's line and three in the body */
};

/* One step of the work: cheap, and opaque to the optimiser. */
static inline uint32_t step(uint32_t x, uint32_t i)
{
    x += i;
    __asm__ volatile("" : "+r"(x));
    return x;
}

static inline uint64_t ordered_clock(void)
{
    _mm_lfence();
    return __rdtsc();
}

__attribute__((noinline)) static uint32_t work_plain(uint32_t n)
{
    uint32_t x = 1;
    for (uint32_t i = 0; i < n; i++) {
        x = step(x, i);
        x = step(x, 3);
        x = step(x, 7);
    }
    return x;
}

__attribute__((noinline)) static uint32_t work_clocked(uint32_t n)
{
    uint64_t readings = 0;
    uint32_t x = 1;
    for (uint32_t i = 0; i < n; i++) {
        readings += ordered_clock();
        x = step(x, i);
        readings += ordered_clock();
        x = step(x, 3);
        readings += ordered_clock();
        x = step(x, 7);
        readings += ordered_clock();
    }
    return step(x, (uint32_t)readings);
}

__attribute__((profile, noinline)) static uint32_t work_profiled(uint32_t n)
{
    uint32_t x = 1;
    for (uint32_t i = 0; i < n; i++) {
        x = step(x, i);
        x = step(x, 3);
        x = step(x, 7);
    }
    return x;
}

static const struct {
    const char *name;
    uint32_t (*work)(uint32_t n);
} contestants[] = {
    {"the work alone",         work_plain   },
    {"a bare ordered reading", work_clocked },
    {"an exact line event",    work_profiled},
};

enum { CONTESTANTS = sizeof contestants / sizeof contestants[0] };

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Ticks a line, the median of all rounds. */
static double median(uint64_t *ticks)
{
    qsort(ticks, ROUNDS, sizeof *ticks, compare);
    return (double)ticks[ROUNDS / 2] / ITERATIONS / LINES;
}

/* Keeps the results in use. */
static volatile uint32_t sink;

int main(void)
{
    static uint64_t ticks[CONTESTANTS][ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < CONTESTANTS; i++) {
            const uint64_t start = ordered_clock();
            sink = contestants[i].work(ITERATIONS);
            ticks[i][round] = ordered_clock() - start;
        }
    }

    double cost[CONTESTANTS];
    for (size_t i = 0; i < CONTESTANTS; i++) {
        cost[i] = median(ticks[i]);
        printf("  %-24s %7.1f ticks a line\n", contestants[i].name, cost[i]);
    }
    printf("  event over reading, less the work: %.2f\n",
           (cost[2] - cost[0]) / (cost[1] - cost[0]));
    return 0;
}
