/* SPDX-License-Identifier: MIT */
/* A function that catches nothing is left by what another one throws, and code that is
   not profiled catches it: what that does afterwards is not the call's. */
#include "watch.h"

static volatile long sink;

__attribute__((__noinline__)) static void fail(long i)
{
    watch_burn(2000);
    if (i % 3 == 0)
        throw i;
}

__attribute__((profile, __noinline__)) static void pass(long i)
{
    sink = sink + i;
    fail(i); /* fails */
    sink = sink - 1;
}

int main()
{
    uint64_t passing = 0;
    const uint64_t begin = watch_now();

    for (long i = 0; i < 30000; i++) {
        const uint64_t called_at = watch_now();
        try {
            pass(i);
            passing += watch_now() - called_at;
        } catch (long) {
            passing += watch_now() - called_at;
            watch_burn(20000);
        }
    }
    watch_print("wall", watch_now() - begin);
    watch_print("fails", passing);
    return 0;
}
