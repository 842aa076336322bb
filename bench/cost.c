/* SPDX-License-Identifier: MIT */
/*
 * What profiling costs, as ratios against the clock reading that an exact line event
 * cannot do without: `lfence; rdtsc`.  Everything takes turns in one run; medians are
 * compared, less the same work unprofiled.  With LINEPROF=0 it shows what is left of
 * all that when nothing is recorded.
 */
#include "cost.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <x86intrin.h>

enum {
    ROUNDS = 201,
    TEAM_ROUNDS = 1000,
    ITERATIONS = 2000,
    LINES = 4, /* events an iteration */
    LOOP = 4096,
    MOST_THREADS = 4,
};

static inline uint64_t ordered_clock(void)
{
    _mm_lfence();
    return __rdtsc();
}

static uint32_t lines_clock(uint32_t n)
{
    uint64_t readings = 0;
    uint32_t x = 1;
    for (uint32_t i = 0; i < n * LINES; i++) {
        readings += ordered_clock();
        x = step(x, i);
    }
    return step(x, (uint32_t)readings);
}

static uint32_t loop_of(void (*loop)(float *restrict, const float *restrict, uint32_t))
{
    static _Thread_local float a[LOOP], b[LOOP];
    loop(a, b, LOOP);
    return 0;
}

#define DEFINE_LOOP(kind)                       \
    static uint32_t run_loop_##kind(uint32_t n) \
    {                                           \
        (void)n;                                \
        return loop_of(loop_##kind);            \
    }
DEFINE_LOOP(plain)
DEFINE_LOOP(exact)
DEFINE_LOOP(adaptive)
DEFINE_LOOP(hits)

/* What is measured; `per` is how many of it one run makes. */
enum contestant {
    CLOCK,
    LINES_PLAIN,
    LINES_EXACT,
    LINES_ADAPTIVE,
    LINES_HITS,
    CALLS_PLAIN,
    CALLS_EXACT,
    CALLS_ADAPTIVE,
    CALLS_HITS,
    LOOP_PLAIN,
    LOOP_EXACT,
    LOOP_ADAPTIVE,
    LOOP_HITS,
    CONTESTANTS,
};

static const struct {
    uint32_t (*run)(uint32_t n);
    double per;
} contestants[] = {
    [CLOCK] = {lines_clock,       ITERATIONS *LINES},
    [LINES_PLAIN] = {lines_plain,       ITERATIONS *LINES},
    [LINES_EXACT] = {lines_exact,       ITERATIONS *LINES},
    [LINES_ADAPTIVE] = {lines_adaptive,    ITERATIONS *LINES},
    [LINES_HITS] = {lines_hits,        ITERATIONS *LINES},
    [CALLS_PLAIN] = {calls_plain,       ITERATIONS       },
    [CALLS_EXACT] = {calls_exact,       ITERATIONS       },
    [CALLS_ADAPTIVE] = {calls_adaptive,    ITERATIONS       },
    [CALLS_HITS] = {calls_hits,        ITERATIONS       },
    [LOOP_PLAIN] = {run_loop_plain,    1                },
    [LOOP_EXACT] = {run_loop_exact,    1                },
    [LOOP_ADAPTIVE] = {run_loop_adaptive, 1                },
    [LOOP_HITS] = {run_loop_hits,     1                },
};

/* Keeps the results in use. */
static volatile uint32_t sink;

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Ticks for one of each, medians. */
static void measure(double *cost)
{
    static uint64_t ticks[CONTESTANTS][ROUNDS];

    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < CONTESTANTS; i++) {
            const uint64_t start = ordered_clock();
            sink = contestants[i].run(ITERATIONS);
            ticks[i][round] = ordered_clock() - start;
        }
    }
    for (size_t i = 0; i < CONTESTANTS; i++) {
        qsort(ticks[i], ROUNDS, sizeof ticks[i][0], compare);
        cost[i] = (double)ticks[i][ROUNDS / 2] / contestants[i].per;
    }
}

struct team {
    enum contestant what;
    pthread_barrier_t start;
};

static void *run_member(void *arg)
{
    struct team *team = arg;
    pthread_barrier_wait(&team->start);
    for (int i = 0; i < TEAM_ROUNDS; i++)
        sink = contestants[team->what].run(ITERATIONS);
    return NULL;
}

/* Ticks until `count` threads have all done the same work. */
static double together(enum contestant what, unsigned count)
{
    pthread_t threads[MOST_THREADS];
    struct team team = {.what = what};

    pthread_barrier_init(&team.start, NULL, count + 1);
    for (unsigned i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, run_member, &team);
    const uint64_t start = ordered_clock();
    pthread_barrier_wait(&team.start);
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    const uint64_t ticks = ordered_clock() - start;
    pthread_barrier_destroy(&team.start);
    return (double)ticks;
}

static void print_against_clock(const double *cost, const char *what,
                                enum contestant plain, const char *limits)
{
    static const char *const modes[] = {"exact", "adaptive", "hits"};
    const double clock = cost[CLOCK] - cost[LINES_PLAIN];

    for (int i = 0; i < 3; i++)
        printf("  %-8s %-20s %6.2f   %s\n", modes[i], what,
               (cost[plain + 1 + i] - cost[plain]) / clock, i == 0 ? limits : "");
}

int main(void)
{
    static const enum contestant shared[] = {LINES_PLAIN, LINES_EXACT, LINES_ADAPTIVE,
                                             LINES_HITS};
    static const char *const names[] = {"plain", "exact", "adaptive", "hits"};
    double cost[CONTESTANTS];

    sink = lines_exact(1) + lines_adaptive(1) + lines_hits(1); /* makes the file */
    measure(cost);
    printf("against a bare ordered reading of the clock, %.1f ticks:\n",
           cost[CLOCK] - cost[LINES_PLAIN]);
    print_against_clock(cost, "line event", LINES_PLAIN, "(a reading, and all records)");
    print_against_clock(cost, "call", CALLS_PLAIN, "(enter, first line, leave)");
    printf("against the same unprofiled:\n");
    for (int i = 1; i < 4; i++)
        printf("  %-8s %-20s %6.2f\n", names[i], "loop on one line",
               cost[LOOP_PLAIN + i] / cost[LOOP_PLAIN]);
    printf("time of 1, 2 and 4 threads that each do the same lines, against 1:\n");
    for (int i = 0; i < 4; i++) {
        const double one = together(shared[i], 1);
        printf("  %-8s 1.00 %5.2f %5.2f\n", names[i], together(shared[i], 2) / one,
               together(shared[i], 4) / one);
    }
    return 0;
}
