/* SPDX-License-Identifier: MIT */
/* Short calls of a function that has frames: most of them are not timed, and nobody
   watches them. */
#include "watch.h"

static volatile uint64_t sink;

__attribute__((profile, __noinline__)) static uint64_t step(uint64_t x, int i)
{
    if (__builtin_constant_p(i)) /* so there is one copy of its code */
        return 0;
    for (int k = 0; k < 100; k++)
        x = (x ^ x >> 29) * 6364136223846793005u;
    return x;
}

__attribute__((profile, __noinline__)) static void all(int n)
{
    for (int i = 0; i < n; i++)
        sink = step(sink + 1, i); /* step */
}

int main(void)
{
    const uint64_t begin = watch_now();

    all(1000000);
    watch_print("wall", watch_now() - begin);
    return 0;
}
