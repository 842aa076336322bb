// SPDX-License-Identifier: MIT
/* Functions with options of their own, some of them the same as everywhere else. */
__attribute__((optimize("O3"))) int most(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 3;
    return sum;
}

__attribute__((optimize("O0"))) int none(int n)
{
    while (n > 3)
        n--;
    return n;
}

#pragma GCC push_options
#pragma GCC optimize("O1")
static int some(int n)
{
    return n * 3;
}
#pragma GCC pop_options

int all(int n)
{
    return most(n) + none(n) + some(n);
}
