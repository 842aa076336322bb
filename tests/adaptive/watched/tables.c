/* SPDX-License-Identifier: MIT */
/* Functions called by a table, one of which is seldom long: what others have the
   processor for in it is also the time of the line that calls it. */
#include "watch.h"

static volatile long stack[64];
static volatile unsigned top;

__attribute__((__noinline__)) static uint64_t work(void)
{
    const uint64_t begin = watch_now();
    volatile double x = 1;

    for (int i = 0; i < 400000; i++)
        x = x * 0.999999 + 1e-9;
    return watch_now() - begin;
}

static uint64_t long_ns;

__attribute__((profile, __noinline__)) static void push(long value)
{
    stack[top++ & 63] = value;
}

__attribute__((profile, __noinline__)) static void add(long value)
{
    top--;
    stack[(top - 1) & 63] += value;
}

__attribute__((profile, __noinline__)) static void ask(long value)
{
    if (value == 0)
        long_ns += work();
}

static void (*const table[])(long) = {push, add, ask};

__attribute__((profile, __noinline__)) static void dispatch(long n)
{
    for (long i = 0; i < n; i++) {
        table[i % 3](i % 24000 - 2); /* calls */
    }
}

int main(void)
{
    const uint64_t begin = watch_now();

    dispatch(12000000);
    watch_print("wall", watch_now() - begin);
    watch_print("long", long_ns);
    return 0;
}
