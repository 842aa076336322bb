/* SPDX-License-Identifier: MIT */
/* A function that calls itself twice, and works. */
#include "work.h"

MARKED static uint64_t count(unsigned depth)
{
    work(15);
    if (depth < 2)
        return 1;
    uint64_t left = count(depth - 1);
    uint64_t right = count(depth - 2);
    work(40);
    return left + right;
}

int main(void)
{
    work_sink = count(24);
    return 0;
}
