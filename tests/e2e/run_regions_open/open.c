/* SPDX-License-Identifier: MIT */
/* Ends in several ways while regions are open: two of a name in one another, one in
   them, one on another thread. */
#include <lineprof.h>

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_barrier_t barrier;

LINEPROF_PROFILE static void run(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        LINEPROF_BEGIN("step");
        LINEPROF_END("step");
    }
}

static void *body(void *argument)
{
    LINEPROF_BEGIN("thread");
    run(2);
    pthread_barrier_wait(&barrier);
    pause();
    return argument;
}

/* One after the other, each killed with a region of its own open. */
static void make_children(int count)
{
    for (int i = 0; i < count; i++) {
        const pid_t child = fork();
        if (child == 0) {
            LINEPROF_BEGIN("child");
            run(3);
            raise(SIGKILL);
        }
        waitpid(child, NULL, 0);
    }
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "exit";
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 2);
    LINEPROF_BEGIN("epoch");
    LINEPROF_BEGIN("epoch");
    run(3);
    LINEPROF_BEGIN("last");
    if (strcmp(how, "children") == 0) {
        make_children(2);
        exit(0);
    }
    pthread_create(&thread, NULL, body, NULL);
    pthread_barrier_wait(&barrier);
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(how, "dump") == 0)
        lineprof_dump("killed.lprof");
    if (strcmp(how, "_exit") == 0 || strcmp(how, "dump") == 0)
        _exit(0);
    return 0;
}
