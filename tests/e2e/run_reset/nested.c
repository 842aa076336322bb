/* SPDX-License-Identifier: MIT */
/* Counts anew in the middle of nested calls and regions. */
#include <lineprof.h>

LINEPROF_PROFILE static int leaf(int n)
{
    return n + 1;
}

/* Recursive: counts anew at the bottom. */
LINEPROF_PROFILE static int down(int n)
{
    int sum = leaf(n);
    if (n == 0)
        lineprof_reset();
    else
        sum += down(n - 1);
    sum += leaf(n);
    return sum;
}

LINEPROF_PROFILE static int top(int n)
{
    int sum = 0;
    LINEPROF_BEGIN("outer");
    for (int i = 0; i < n; i++)
        sum += leaf(i);
    LINEPROF_BEGIN("inner");
    LINEPROF_MARK("before");
    sum += down(3);
    LINEPROF_MARK("after");
    LINEPROF_END("inner");
    LINEPROF_END("outer");
    for (int i = 0; i < n; i++)
        sum += leaf(i);
    return sum;
}

int main(void)
{
    return top(5) == 0;
}
