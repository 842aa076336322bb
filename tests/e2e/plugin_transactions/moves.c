/* SPDX-License-Identifier: MIT */
#include <stdio.h>

static int a, b;

static int helper(int n)
{
    a -= n;
    return a;
}

static inline int nested(int n)
{
    return helper(n) + 1;
}

__attribute__((transaction_safe)) static int safe(int n)
{
    b += n;
    return b;
}

__attribute__((transaction_pure)) int pure(int n)
{
    return n + 1;
}

static int outside(int n)
{
    return n + 2;
}

static int move(int n)
{
    int r = 0;
    __transaction_atomic
    {
        a -= n;
        b += safe(n) + nested(n) + pure(n);
        if (a < -3)
            r = 1;
    }
    return r;
}

static int sum(void)
{
    return __transaction_atomic(a + b);
}

int main(void)
{
    printf("%d %d\n", move(1) + move(2) + outside(3), sum());
    return 0;
}
