/* SPDX-License-Identifier: MIT */
/* Threads that work while others end phases, also by ranges and by text, and out of
   order. usage: threads [reset | fork] */
#include <lineprof.h>
#include <lineprof/names.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 3, PHASES = 12 };

static atomic_int is_over;

__attribute__((profile)) static int add(int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += i % 5;
    return sum;
}

__attribute__((profile)) static int nest(int depth)
{
    if (depth == 0)
        return add(3);
    return nest(depth - 1) + 1;
}

static void *work(void *arg)
{
    int sum = 0;

    while (!atomic_load(&is_over))
        sum += add(10) + nest(5);
    *(int *)arg = sum;
    return NULL;
}

static void end_phases(int from, int to)
{
    for (int i = from; i < to; i++) {
        char name[16];
        snprintf(name, sizeof name, "pha%s", "se");
        if (i % 3 == 0) {
            LINEPROF_BEGIN("phase");
            nest(i % 7);
            LINEPROF_END("phase");
        } else if (i % 3 == 1) {
            const unsigned long range = lineprof_begin_range(name);
            add(i);
            lineprof_end_range(range);
        } else {
            LINEPROF_BEGIN("around");
            LINEPROF_BEGIN("phase");
            add(i);
            LINEPROF_END("around"); /* and what is open in it */
        }
    }
}

/* A recursion that is open while phases end in it. */
__attribute__((profile)) static void descend(int depth)
{
    if (depth == 0)
        end_phases(0, PHASES / 2);
    else
        descend(depth - 1);
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int sums[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &sums[i]);
    descend(200);
    if (argc > 1 && !strcmp(argv[1], "reset"))
        lineprof_reset();
    if (argc > 1 && !strcmp(argv[1], "fork") && fork() == 0) {
        end_phases(0, 5);
        return 0;
    }
    end_phases(PHASES / 2, PHASES);
    atomic_store(&is_over, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    while (wait(NULL) > 0)
        ;
    return 0;
}
