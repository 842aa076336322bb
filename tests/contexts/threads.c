/* SPDX-License-Identifier: MIT */
/* Threads have trees of their own, which are shown as one. */
#include <pthread.h>

static __attribute__((profile, noinline)) void step(volatile unsigned *sink)
{
    ++*sink;
}

static __attribute__((profile, noinline)) void repeat(volatile unsigned *sink, int times)
{
    for (int i = 0; i < times; i++)
        step(sink);
}

static __attribute__((profile, noinline)) void *work(void *times)
{
    volatile unsigned sink = 0;

    for (int round = 0; round < 3; round++)
        repeat(&sink, *(int *)times);
    return times;
}

__attribute__((profile)) int main(void)
{
    int times[] = {100, 200, 300};
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, work, &times[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    work(&times[0]);
    return 0;
}

//~ main = 1
//~ main work = 1
//~ main work repeat = 3
//~ main work repeat step = 300
//~ work = 3
//~ work repeat = 9
//~ work repeat step = 1800
