/* SPDX-License-Identifier: MIT */
/* Regions in a known order, with the readings of a clock of its own around each begin and
   each end, on stdout. */
#include <lineprof.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void sleep_ms(int ms)
{
    const struct timespec time = {.tv_nsec = ms * 1000000L};

    nanosleep(&time, NULL);
}

/* NAME, then before and after its begin, before and after its end. */
#define MEASURED(name, ...)                                                              \
    do {                                                                                 \
        long long at[4];                                                                 \
        at[0] = now_ns();                                                                \
        LINEPROF_BEGIN(name);                                                            \
        at[1] = now_ns();                                                                \
        __VA_ARGS__;                                                                     \
        at[2] = now_ns();                                                                \
        LINEPROF_END(name);                                                              \
        at[3] = now_ns();                                                                \
        printf("%s %s %lld %lld %lld %lld\n", thread, name, at[0], at[1], at[2], at[3]); \
    } while (0)

static void *step_through(void *name)
{
    const char *thread = name;

    lineprof_set_thread_name(thread);
    for (int i = 1; i <= 3; i++)
        MEASURED("epoch", MEASURED("load", sleep_ms(3 * i));
                 MEASURED("train", MEASURED("train", sleep_ms(5))); sleep_ms(2));
    return NULL;
}

static int run_threads(void)
{
    pthread_t thread;

    step_through("first");
    pthread_create(&thread, NULL, step_through, "second");
    pthread_join(thread, NULL);
    step_through("first");
    return 0;
}

/* Within an outer one, so that this outlasts them. */
static int run_many(void)
{
    LINEPROF_REGION("all");
    for (int i = 0; i < 10; i++) {
        LINEPROF_REGION("one of ten");
    }
    return 0;
}

static int run_killed(void)
{
    LINEPROF_BEGIN("all");
    for (int i = 0; i < 3; i++) {
        LINEPROF_REGION("one of three");
    }
    LINEPROF_BEGIN("the last");
    LINEPROF_BEGIN("in it");
    LINEPROF_END("in it");
    raise(SIGKILL);
    return 1;
}

/* The child begins "all" anew. */
static int run_fork(void)
{
    LINEPROF_REGION("all");
    for (int i = 0; i < 2; i++) {
        LINEPROF_REGION("the parent's");
    }
    const pid_t child = fork();
    for (int i = 0; i < (child ? 1 : 3); i++) {
        LINEPROF_REGION("after it");
    }
    if (child)
        waitpid(child, NULL, 0);
    return 0;
}

static int run_reset(void)
{
    LINEPROF_REGION("all");
    LINEPROF_BEGIN("before");
    LINEPROF_END("before");
    lineprof_reset();
    LINEPROF_BEGIN("after");
    LINEPROF_END("after");
    return 0;
}

/* A line of input for each. */
static int run_told(void)
{
    char line[16];

    LINEPROF_REGION("all");
    lineprof_set_thread_name("who is told");
    while (fgets(line, sizeof line, stdin)) {
        LINEPROF_BEGIN("told");
        LINEPROF_END("told");
        puts("done");
        fflush(stdout);
    }
    return 0;
}

/* By turns, until it is killed; says when it has taken more than are kept. */
static int run_spin(void)
{
    LINEPROF_REGION("all");
    for (int i = 0;; i += i < 2000) {
        if (i == 1999) {
            puts("spins");
            fflush(stdout);
        }
        LINEPROF_BEGIN("one");
        LINEPROF_END("one");
        LINEPROF_BEGIN("other");
        LINEPROF_END("other");
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } runs[] = {
        {"threads", run_threads},
        {"many",    run_many   },
        {"killed",  run_killed },
        {"fork",    run_fork   },
        {"reset",   run_reset  },
        {"told",    run_told   },
        {"spin",    run_spin   },
    };

    for (size_t i = 0; argc > 1 && i < sizeof runs / sizeof runs[0]; i++) {
        if (strcmp(argv[1], runs[i].name) == 0)
            return runs[i].run();
    }
    return 2;
}
