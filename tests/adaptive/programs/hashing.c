/* SPDX-License-Identifier: MIT */
/* A table with open addressing. */
#include "work.h"

enum { SLOTS = 1 << 16 };

static uint64_t slots[SLOTS];

MARKED static uint64_t insert(uint64_t key)
{
    uint64_t at = key * 0x9e3779b97f4a7c15u >> 48;
    uint64_t steps = 0;
    while (slots[at] && slots[at] != key) {
        at = (at + 1) % SLOTS;
        steps++;
    }
    slots[at] = key;
    return steps;
}

int main(void)
{
    uint64_t random = 5;
    for (int i = 0; i < 400000; i++)
        work_sink += insert(next_random(&random) % 50000 + 1);
    return 0;
}
