/* SPDX-License-Identifier: MIT */
/* A line that takes longer and longer. */
#include "work.h"

MARKED static void grow(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        work((uint64_t)i / 2048);
        work(64);
    }
}

int main(void)
{
    grow(300000);
    return 0;
}
