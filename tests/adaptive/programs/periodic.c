/* SPDX-License-Identifier: MIT */
/* Costs with periods near the mean distance of timed visits. */
#include "work.h"

MARKED static void beat(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        work(i % 64 ? 10 : 500);
        work(i % 65 ? 10 : 500);
        work(i & 1 ? 10 : 40);
        work(i % 127 < 64 ? 5 : 35);
    }
}

int main(void)
{
    beat(600000);
    return 0;
}
