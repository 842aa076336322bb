/* SPDX-License-Identifier: MIT */
/* The same loads near and far. */
#include "work.h"

enum { WORDS = 1 << 21 };

static uint64_t words[WORDS];

MARKED static uint64_t look_up(int rounds)
{
    uint64_t random = 1, sum = 0;

    for (int i = 0; i < rounds; i++) {
        uint64_t at = next_random(&random);
        sum += words[at % WORDS];
        sum += words[at % 512];
        sum += words[i % WORDS];
    }
    return sum;
}

int main(void)
{
    memset(words, 1, sizeof words);
    work_sink = look_up(600000);
    return 0;
}
