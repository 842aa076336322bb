/* SPDX-License-Identifier: MIT */
/* Counts what it does until it is killed: on three threads, each with words of its own;
   now and then with a first call, a deep recursion, a short thread.  All that its own
   threads do is in a region that never ends. */
#include <lineprof.h>

#include <pthread.h>

#include "witness.h"

enum { THREADS = 3, WORDS = 16 };

__attribute__((profile, noinline)) static void descend(volatile uint64_t *mine, int depth)
{
    mine[2]++; /* down */
    if (depth > 0)
        descend(mine, depth - 1);
    mine[3]++; /* up */
}

__attribute__((profile, noinline)) static void step(volatile uint64_t *mine)
{
    mine[0]++; /* first */
    for (int i = 0; i < 3; i++) {
        mine[1]++; /* inner */
    }
    if (mine[0] % 1000 == 0)
        descend(mine, (int)(mine[0] / 1000) % 300);
}

static void *short_body(void *words)
{
    step(words);
    return NULL;
}

static void *body(void *words)
{
    volatile uint64_t *mine = words;
    pthread_t thread;

    LINEPROF_BEGIN("life");
    for (;;) {
        for (int i = 0; i < 2000; i++) {
            LINEPROF_BEGIN("round");
            step(mine);
            LINEPROF_END("round");
            mine[4]++;
        }
        if (pthread_create(&thread, NULL, short_body, words) == 0)
            pthread_join(thread, NULL);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;

    witness_open();
    for (int i = 1; i < THREADS; i++)
        pthread_create(&thread, NULL, body, (void *)(witness + WORDS * i));
    body((void *)witness);
    return 0;
}
