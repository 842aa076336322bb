/* SPDX-License-Identifier: MIT */
/* A family of processes that count in one file: workers that are forked inside a marked
   function, that fork in turn, start threads, recurse deeply, and are killed or leave.
   usage: family ROUNDS */
#include <lineprof.h>

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "witness.h"

enum { WORKERS = 4 };

/* Words of the witness: what each line did, on all threads of all processes. */
enum { IN_STEP, IN_DESCENT, IN_CHILD, IN_PARENT, IN_REGION };

static void did(int word)
{
    __atomic_fetch_add(&witness[word], 1, __ATOMIC_RELAXED);
}

__attribute__((profile, noinline)) static void step(void)
{
    did(IN_STEP); /* step */
}

__attribute__((profile, noinline)) static void descend(int depth)
{
    did(IN_DESCENT); /* descent */
    if (depth > 1)
        descend(depth - 1);
}

static void *thread_body(void *argument)
{
    for (int i = 0; i < 20; i++)
        step();
    return argument;
}

static void run_threads(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, thread_body, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

static void *endless_body(void *argument)
{
    for (;;)
        descend(3);
    return argument;
}

static void start_endless(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, endless_body, NULL);
}

static void fork_once(void)
{
    const pid_t child = fork();

    if (child == 0) {
        step();
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

/* What a worker does depends on its number; all but the last kind end by themselves. */
static void work(unsigned int number)
{
    did(IN_REGION);
    LINEPROF_REGION("work");
    switch (number % 5) {
    case 0:
        descend((int)(number * 37 % 700));
        break;
    case 1:
        run_threads();
        break;
    case 2:
        fork_once();
        break;
    case 3:
        step();
        _exit(0);
    default:
        start_endless();
        for (;;) {
            LINEPROF_REGION("round");
            step();
        }
    }
    exit(0);
}

/* Forks inside a marked function: the child counts in it without ever being called. */
__attribute__((profile, noinline)) static pid_t start_worker(unsigned int number)
{
    const pid_t child = fork();

    if (child == 0) {
        did(IN_CHILD); /* child */
        if (number % 7 == 0)
            raise(SIGKILL);
        work(number);
    }
    did(IN_PARENT); /* parent */
    return child;
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? atoi(argv[1]) : 1;
    pid_t workers[WORKERS];
    unsigned int number = 0;

    witness_open();
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < WORKERS; i++)
            workers[i] = start_worker(number++);
        usleep(number * 7919 % 4000);
        for (int i = 0; i < WORKERS; i++) {
            if ((number - WORKERS + (unsigned int)i) % 5 == 4)
                kill(workers[i], SIGKILL);
            waitpid(workers[i], NULL, 0);
        }
        descend(round * 13 % 400);
    }
    return 0;
}
