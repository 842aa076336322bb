/* SPDX-License-Identifier: MIT */
/* What may begin, end, and be left during a pause, and what of it counts. */
#include <lineprof.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROFILED LINEPROF_PROFILE __attribute__((__noinline__))

static jmp_buf place;

PROFILED static int leaf(int n)
{
    return n + 1;
}

/* Ends during the pause that it begins. */
PROFILED static int begins_pause(int n)
{
    n = leaf(n); /* 1 */
    lineprof_pause();
    n = leaf(n); /* 0 */
    return n;
}

/* Begins during a pause, and ends it: not there for its callers. */
PROFILED static int ends_pause(int n)
{
    n = leaf(n);
    lineprof_resume();
    n = leaf(n);
    return n;
}

PROFILED static int around(int n)
{
    n = begins_pause(n); /* 1 */
    n = leaf(n);         /* 0 */
    n = ends_pause(n);   /* 0 */
    n = leaf(n);         /* 1 */
    return n;            /* 1 */
}

/* Paused in its innermost activation, resumed in an outer one. */
PROFILED static int recursive(int n)
{
    if (n == 0)
        lineprof_pause(); /* 1 */
    else
        n = recursive(n - 1);
    if (n == 3)
        lineprof_resume();
    return n + 1;
}

PROFILED static void jumps(void)
{
    lineprof_pause();
    longjmp(place, 1);
}

PROFILED static int is_jumped_to(int n)
{
    if (setjmp(place) == 0)
        jumps();
    n = leaf(n); /* 0 */
    lineprof_resume();
    n = leaf(n); /* 1 */
    return n;
}

PROFILED static void *works(void *arg)
{
    leaf(0);
    return arg;
}

static void run_thread(void *(*function)(void *))
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, function, NULL) == 0)
        pthread_join(thread, NULL);
}

PROFILED static void *pauses(void *arg)
{
    leaf(0);
    lineprof_pause();
    leaf(0);
    return arg;
}

/* Other threads begin and end meanwhile; one ends in the pause that it has begun. */
PROFILED static int has_threads(int n)
{
    run_thread(pauses);
    run_thread(works);
    n = leaf(n); /* 0 */
    lineprof_resume();
    run_thread(works);
    n = leaf(n); /* 1 */
    return n;
}

PROFILED static void handle(int number)
{
    (void)number;
    leaf(0);
}

PROFILED static int has_signals(int n)
{
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    lineprof_pause();
    raise(SIGUSR1);
    lineprof_resume();
    raise(SIGUSR1);
    return n;
}

/* The child counts in a file of its own. */
PROFILED static int has_children(int n)
{
    lineprof_pause();
    const pid_t child = fork();
    if (child == 0) {
        leaf(n); /* 0 */
        lineprof_resume();
        leaf(n); /* 1 in the child */
        _exit(0);
    }
    waitpid(child, NULL, 0);
    lineprof_resume();
    n = leaf(n); /* 1 */
    return n;
}

PROFILED static int twice(int n)
{
    lineprof_pause();
    lineprof_pause();
    n = leaf(n); /* 0 */
    lineprof_resume();
    n = leaf(n); /* 1 */
    lineprof_resume();
    n = leaf(n); /* 1 */
    return n;
}

PROFILED static int counts_anew(int n)
{
    n = leaf(n);
    lineprof_pause();
    n = leaf(n);
    lineprof_reset();
    n = leaf(n);
    lineprof_dump("dump.lprof");
    lineprof_resume();
    n = leaf(n); /* 1 */
    return n;    /* 1 */
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        printf("%d\n", counts_anew(around(1)));
        return 0;
    }
    int n = around(1);
    n += recursive(5);
    n += is_jumped_to(n);
    n += has_threads(n);
    n += has_signals(n);
    n += has_children(n);
    n += twice(n);
    printf("%d\n", n);
    return 0;
}
