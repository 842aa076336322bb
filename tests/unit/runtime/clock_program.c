/* SPDX-License-Identifier: MIT */
/* A clock that steps back: this program's clock_gettime() is the runtime's. */
#define FAKE_CLOCK LINEPROF_CLOCK_MONOTONIC
#include "marked.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t behind_s;

int clock_gettime(clockid_t id, struct timespec *now)
{
    const long result = syscall(SYS_clock_gettime, id, now);

    if (id == CLOCK_MONOTONIC)
        now->tv_sec -= behind_s;
    return (int)result;
}

/* Ten times, inside a function and between its lines; each is a minute. */
static int run_steps(const char *argument)
{
    (void)argument;
    for (int i = 0; i < 10; i++) {
        FAKE_ENTER(outer);
        FAKE_LINE(0);
        behind_s += 60;
        FAKE_LINE(1);
        work(2);
        FAKE_LINE(2);
        FAKE_LEAVE();
    }
    return 0;
}

SCENARIOS({"steps", run_steps})
