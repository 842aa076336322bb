/* SPDX-License-Identifier: MIT */
/* Many visits that are much shorter than what another program gets of the processor, by a
   call of what the compiler knows to change nothing. */
#include "watch.h"

static volatile uint64_t sink;

__attribute__((__noinline__)) static uint64_t spin(uint64_t n)
{
    for (int i = 0; i < 100; i++)
        n = n * 33 + (n >> 3);
    return n;
}

__attribute__((profile, __noinline__)) static void each(uint64_t i)
{
    sink += spin(i); /* each */
}

__attribute__((profile, __noinline__)) static void all(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        each(i);
}

int main(void)
{
    const uint64_t begin = watch_now();

    all(4000000);
    watch_print("wall", watch_now() - begin);
    return 0;
}
