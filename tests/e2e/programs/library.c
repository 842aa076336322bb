/* SPDX-License-Identifier: MIT */
__attribute__((profile)) int library_work(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}
