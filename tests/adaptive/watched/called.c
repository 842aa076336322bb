/* SPDX-License-Identifier: MIT */
/* Short calls of a function without a frame, whose loop is told line by line where it is
   timed.  Others have the processor between visits that are timed, and within them;
   neither is a reason to time more of them. */
#include "watch.h"

enum { CALLS = 10000000 };

static volatile int rounds = 20;

static uint64_t processor_now(void)
{
    return watch_read(CLOCK_THREAD_CPUTIME_ID);
}

#define FUNCTIONS(step, all, attributes)                         \
    attributes static uint64_t step(uint64_t x, int n)           \
    {                                                            \
        for (int i = 0; i < n; i++)                              \
            x = x * 6364136223846793005u + 1442695040888963407u; \
        return x;                                                \
    }                                                            \
    attributes static uint64_t all(uint64_t x, int n)            \
    {                                                            \
        for (int i = 0; i < CALLS; i++) {                        \
            x = step(x, n);                                      \
            x ^= x >> 13;                                        \
        }                                                        \
        return x;                                                \
    }

FUNCTIONS(plain_step, plain_all, __attribute__((__noinline__)))
FUNCTIONS(step, all, __attribute__((profile, __noinline__)))

int main(void)
{
    static volatile uint64_t sink;
    const uint64_t first = processor_now();

    sink = plain_all(1, rounds);
    const uint64_t begin = watch_now(), second = processor_now();
    sink = all(sink, rounds);
    watch_print("wall", watch_now() - begin);
    watch_print("profiled", processor_now() - second);
    watch_print("plain", second - first);
    return 0;
}
