// SPDX-License-Identifier: MIT
// Lines that take their time, in integers, floats and calls.
#include <math.h>
#include <stdio.h>

#define MARKED __attribute__((profile))

MARKED static unsigned mix(unsigned seed)
{
    for (int i = 0; i < 2000; i++)
        seed = seed * 1664525u + 1013904223u;
    return seed;
}

MARKED static double settle(double at, int rounds)
{
    for (int i = 0; i < rounds; i++)
        at = (at + 2 / at) / 2;
    return at;
}

MARKED int main(void)
{
    unsigned seed = 1;
    double sum = 0;
    for (int i = 0; i < 100; i++) {
        seed = mix(seed);
        sum += settle(1 + seed % 7, 500);
    }
    printf("%u %.6f\n", seed, sum);
    return 0;
}
