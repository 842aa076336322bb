/* SPDX-License-Identifier: MIT */
/*
 * A thread waits, in a line and in a region, from before pauses until after them.  Says
 * what of that was not paused, at least and at most: when a copy was made, and in all.
 */
#include <lineprof.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int ends[2];
static volatile long waiter; /* 0: not yet */
static double entered, left;

static double now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC_RAW, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

LINEPROF_PROFILE static char waits(void)
{
    char got = 0;
    LINEPROF_BEGIN("waits");
    if (read(ends[0], &got, 1) != 1) /* this line */
        return 1;
    LINEPROF_END("waits");
    return got;
}

LINEPROF_PROFILE static void *run(void *unused)
{
    (void)unused;
    waiter = syscall(SYS_gettid);
    entered = now();
    waits();
    left = now();
    return NULL;
}

static int sleeps(void)
{
    char path[64];
    char line[256] = "";

    snprintf(path, sizeof path, "/proc/self/task/%ld/stat", waiter);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file))
        exit(1);
    fclose(file);
    const char *state = strrchr(line, ')');
    return state && state[2] == 'S';
}

static double pass(double seconds)
{
    const double begun = now();

    while (now() < begun + seconds)
        ;
    return now() - begun;
}

static void copy(double counted, double paused)
{
    lineprof_dump("copy.lprof");
    printf("%.9f %.9f\n", counted, now() - entered - paused);
}

int main(int argc, char **argv)
{
    const int pauses = atoi(argv[argc - 1]);
    pthread_t thread;
    double counted = 0;
    double paused = 0;

    lineprof_pause(); /* of no concern to a thread that begins later */
    pass(0.2);
    lineprof_resume();
    if (pipe(ends) != 0 || pthread_create(&thread, NULL, run, NULL) != 0)
        return 1;
    while (!waiter || !sleeps())
        ;
    counted += pass(0.05);
    for (int i = 0; i < pauses; i++) {
        lineprof_pause();
        paused += pass(0.2);
        if (i == pauses - 1)
            copy(counted, paused);
        lineprof_resume();
        counted += pass(0.05);
    }
    if (!pauses)
        copy(counted, paused);
    if (write(ends[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, NULL);
    printf("%.9f %.9f\n", counted, left - entered - paused);
    return 0;
}
