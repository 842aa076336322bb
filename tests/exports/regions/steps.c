/* SPDX-License-Identifier: MIT */
/* Regions in one another, in themselves, and with odd names. */
#include <lineprof.h>

#include <stdio.h>

__attribute__((profile)) static int work(int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++) {
        sum += i;
        sum ^= n;
    }
    return sum;
}

static int descend(int depth)
{
    LINEPROF_REGION("descend");
    return depth ? work(depth) + descend(depth - 1) : 0;
}

int main(void)
{
    int sum = work(1);

    LINEPROF_REGION("epoch");
    for (int i = 0; i < 3; i++) {
        LINEPROF_BEGIN("load \"all\" <of it> \\ gr\xc3\xb6\xc3\x9f"
                       "er");
        sum += work(100 * i);
        LINEPROF_END("load \"all\" <of it> \\ gr\xc3\xb6\xc3\x9f"
                     "er");
        LINEPROF_REGION("train");
        sum += work(500);
    }
    LINEPROF_MARK("mark");
    printf("%d\n", sum + descend(4));
    return 0;
}
