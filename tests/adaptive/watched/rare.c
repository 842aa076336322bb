/* SPDX-License-Identifier: MIT */
/* Two lines that are short as a rule, and now and then as long as thousands of others. */
#include "watch.h"

static uint64_t seldom_ns;
static uint64_t often_ns;
static volatile long sink;

__attribute__((__noinline__)) static void seldom(long i)
{
    if (i % 2000 == 1999)
        seldom_ns += watch_burn(500000);
    sink += i;
}

__attribute__((__noinline__)) static void often(long i)
{
    if (i % 500 == 77)
        often_ns += watch_burn(150000);
    sink += i;
}

__attribute__((profile, __noinline__)) static void step(long i)
{
    sink = i * 31;
    seldom(i); /* seldom */
    often(i);  /* often */
}

__attribute__((profile, __noinline__)) static void all(long n)
{
    for (long i = 0; i < n; i++)
        step(i);
}

int main(void)
{
    const uint64_t begin = watch_now();

    all(600000);
    watch_print("wall", watch_now() - begin);
    watch_print("seldom", seldom_ns);
    watch_print("often", often_ns);
    watch_print("delayed", watch_delayed());
    return 0;
}
