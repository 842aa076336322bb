/* SPDX-License-Identifier: MIT */
/* A loop whose iterations have many lines, each of which may be the last. */
#include "work.h"

enum { BYTES = 4096 };

MARKED static int compare(const unsigned char *a, const unsigned char *b, int count)
{
    do {
        if (a[0] != b[0])
            return a[0] > b[0];
        if (a[1] != b[1])
            return a[1] > b[1];
        if (a[2] != b[2])
            return a[2] > b[2];
        if (a[3] != b[3])
            return a[3] > b[3];
        if (a[4] != b[4])
            return a[4] > b[4];
        if (a[5] != b[5])
            return a[5] > b[5];
        if (a[6] != b[6])
            return a[6] > b[6];
        if (a[7] != b[7])
            return a[7] > b[7];
        if (a[8] != b[8])
            return a[8] > b[8];
        if (a[9] != b[9])
            return a[9] > b[9];
        a += 10;
        b += 10;
        count -= 10;
    } while (count > 0);
    return 0;
}

int main(void)
{
    static unsigned char texts[2][BYTES];
    uint64_t random = 1;
    int after = 0;

    for (int i = 0; i < 20000 * WORK_SCALE; i++) {
        const int changed = (int)(next_random(&random) % (BYTES - 10));
        texts[i % 2][changed]++;
        after += compare(texts[0], texts[1], BYTES - 10);
        texts[i % 2][changed]--;
    }
    return after < 0;
}
