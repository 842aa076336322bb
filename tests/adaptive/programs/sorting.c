/* SPDX-License-Identifier: MIT */
/* Insertion sort of short pieces. */
#include "work.h"

enum { SIZE = 4000, PIECE = 40 };

static unsigned values[SIZE];

MARKED static void sort(unsigned *list, int count)
{
    for (int i = 1; i < count; i++) {
        unsigned value = list[i];
        int at = i;
        while (at > 0 && list[at - 1] > value) {
            list[at] = list[at - 1];
            at--;
        }
        list[at] = value;
    }
}

int main(void)
{
    uint64_t random = 3;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < SIZE; i++)
            values[i] = (unsigned)next_random(&random);
        for (int i = 0; i < SIZE; i += PIECE)
            sort(values + i, PIECE);
    }
    return 0;
}
