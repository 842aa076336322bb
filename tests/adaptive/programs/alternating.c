/* SPDX-License-Identifier: MIT */
/* Two lines in turns, one five times as long as the other. */
#include "work.h"

MARKED static void alternate(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        work(20);
        work(100);
    }
}

int main(void)
{
    alternate(300000);
    return 0;
}
