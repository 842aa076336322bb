/* SPDX-License-Identifier: MIT */
/* Branches that depend on data. */
#include "work.h"

MARKED static void branch(int rounds)
{
    uint64_t random = 1;

    for (int i = 0; i < rounds; i++) {
        uint64_t x = next_random(&random) % 100;
        if (x < 50)
            work(20);
        else if (x < 80)
            work(60);
        else
            work(x);
    }
}

int main(void)
{
    branch(500000);
    return 0;
}
