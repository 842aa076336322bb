/* SPDX-License-Identifier: MIT */
/* A recursion through a pointer, so deep that many activations are open whenever the
   kernel's clock ticks: each of them sees that it lasts. */
#include "watch.h"

enum { DEPTH = 1000, TIMES = 10000 };

static uint64_t processor_now(void)
{
    return watch_read(CLOCK_THREAD_CPUTIME_ID);
}

#define FUNCTION(down, by_pointer, attributes)                                \
    static uint64_t (*volatile by_pointer)(uint64_t, int);                    \
    attributes static uint64_t down(uint64_t x, int n)                        \
    {                                                                         \
        if (!n)                                                               \
            return x;                                                         \
        return by_pointer(x * 6364136223846793005u + (unsigned)n, n - 1) + 1; \
    }

FUNCTION(plain_down, plain_pointer, __attribute__((__noinline__)))
FUNCTION(down, pointer, __attribute__((profile, __noinline__)))

int main(void)
{
    static volatile uint64_t sink;

    plain_pointer = plain_down;
    pointer = down;
    const uint64_t first = processor_now();
    for (int i = 0; i < TIMES; i++)
        sink += plain_down(1, DEPTH);
    const uint64_t begin = watch_now(), second = processor_now();
    for (int i = 0; i < TIMES; i++)
        sink += down(1, DEPTH);
    watch_print("wall", watch_now() - begin);
    watch_print("profiled", processor_now() - second);
    watch_print("plain", second - first);
    return 0;
}
