/* SPDX-License-Identifier: MIT */
/* Memory that comes and goes. */
#include "work.h"

enum { KEPT = 1000 };

static void *kept[KEPT];

MARKED static void churn(int rounds)
{
    uint64_t random = 11;

    for (int i = 0; i < rounds; i++) {
        uint64_t at = next_random(&random) % KEPT;
        size_t size = 16 + next_random(&random) % 500;
        free(kept[at]);
        kept[at] = malloc(size);
        memset(kept[at], 1, size);
    }
}

int main(void)
{
    churn(400000);
    return 0;
}
