/* SPDX-License-Identifier: MIT */
/* Lines of a nanosecond, in one phase after the other, which code that is not profiled
   calls: no line contains them, so only the time that passed says how long they take. */
#include "watch.h"

#define MARKED  __attribute__((__profile__, __noinline__))
#define OUTSIDE static __attribute__((__noinline__))

enum { CELLS = 1 << 12, ROUNDS = 8 };

static unsigned cells[CELLS];
static uint64_t in_fib, in_mixing, in_summing;

MARKED static uint64_t fib(unsigned n)
{
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

MARKED static unsigned mixed(unsigned value)
{
    value ^= value >> 7;
    return value * 31 + 5;
}

MARKED static unsigned mix(unsigned rounds)
{
    unsigned value = 1;

    for (unsigned i = 0; i < rounds; i++)
        value = mixed(value);
    return value;
}

MARKED static unsigned sum_of(unsigned at)
{
    if (at & 1)
        return cells[at % CELLS];
    return cells[at / 2 % CELLS] + 1;
}

OUTSIDE uint64_t run_fib(void)
{
    const uint64_t begin = watch_now();
    const uint64_t result = fib(35);

    in_fib += watch_now() - begin;
    return result;
}

OUTSIDE uint64_t run_mixing(void)
{
    const uint64_t begin = watch_now();
    const uint64_t result = mix(20000000);

    in_mixing += watch_now() - begin;
    return result;
}

OUTSIDE uint64_t run_summing(void)
{
    const uint64_t begin = watch_now();
    uint64_t result = 0;

    for (unsigned i = 0; i < 20000000; i++)
        result += sum_of(i);
    in_summing += watch_now() - begin;
    return result;
}

int main(void)
{
    const uint64_t begin = watch_now();
    uint64_t result = 0;

    for (unsigned i = 0; i < ROUNDS; i++)
        result += run_fib() + run_mixing() + run_summing();
    if (!result)
        return 1;
    watch_print("wall", watch_now() - begin);
    watch_print("delayed", watch_delayed());
    watch_print("fib", in_fib);
    watch_print("mix", in_mixing);
    watch_print("sum_of", in_summing);
    return 0;
}
