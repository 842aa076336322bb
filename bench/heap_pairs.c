/* SPDX-License-Identifier: MIT */
/*
 * What counting bytes costs, for bench/heap: pairs of malloc() and free() on lines of a
 * marked function, in what such a line calls, and beside all of it.  Prints ns a pair,
 * the least of several rounds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 400 };

static void *volatile kept;

static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static __attribute__((__noinline__)) void pairs(long count)
{
    for (long i = 0; i < count; i++) {
        kept = malloc(64);
        free(kept);
    }
}

__attribute__((profile, __noinline__)) static void on_lines(long count)
{
    for (long i = 0; i < count; i++) {
        kept = malloc(64);
        free(kept);
    }
}

__attribute__((profile, __noinline__)) static void in_callee(long count)
{
    pairs(count);
}

static double least_of(void (*run)(long count), long count)
{
    double least = 1e300;

    for (int i = 0; i < ROUNDS; i++) {
        const double begin = now_ns();
        run(count);
        const double ns = (now_ns() - begin) / (double)count;
        least = ns < least ? ns : least;
    }
    return least;
}

int main(int argc, char **argv)
{
    const long count = argc > 1 ? atol(argv[1]) : 20000;

    printf("beside %.2f\n", least_of(pairs, count));
    printf("called %.2f\n", least_of(in_callee, count));
    printf("lines %.2f\n", least_of(on_lines, count));
    return 0;
}
