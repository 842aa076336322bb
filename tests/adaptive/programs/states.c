/* SPDX-License-Identifier: MIT */
/* A state machine. */
#include "work.h"

MARKED static void step_through(int rounds)
{
    unsigned state = 0;

    for (int i = 0; i < rounds; i++) {
        switch (state) {
        case 0:
            work(10);
            state = 1 + (unsigned)i % 2;
            break;
        case 1:
            work(45);
            state = i % 3 ? 0 : 2;
            break;
        default:
            work(80);
            state = 0;
        }
    }
}

int main(void)
{
    step_through(500000);
    return 0;
}
