/* SPDX-License-Identifier: MIT */
/* Two libraries, by -DNAME=one or two, whose code differs by no more than that. */
int NAME(int rounds);

__attribute__((profile)) int NAME(int rounds)
{
    int sum = 0;
    for (int i = 0; i < rounds; i++)
        sum += i;
    return sum;
}
