/* SPDX-License-Identifier: MIT */
/* A function that is left by an exception once in a hundred times, which its caller
   catches: what comes after that is not the throw's. */
#include "watch.h"

static uint64_t throw_ns;
static uint64_t thrown_at;
static volatile long sink;

__attribute__((profile, __noinline__)) static long may(long i)
{
    for (long k = 0; k < 50; k++)
        sink = sink + k * i;
    if (i % 100 == 77) {
        thrown_at = watch_now();
        throw i; /* throw */
    }
    return i;
}

__attribute__((profile, __noinline__)) static void all(long n)
{
    for (long i = 0; i < n; i++) {
        try {
            sink = may(i);
        } catch (long) {
            throw_ns += watch_now() - thrown_at;
        }
    }
}

int main()
{
    const uint64_t begin = watch_now();

    all(300000);
    watch_print("wall", watch_now() - begin);
    watch_print("throw", throw_ns);
    return 0;
}
