/* SPDX-License-Identifier: MIT */
/* A loop that calls nothing, and one that calls: short as a rule, and now and then long.
 */
#include "watch.h"

static uint64_t scan_ns;
static uint64_t walk_ns;
static volatile uint64_t sink;

__attribute__((profile, __noinline__)) static uint64_t scan(uint64_t x, long n)
{
    for (long i = 0; i < n; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x;
}

__attribute__((profile, __noinline__)) static uint64_t mix(uint64_t x)
{
    for (int i = 0; i < 4; i++)
        x = (x ^ x >> 29) * 6364136223846793005u;
    return x;
}

__attribute__((profile, __noinline__)) static uint64_t walk(uint64_t x, long n)
{
    for (long i = 0; i < n; i++)
        x = mix(x);
    return x;
}

__attribute__((profile, __noinline__)) static void step(long scans, long walks)
{
    sink = scan(sink, scans); /* scan */
    sink = walk(sink, walks); /* walk */
}

static void long_step(long scans, long walks, uint64_t *ns)
{
    const uint64_t begin = watch_now();

    step(scans, walks);
    *ns += watch_now() - begin;
}

int main(void)
{
    const uint64_t begin = watch_now();

    for (long i = 0; i < 2000000; i++) {
        if (i % 40000 == 77)
            long_step(3000000, 1, &scan_ns);
        else if (i % 40000 == 20077)
            long_step(1, 200000, &walk_ns);
        else
            step(1, 1);
    }
    watch_print("wall", watch_now() - begin);
    watch_print("scan", scan_ns);
    watch_print("walk", walk_ns);
    return 0;
}
