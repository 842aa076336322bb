/* SPDX-License-Identifier: MIT */
/*
 * What a region costs: a scope's, and a pair of LINEPROF_BEGIN and LINEPROF_END, against
 * two ordered readings of the clock, which a pair that is recorded cannot do without.
 * With LINEPROF=0, or where there is no runtime, it shows what is left of that.
 */
#include "cost.h"

#include <lineprof.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <x86intrin.h>

enum { ROUNDS = 201, ITERATIONS = 2000, LENGTHS = 37 };

/* Work of another length each time: some processors give the time in steps of 10 ns only,
   with which equal ones would fall in, and be rounded up to the next. */
static inline uint32_t work(uint32_t x, uint32_t i)
{
    for (uint32_t steps = i % LENGTHS; steps > 0; steps--)
        x = step(x, i);
    return x;
}

static uint32_t run_plain(uint32_t n)
{
    uint32_t x = 1;

    for (uint32_t i = 0; i < n; i++)
        x = work(x, i);
    return x;
}

static uint32_t run_steps(uint32_t n)
{
    uint32_t x = 1;

    for (uint32_t i = 0; i < n; i++)
        x = step(x, i);
    return x;
}

static uint32_t run_readings(uint32_t n)
{
    uint64_t readings = 0;
    uint32_t x = 1;

    for (uint32_t i = 0; i < n; i++) {
        _mm_lfence();
        readings += __rdtsc();
        x = step(x, i);
        _mm_lfence();
        readings += __rdtsc();
    }
    return step(x, (uint32_t)readings);
}

static uint32_t run_scopes(uint32_t n)
{
    uint32_t x = 1;

    for (uint32_t i = 0; i < n; i++) {
        LINEPROF_REGION("a region");
        x = work(x, i);
    }
    return x;
}

static uint32_t run_pairs(uint32_t n)
{
    uint32_t x = 1;

    for (uint32_t i = 0; i < n; i++) {
        LINEPROF_BEGIN("a region of another name");
        x = work(x, i);
        LINEPROF_END("a region of another name");
    }
    return x;
}

static uint32_t run_marks(uint32_t n)
{
    uint32_t x = 1;

    for (uint32_t i = 0; i < n; i++) {
        LINEPROF_MARK("a mark");
        x = work(x, i);
    }
    return x;
}

enum contestant { STEPS, READINGS, PLAIN, SCOPES, PAIRS, MARKS, CONTESTANTS };

static uint32_t (*const contestants[])(uint32_t n) = {
    [STEPS] = run_steps,   [READINGS] = run_readings, [PLAIN] = run_plain,
    [SCOPES] = run_scopes, [PAIRS] = run_pairs,       [MARKS] = run_marks,
};

/* Keeps the results in use. */
static volatile uint32_t sink;

static double now_ns(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Nanoseconds for one of each, medians; all take turns. */
static void measure(double *cost)
{
    static double ns[CONTESTANTS][ROUNDS];

    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < CONTESTANTS; i++) {
            const double start = now_ns();
            sink = contestants[i](ITERATIONS);
            ns[i][round] = (now_ns() - start) / ITERATIONS;
        }
    }
    for (size_t i = 0; i < CONTESTANTS; i++) {
        qsort(ns[i], ROUNDS, sizeof ns[i][0], compare);
        cost[i] = ns[i][ROUNDS / 2];
    }
}

int main(void)
{
    static const char *const names[] = {"scope", "begin and end", "mark"};
    double cost[CONTESTANTS];

    measure(cost);
    const double readings = cost[READINGS] - cost[STEPS];
    printf("against two ordered readings, %.1f ns:\n", readings);
    for (int i = SCOPES; i < CONTESTANTS; i++)
        printf("  %-14s %6.2f   (%.1f ns)\n", names[i - SCOPES],
               (cost[i] - cost[PLAIN]) / readings, cost[i] - cost[PLAIN]);
    return 0;
}
