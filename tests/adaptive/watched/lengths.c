/* SPDX-License-Identifier: MIT */
/* A function that is called for a moment as a rule, and from another line for much
   longer, by itself and through a third function: each line is as long as what it called.
 */
#include "watch.h"

enum { CALLS = 1500000, BETWEEN = 30000, SHORT = 20, LONG = 3000000 };

static uint64_t itself_ns;
static uint64_t through_ns;

__attribute__((profile, __noinline__)) static uint64_t work(uint64_t x, long n)
{
    for (long i = 0; i < n; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x;
}

__attribute__((profile, __noinline__)) static uint64_t third(uint64_t x)
{
    x = work(x, LONG);
    return x ^ x >> 7;
}

__attribute__((profile, __noinline__)) static uint64_t itself(uint64_t x)
{
    for (int i = 0; i < CALLS; i++) {
        x = work(x, SHORT);
        if (i % BETWEEN)
            continue;
        itself_ns -= watch_now();
        x = work(x, LONG); /* itself */
        itself_ns += watch_now();
    }
    return x;
}

__attribute__((profile, __noinline__)) static uint64_t through(uint64_t x)
{
    for (int i = 0; i < CALLS; i++) {
        x = work(x, SHORT);
        if (i % BETWEEN)
            continue;
        through_ns -= watch_now();
        x = third(x); /* through */
        through_ns += watch_now();
    }
    return x;
}

int main(void)
{
    static volatile uint64_t sink;
    const uint64_t begin = watch_now();

    sink = itself(1);
    sink = through(sink);
    watch_print("wall", watch_now() - begin);
    watch_print("itself", itself_ns);
    watch_print("through", through_ns);
    return 0;
}
