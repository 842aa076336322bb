/* SPDX-License-Identifier: MIT */
/* Lines of microseconds. */
#include "work.h"

MARKED static void labour(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        work(5000);
        work(2000 + (uint64_t)(i % 7) * 500);
        work(300);
    }
}

int main(void)
{
    labour(20000);
    return 0;
}
