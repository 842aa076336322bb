/* SPDX-License-Identifier: MIT */
/* Ends in the way that its argument names, five marked calls deep; other threads run on.
   usage: endings HOW [SIGNAL] */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "witness.h"

enum { ROUNDS = 100, THREADS = 2, OWN_WORD = 8 };

static const char *how;
static int signal_number;
static char *program;

__attribute__((profile, noinline)) static void work(volatile uint64_t *mine)
{
    mine[0]++; /* work */
}

__attribute__((profile, noinline)) static int overflow(int depth)
{
    volatile char room[256] = {0};
    witness[1]++; /* overflow */
    room[depth % 256] = 1;
    return overflow(depth + 1) + room[0]; /* deeper */
}

static void exhaust(void)
{
    const struct rlimit limit = {.rlim_cur = 1u << 20, .rlim_max = 1u << 20};

    setrlimit(RLIMIT_AS, &limit);
    for (size_t bytes = 1 << 20;; bytes *= 2) {
        if (!malloc(bytes))
            abort();
    }
}

static void replace(void)
{
    execl("/proc/self/exe", program, "leave", (char *)NULL);
}

static void leave(void)
{
    exit(5);
}

static void leave_at_once(void)
{
    _exit(6);
}

static void leave_quickly(void)
{
    quick_exit(7);
}

static void leave_from_handler(int number)
{
    (void)number;
    exit(8);
}

static void leave_in_handler(void)
{
    signal(SIGUSR1, leave_from_handler);
    raise(SIGUSR1);
}

static void *leaving_body(void *status)
{
    exit(*(int *)status);
}

/* By another thread, while this one waits. */
static void be_left(void)
{
    static int status = 9;
    pthread_t thread;

    pthread_create(&thread, NULL, leaving_body, &status);
    for (;;)
        pause();
}

static void leave_and_abort(void)
{
    atexit(abort);
    exit(0);
}

static void be_signalled(void)
{
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void recurse(void)
{
    overflow(0);
}

static void fault(void)
{
    *(volatile int *)16 = 1;
}

static void come_back(void)
{
}

static const struct {
    const char *name;
    void (*end)(void);
} endings[] = {
    {"return",         come_back       },
    {"exit",           leave           },
    {"_exit",          leave_at_once   },
    {"quick_exit",     leave_quickly   },
    {"abort",          abort           },
    {"handler_exit",   leave_in_handler},
    {"thread_exit",    be_left         },
    {"abort_at_exit",  leave_and_abort },
    {"signal",         be_signalled    },
    {"fault",          fault           },
    {"stack_overflow", recurse         },
    {"no_memory",      exhaust         },
    {"exec",           replace         },
};

static void end(void)
{
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (strcmp(endings[i].name, how) == 0)
            endings[i].end();
    }
}

__attribute__((profile, noinline)) static int descend(int depth)
{
    work(witness);
    if (depth > 1)
        return descend(depth - 1);
    end();    /* end */
    return 0; /* after */
}

static pthread_barrier_t barrier;

static void *body(void *words)
{
    for (int i = 0; i < ROUNDS; i++)
        work(words);
    pthread_barrier_wait(&barrier);
    for (;;)
        work(words);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;

    program = argv[0];
    how = argc > 1 ? argv[1] : "return";
    signal_number = argc > 2 ? atoi(argv[2]) : 0;
    if (strcmp(how, "leave") == 0) /* the program that it became */
        return 0;
    witness_open();
    pthread_barrier_init(&barrier, NULL, THREADS + 1);
    for (int i = 1; i <= THREADS; i++)
        pthread_create(&thread, NULL, body, (void *)(witness + OWN_WORD * i));
    pthread_barrier_wait(&barrier);
    return descend(5);
}
