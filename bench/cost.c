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
#include <time.h>
#include <x86intrin.h>

enum {
    ROUNDS = 201,
    TEAM_ROUNDS = 15,
    TEAM_RUNS = 60, /* of a member in one round */
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
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Puts the values in order. */
static double median(double *values, size_t count)
{
    qsort(values, count, sizeof values[0], compare);
    return values[count / 2];
}

/* Ticks for one of each, medians. */
static void measure(double *cost)
{
    static double ticks[CONTESTANTS][ROUNDS];

    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < CONTESTANTS; i++) {
            const uint64_t start = ordered_clock();
            sink = contestants[i].run(ITERATIONS);
            ticks[i][round] = (double)(ordered_clock() - start);
        }
    }
    for (size_t i = 0; i < CONTESTANTS; i++)
        cost[i] = median(ticks[i], ROUNDS) / contestants[i].per;
}

struct team {
    enum contestant what;
    pthread_barrier_t start;
};

struct member {
    struct team *team;
    double cpu_ns; /* that it used; set when it ends */
    pthread_t thread;
};

static double thread_cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void *run_member(void *arg)
{
    struct member *member = arg;
    const struct team *team = member->team;

    sink = contestants[team->what].run(1); /* what a thread costs once */
    pthread_barrier_wait(&member->team->start);
    const double start = thread_cpu_ns();
    for (int i = 0; i < TEAM_RUNS; i++)
        sink = contestants[team->what].run(ITERATIONS);
    member->cpu_ns = thread_cpu_ns() - start;
    return NULL;
}

/*
 * Processor time of each of `count` threads that do the same at once, in ns, the mean.
 * Threads that wait for one another's cache lines need more of it; other load on the
 * machine hardly matters.
 */
static double together(enum contestant what, unsigned count)
{
    struct member members[MOST_THREADS];
    struct team team = {.what = what};
    double sum = 0;

    pthread_barrier_init(&team.start, NULL, count);
    for (unsigned i = 0; i < count; i++) {
        members[i] = (struct member){.team = &team};
        pthread_create(&members[i].thread, NULL, run_member, &members[i]);
    }
    for (unsigned i = 0; i < count; i++) {
        pthread_join(members[i].thread, NULL);
        sum += members[i].cpu_ns;
    }
    pthread_barrier_destroy(&team.start);
    return sum / count;
}

/* Each kind of team by turns; medians against one thread alone. */
static void print_teams(void)
{
    static const struct {
        const char *name;
        enum contestant what;
    } kinds[] = {
        {"plain",    LINES_PLAIN   },
        {"exact",    LINES_EXACT   },
        {"adaptive", LINES_ADAPTIVE},
        {"hits",     LINES_HITS    },
    };
    enum { KINDS = sizeof kinds / sizeof kinds[0], SIZES = 3 };
    static const unsigned sizes[SIZES] = {1, 2, MOST_THREADS};
    static double cpu_ns[KINDS][SIZES][TEAM_ROUNDS];

    for (int round = 0; round < TEAM_ROUNDS; round++) {
        for (int kind = 0; kind < KINDS; kind++) {
            for (int size = 0; size < SIZES; size++)
                cpu_ns[kind][size][round] = together(kinds[kind].what, sizes[size]);
        }
    }
    printf("processor time a thread, of 1, 2 and %d that do the same lines at once:\n",
           MOST_THREADS);
    for (int kind = 0; kind < KINDS; kind++) {
        double middle[SIZES];
        for (int size = 0; size < SIZES; size++)
            middle[size] = median(cpu_ns[kind][size], TEAM_ROUNDS);
        printf("  %-8s 1.00 %5.2f %5.2f\n", kinds[kind].name, middle[1] / middle[0],
               middle[2] / middle[0]);
    }
}

static const char *const modes[] = {"exact", "adaptive", "hits"};

static void print_against_clock(const double *cost, const char *what,
                                enum contestant plain, const char *limits)
{
    const double clock = cost[CLOCK] - cost[LINES_PLAIN];

    for (int i = 0; i < 3; i++)
        printf("  %-8s %-20s %6.2f   %s\n", modes[i], what,
               (cost[plain + 1 + i] - cost[plain]) / clock, i == 0 ? limits : "");
}

int main(void)
{
    double cost[CONTESTANTS];

    sink = lines_exact(1) + lines_adaptive(1) + lines_hits(1); /* makes the file */
    measure(cost);
    printf("against a bare ordered reading of the clock, %.1f ticks:\n",
           cost[CLOCK] - cost[LINES_PLAIN]);
    print_against_clock(cost, "line event", LINES_PLAIN, "(a reading, and all records)");
    print_against_clock(cost, "call", CALLS_PLAIN, "(enter, first line, leave)");
    printf("against the same unprofiled:\n");
    for (int i = 0; i < 3; i++)
        printf("  %-8s %-20s %6.2f\n", modes[i], "loop on one line",
               cost[LOOP_PLAIN + 1 + i] / cost[LOOP_PLAIN]);
    print_teams();
    return 0;
}
