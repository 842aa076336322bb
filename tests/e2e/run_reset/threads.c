/* SPDX-License-Identifier: MIT */
/* Counts anew while threads count as fast as they can; others are blocked or have ended.
 */
#include <lineprof.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { WORKERS = 3, RESETS = 300, MANY = 20000 };

static atomic_bool stop;
static atomic_long begun;
static pthread_barrier_t blocked;

LINEPROF_PROFILE static void step(void)
{
    atomic_fetch_add_explicit(&begun, 1, memory_order_relaxed);
}

LINEPROF_PROFILE static void loop(long n)
{
    for (long i = 0; i < n; i++)
        step();
}

LINEPROF_PROFILE static void over(void)
{
    LINEPROF_MARK("over");
}

static void *work(void *unused)
{
    LINEPROF_REGION("work");
    while (!atomic_load(&stop)) {
        LINEPROF_REGION("round");
        loop(100);
    }
    return unused;
}

static void *wait_blocked(void *unused)
{
    over();
    pthread_barrier_wait(&blocked);
    pthread_barrier_wait(&blocked);
    return unused;
}

static void *end_soon(void *unused)
{
    over();
    return unused;
}

static void wait_for(long more)
{
    const long from = atomic_load(&begun);
    while (atomic_load(&begun) < from + more)
        continue;
}

int main(void)
{
    pthread_t workers[WORKERS];
    pthread_t waiting, ended;

    pthread_barrier_init(&blocked, NULL, 2);
    pthread_create(&ended, NULL, end_soon, NULL);
    pthread_join(ended, NULL);
    pthread_create(&waiting, NULL, wait_blocked, NULL);
    pthread_barrier_wait(&blocked);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    wait_for(MANY);
    for (int i = 0; i < RESETS; i++) {
        lineprof_reset();
        wait_for(10);
    }
    wait_for(MANY);
    const long before = atomic_load(&begun);
    lineprof_reset();
    const long after = atomic_load(&begun);
    wait_for(MANY);
    lineprof_dump("blocked.lprof");
    atomic_store(&stop, 1);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    printf("%ld %ld\n", atomic_load(&begun) - after, atomic_load(&begun) - before);
    pthread_barrier_wait(&blocked);
    pthread_join(waiting, NULL);
    return 0;
}
