/* SPDX-License-Identifier: MIT */
/* Regions in one another, in themselves, in threads and in a forked child. */
#include <lineprof.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int fibonacci(int n)
{
    LINEPROF_REGION("fibonacci");
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

static void *work(void *unused)
{
    lineprof_set_thread_name("a worker");
    for (int i = 0; i < 100; i++) {
        LINEPROF_REGION("step");
        LINEPROF_MARK("tick");
        if (i == 50)
            continue;
        LINEPROF_BEGIN("rest of it");
        LINEPROF_END("rest of it");
    }
    return unused;
}

/* A child counts for itself, and what was open in it has begun with it. */
static int fork_inside(void)
{
    LINEPROF_REGION("forking");
    int status = 1;
    const pid_t child = fork();

    if (child == 0) {
        LINEPROF_MARK("in the child");
        exit(0);
    }
    waitpid(child, &status, 0);
    return status;
}

LINEPROF_PROFILE static int run(void)
{
    pthread_t threads[2];
    LINEPROF_REGION("run");
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    lineprof_pause();
    LINEPROF_MARK("during the pause");
    fibonacci(20);
    lineprof_resume();
    return fibonacci(10);
}

int main(void)
{
    printf("%d\n", run());
    fflush(stdout);
    return fork_inside();
}
