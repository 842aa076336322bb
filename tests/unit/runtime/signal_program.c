/* SPDX-License-Identifier: MIT */
/* Signal handlers that are marked, and jumps. */
#include "marked.h"

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/time.h>

static sigjmp_buf target;

static __attribute__((__noinline__)) void jump_from(int depth)
{
    FAKE_ENTER(work);
    FAKE_LINE(0);
    if (depth == 1)
        siglongjmp(target, 1);
    jump_from(depth - 1);
    FAKE_LEAVE();
}

static void take_long(void)
{
    for (volatile int i = 0; i < 1000000; i++)
        ;
}

/* Out of three marked frames to one that is marked, so many times; after the first time
   that goes on for long before anybody can notice. */
static int jump(int rounds, bool goes_on)
{
    volatile int round = 0;

    FAKE_ENTER(outer);
    FAKE_LINE(0);
    while (round < rounds) {
        FAKE_LINE(0);
        if (goes_on && round == 1)
            take_long();
        round++;
        FAKE_LINE(1);
        if (sigsetjmp(target, 0) == 0)
            jump_from(3);
    }
    FAKE_LINE(2);
    leaf();
    FAKE_LEAVE();
    return 0;
}

static int run_longjmp(const char *argument)
{
    return jump(atoi(argument), false);
}

static int run_longjmp_and_on(const char *argument)
{
    return jump(atoi(argument), true);
}

static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    FAKE_ENTER(handler);
    FAKE_LINE(0);
    leaf();
    FAKE_LINE(1);
    handled++;
    FAKE_LEAVE();
}

static void start_timer(int microseconds)
{
    const struct itimerval timer = {.it_interval = {.tv_usec = microseconds},
                                    .it_value = {.tv_usec = microseconds}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* A marked handler comes in a thousand times a second, on a stack of its own if there
   is an argument. */
static int run_signals(const char *argument)
{
    static char stack[64 * 1024];
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    const struct sigaction action = {
        .sa_handler = handle, .sa_flags = SA_RESTART | (argument ? SA_ONSTACK : 0)};
    unsigned long rounds = 0;

    if (argument)
        sigaltstack(&alternate, NULL);
    sigaction(SIGALRM, &action, NULL);
    start_timer(1000);
    while (handled < 500) {
        outer(2);
        rounds++;
    }
    start_timer(0);
    printf("%lu %d\n", rounds, (int)handled);
    return 0;
}

/* The first marked function of all runs in a handler, on a small stack. */
static int run_first_in_handler(const char *argument)
{
    static char stack[16 * 1024];
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    const struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};

    (void)argument;
    sigaltstack(&alternate, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    work(1);
    return handled != 1;
}

static void handle_and_jump(int number)
{
    (void)number;
    FAKE_ENTER(handler);
    FAKE_LINE(0);
    siglongjmp(target, 1);
    FAKE_LEAVE();
}

/* From a handler on a stack of its own back to the function that it interrupted. */
static int run_jump_off_stack(const char *argument)
{
    static char stack[64 * 1024];
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    const struct sigaction action = {.sa_handler = handle_and_jump,
                                     .sa_flags = SA_ONSTACK};
    volatile int round = 0;

    (void)argument;
    sigaltstack(&alternate, NULL);
    sigaction(SIGUSR1, &action, NULL);
    FAKE_ENTER(outer);
    FAKE_LINE(0);
    while (round < 100) {
        FAKE_LINE(0);
        round++;
        FAKE_LINE(1);
        if (sigsetjmp(target, 1) == 0)
            raise(SIGUSR1);
        leaf();
    }
    FAKE_LEAVE();
    return 0;
}

SCENARIOS({"longjmp", run_longjmp}, {"longjmp_and_on", run_longjmp_and_on},
          {"signals", run_signals}, {"first_in_handler", run_first_in_handler},
          {"jump_off_stack", run_jump_off_stack})
