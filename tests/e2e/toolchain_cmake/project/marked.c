/* SPDX-License-Identifier: MIT */
#include <lineprof.h>

LINEPROF_PROFILE static int count(int n)
{
    int sum = 0;
    LINEPROF_REGION("counting");
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

int main(void)
{
    return count(5) != 10;
}
