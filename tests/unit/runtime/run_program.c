/* SPDX-License-Identifier: MIT */
/* Counting, and the ways a program can end. */
#include "marked.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static int run_plain(const char *argument)
{
    outer(argument ? atoi(argument) : 10);
    return 0;
}

static int run_nothing(const char *argument)
{
    (void)argument;
    return 0;
}

static int run_deep(const char *argument)
{
    const int depth = atoi(argument);
    return recurse(depth) + recurse(depth) != 2 * depth;
}

FAKE_FUNCTION(inlined, LINEPROF_FUNCTION_SAME_CFA, {51, 0});
FAKE_FUNCTION(part, LINEPROF_FUNCTION_PART, {61, 0});

/* As if these were inlined: their frame address is their caller's. */
static inline __attribute__((__always_inline__)) void inlined(void)
{
    FAKE_ENTER(inlined);
    FAKE_LINE(0);
    leaf();
    FAKE_LEAVE();
}

static __attribute__((__noinline__)) void part(void)
{
    FAKE_ENTER(part);
    FAKE_LINE(0);
    FAKE_LEAVE();
}

static int run_flags(const char *argument)
{
    (void)argument;
    FAKE_ENTER(outer);
    FAKE_LINE(0);
    for (int i = 0; i < 5; i++) {
        FAKE_LINE(1);
        inlined();
        part();
    }
    FAKE_LINE(2);
    FAKE_LEAVE();
    return 0;
}

static int run_errno(const char *argument)
{
    int wrong = 0;

    (void)argument;
    for (int i = 0; i < 3; i++) { /* the first time everything is made */
        errno = 77;
        FAKE_ENTER(outer);
        wrong += errno != 77;
        FAKE_LINE(0);
        work(1);
        wrong += errno != 77;
        FAKE_LEAVE();
        wrong += errno != 77;
    }
    return wrong;
}

enum { BY_EXIT, BY_KILL, BY_FAST_EXIT, BY_ABORT };

static __attribute__((__noipa__)) void die(int how)
{
    const struct timespec pause = {.tv_nsec = 20000000};

    nanosleep(&pause, NULL);
    if (how == BY_EXIT)
        exit(3);
    if (how == BY_KILL)
        raise(SIGKILL);
    if (how == BY_ABORT)
        abort();
    _exit(4);
}

static __attribute__((__noinline__)) void die_inside(int how, int depth)
{
    FAKE_ENTER(outer);
    FAKE_LINE(0);
    work(2);
    FAKE_LINE(1);
    if (depth == 1)
        die(how);
    else
        die_inside(how, depth - 1);
    FAKE_LEAVE();
}

static int run_exit(const char *argument)
{
    (void)argument;
    die_inside(BY_EXIT, 3);
    return 0;
}

static int run_kill(const char *argument)
{
    (void)argument;
    die_inside(BY_KILL, 3);
    return 0;
}

static int run_fast_exit(const char *argument)
{
    (void)argument;
    die_inside(BY_FAST_EXIT, 3);
    return 0;
}

static int run_abort(const char *argument)
{
    (void)argument;
    die_inside(BY_ABORT, 3);
    return 0;
}

/* Destructors and exit handlers that are instrumented themselves. */
static bool works_late;

static void work_at_exit(void)
{
    work(1);
}

__attribute__((__destructor__)) static void work_in_destructor(void)
{
    if (works_late)
        leaf();
}

static int run_late(const char *argument)
{
    (void)argument;
    works_late = true;
    atexit(work_at_exit);
    work(1);
    return 0;
}

SCENARIOS({"plain", run_plain}, {"nothing", run_nothing}, {"deep", run_deep},
          {"flags", run_flags}, {"errno", run_errno}, {"exit", run_exit},
          {"kill", run_kill}, {"fast_exit", run_fast_exit}, {"abort", run_abort},
          {"late", run_late})
