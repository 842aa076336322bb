/* SPDX-License-Identifier: MIT */
/* A clock that steps back, or leaps: the runtime is given one of this program's. */
#define FAKE_CLOCK LINEPROF_CLOCK_MONOTONIC
#include "base/lprt_libc.h"
#include "lineprof/names.h"
#include "marked.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t ahead_s;

static int read_clock(clockid_t id, struct timespec *now)
{
    const long result = syscall(SYS_clock_gettime, id, now);

    if (id == CLOCK_MONOTONIC)
        now->tv_sec += ahead_s;
    return (int)result;
}

__attribute__((__constructor__)) static void set_clock(void)
{
    lprt_libc_find();
    lprt_libc.clock_gettime = read_clock;
}

/* Ten times, inside a function and between its lines; each is a minute. */
static int run_steps(const char *argument)
{
    (void)argument;
    for (int i = 0; i < 10; i++) {
        FAKE_ENTER(outer);
        FAKE_LINE(0);
        ahead_s -= 60;
        FAKE_LINE(1);
        work(2);
        FAKE_LINE(2);
        FAKE_LEAVE();
    }
    return 0;
}

/* Three hours in a line, and before the end of a call. */
enum { LEAP_S = 3 * 3600 };

static __attribute__((__noinline__)) void leap_at_end(void)
{
    FAKE_ENTER(leaf);
    FAKE_LINE(0);
    ahead_s += LEAP_S;
    FAKE_LEAVE();
}

static int run_leaps(const char *argument)
{
    (void)argument;
    for (int i = 0; i < 10; i++) {
        FAKE_ENTER(outer);
        FAKE_LINE(0);
        ahead_s += LEAP_S;
        FAKE_LINE(1);
        leap_at_end();
        work(2);
        FAKE_LINE(2);
        FAKE_LEAVE();
    }
    return 0;
}

/* Time seems to run back after the longest of those that are in one another. */
static int run_regions(const char *argument)
{
    (void)argument;
    const unsigned int around = lineprof_begin("around");
    const unsigned int outer = lineprof_begin("recursive");
    const unsigned int inner = lineprof_begin("recursive");
    ahead_s += 60;
    lineprof_end_begun(inner);
    ahead_s -= 50;
    lineprof_end_begun(outer);
    lineprof_end_begun(around);
    const unsigned int left = lineprof_begin("left");
    const unsigned int within = lineprof_begin("within");
    const unsigned int last = lineprof_begin("last");
    ahead_s += 60;
    lineprof_end_begun(last);
    ahead_s -= 50;
    lineprof_end_begun(left); /* before what is in it */
    lineprof_end_begun(within);
    return 0;
}

SCENARIOS({"steps", run_steps}, {"leaps", run_leaps}, {"regions", run_regions})
