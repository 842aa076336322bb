/* SPDX-License-Identifier: MIT */
/* A line that rarely waits, and one that rarely works. */
#include "watch.h"

static uint64_t wait_ns;
static uint64_t work_ns;
static volatile long sink;

__attribute__((__noinline__)) static void may_wait(long i)
{
    if (i % 500 == 77) {
        const uint64_t begin = watch_now();
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        wait_ns += watch_now() - begin;
    }
    sink += i;
}

__attribute__((__noinline__)) static void may_work(long i)
{
    if (i % 500 == 333)
        work_ns += watch_burn(200000);
    sink += i;
}

__attribute__((profile, __noinline__)) static void all(long n)
{
    for (long i = 0; i < n; i++) {
        may_wait(i); /* wait */
        may_work(i); /* work */
    }
}

int main(void)
{
    const uint64_t begin = watch_now();
    const uint64_t begin_cpu = watch_read(CLOCK_THREAD_CPUTIME_ID);

    all(300000);
    const uint64_t wall = watch_now() - begin;
    watch_print("wall", wall);
    watch_print("off", wall - (watch_read(CLOCK_THREAD_CPUTIME_ID) - begin_cpu));
    watch_print("wait", wait_ns);
    watch_print("work", work_ns);
    return 0;
}
