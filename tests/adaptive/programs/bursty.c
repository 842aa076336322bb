/* SPDX-License-Identifier: MIT */
/* Fifty long visits after a thousand short ones. */
#include "work.h"

MARKED static void burst(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        uint64_t steps = i % 1050 < 1000 ? 15 : 400;
        work(steps);
        work(30);
    }
}

int main(void)
{
    burst(400000);
    return 0;
}
