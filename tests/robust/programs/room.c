/* SPDX-License-Identifier: MIT */
/*
 * Many small functions, which are in a header that the test makes: ROOM_ALL(X) has their
 * names.  Prints how often each was called.
 *
 *   room visits THREADS TIMES    each thread calls all, so many times
 *   room signals TIMES           a handler does, too, until it has run so many times
 *   room jumps TIMES             and so often one that jumps out of a line
 *   room reset TIMES             so many times, then again, with a reset in between
 */
#include "room_functions.h"

#include <lineprof.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { MOST_THREADS = 64, PERIOD_US = 500 };

#define CALL(name) sum += name(sum);

static volatile int result;
static volatile sig_atomic_t handled;
static int times;

static void call_all(void)
{
    int sum = 0;
    ROOM_ALL(CALL)
    result = sum;
}

static void *work(void *unused)
{
    for (int i = 0; i < times; i++)
        call_all();
    return unused;
}

static int run_threads(int count)
{
    pthread_t threads[MOST_THREADS];

    for (int i = 0; i < count; i++) {
        if (pthread_create(&threads[i], NULL, work, NULL))
            return 1;
    }
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", count * times);
    return 0;
}

static void handle(int number)
{
    (void)number;
    call_all();
    handled++;
}

static int run_signals(void)
{
    const struct itimerval period = {
        {0, PERIOD_US},
        {0, PERIOD_US}
    };
    const struct itimerval never = {
        {0, 0},
        {0, 0}
    };
    int calls = 0;

    signal(SIGALRM, handle);
    setitimer(ITIMER_REAL, &period, NULL);
    for (; handled < times; calls++)
        call_all();
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%d\n", calls + handled);
    return 0;
}

static jmp_buf start;

__attribute__((profile, noinline)) static void room_leap(int n)
{
    result = n;
    longjmp(start, 1);
}

static int run_jumps(void)
{
    static int jumps;

    setjmp(start);
    call_all();
    if (++jumps < times)
        room_leap(jumps);
    printf("%d\n", times);
    return 0;
}

static int run_reset(void)
{
    work(NULL);
    lineprof_reset();
    work(NULL);
    printf("%d\n", times);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(void);
} ways[] = {
    {"signals", run_signals},
    {"jumps",   run_jumps  },
    {"reset",   run_reset  },
};

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    times = atoi(argv[argc - 1]);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!strcmp(argv[1], ways[i].name))
            return ways[i].run();
    }
    return run_threads(atoi(argv[2]));
}
