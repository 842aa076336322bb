/* SPDX-License-Identifier: MIT */
/* One visit in about sixty costs thirty times as much. */
#include "work.h"

MARKED static void surprise(int rounds)
{
    uint64_t random = 7;

    for (int i = 0; i < rounds; i++) {
        uint64_t steps = next_random(&random) % 61 ? 10 : 300;
        work(steps);
        work(20);
    }
}

int main(void)
{
    surprise(1000000);
    return 0;
}
