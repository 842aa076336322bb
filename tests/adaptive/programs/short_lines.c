/* SPDX-License-Identifier: MIT */
/* Lines of a few instructions each. */
#include "work.h"

MARKED static uint64_t mix(int rounds)
{
    uint64_t a = 1, b = 2, c = 3;

    for (int i = 0; i < rounds; i++) {
        a += b ^ (uint64_t)i;
        b = a * 31;
        c ^= b >> 7;
        a ^= c + 5;
    }
    return a + b + c;
}

int main(void)
{
    work_sink = mix(1000000);
    return 0;
}
