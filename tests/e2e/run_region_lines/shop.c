/* SPDX-License-Identifier: MIT */
/* Regions with names made at run time, in one another and in themselves, on threads that
   do the same at the same time.  What each line did in which region is easily said.
   usage: shop [kill | reset | pause | fork | jump] */
#include <lineprof.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 3, CUSTOMERS = 60, KINDS = 3 };

static volatile int sink;

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

/* A region that is open in itself. */
__attribute__((profile)) static void pack(int depth)
{
    LINEPROF_REGION("pack");
    sink += add(4);
    if (depth > 0)
        pack(depth - 1);
}

__attribute__((profile)) static void serve(int customer)
{
    char name[32];

    snprintf(name, sizeof name, "customer %d", customer % KINDS);
    sink += add(1);
    LINEPROF_BEGIN_NAME(name);
    sink += nest(2);
    pack(1);
    LINEPROF_END_NAME(name);
    sink += add(2);
}

static void *work(void *arg)
{
    (void)arg;
    for (int i = 0; i < CUSTOMERS; i++)
        serve(i);
    return NULL;
}

static jmp_buf out;

/* It and what is in it are left without their ends. */
__attribute__((profile)) static void leave(void)
{
    LINEPROF_BEGIN("around");
    LINEPROF_BEGIN("left");
    sink += nest(1);
    longjmp(out, 1);
}

static void close_shop(const char *what)
{
    LINEPROF_BEGIN("late");
    sink += nest(2);
    if (!strcmp(what, "kill"))
        raise(SIGKILL);
    if (!strcmp(what, "reset"))
        lineprof_reset();
    if (!strcmp(what, "pause")) {
        lineprof_pause();
        sink += nest(5);
        lineprof_resume();
    }
    if (!strcmp(what, "fork") && fork() == 0)
        sink += nest(7);
    if (!strcmp(what, "jump")) {
        LINEPROF_BEGIN("outer");
        if (!setjmp(out))
            leave();
        sink += add(1);
        LINEPROF_END("outer");
    }
    sink += nest(1);
    LINEPROF_END("late");
    sink += nest(3);
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    if (argc > 1)
        close_shop(argv[1]);
    while (wait(NULL) > 0)
        ;
    return 0;
}
