/* SPDX-License-Identifier: MIT */
/* A line whose cost changes for long times. */
#include "work.h"

MARKED static void run_phases(int rounds)
{
    static const uint64_t steps[] = {20, 200, 5, 60};

    for (int i = 0; i < rounds; i++) {
        uint64_t now = steps[(uint64_t)i * 4 / (uint64_t)rounds];
        work(now);
        work(50);
    }
}

int main(void)
{
    run_phases(300000);
    return 0;
}
