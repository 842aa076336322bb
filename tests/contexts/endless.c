/* SPDX-License-Identifier: MIT */
/* Calls until it is killed, on two threads, in ever more contexts. */
#include <pthread.h>

static __attribute__((profile, noinline)) void step(volatile unsigned *sink)
{
    ++*sink;
}

static __attribute__((profile, noinline)) void descend(volatile unsigned *sink, int depth)
{
    step(sink);
    if (depth)
        descend(sink, depth - 1);
}

static __attribute__((profile, noinline)) void left(volatile unsigned *sink, int depth);

static __attribute__((profile, noinline)) void right(volatile unsigned *sink, int depth)
{
    if (depth)
        left(sink, depth / 2);
    descend(sink, depth % 3);
}

static __attribute__((profile, noinline)) void left(volatile unsigned *sink, int depth)
{
    descend(sink, depth % 5);
    if (depth)
        right(sink, depth - 1);
}

static __attribute__((profile, noinline)) void *run(void *unused)
{
    volatile unsigned sink = 0;

    for (int i = 0;; i++) {
        left(&sink, i % 17);
        right(&sink, i % 13);
    }
    return unused;
}

__attribute__((profile)) int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, run, 0);
    run(0);
}
