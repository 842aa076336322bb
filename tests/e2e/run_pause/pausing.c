/* SPDX-License-Identifier: MIT */
#include <lineprof.h>
#include <stdio.h>

LINEPROF_PROFILE static int twice(int n)
{
    return 2 * n;
}

LINEPROF_PROFILE static int across_a_pause(int n)
{
    lineprof_pause();
    n = twice(n);
    lineprof_resume();
    return n;
}

int main(void)
{
    int sum = twice(1);
    lineprof_pause();
    sum += twice(2) + across_a_pause(3);
    lineprof_resume();
    sum += twice(4) + twice(5) + across_a_pause(6);
    printf("%d\n", sum);
    return 0;
}
