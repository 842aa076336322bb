/* SPDX-License-Identifier: MIT */
int grind(int rounds)
{
    volatile int sum = 0;
    for (int i = 0; i < rounds; i++)
        sum += i & 3;
    return sum;
}

__attribute__((profile)) int weigh(int x)
{
    return x & 7;
}
