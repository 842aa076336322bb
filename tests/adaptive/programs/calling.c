/* SPDX-License-Identifier: MIT */
/* A marked function that calls another. */
#include "work.h"

MARKED static void callee(uint64_t steps)
{
    work(steps);
    work(20);
}

MARKED static void caller(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        work(50);
        callee((uint64_t)i % 64);
        work(25);
    }
}

int main(void)
{
    caller(200000);
    return 0;
}
