// SPDX-License-Identifier: MIT
import core.stdc.stdio;

int sum(int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
    {
        if (i % 2 == 0)
            continue;
        total += i;
    }
    while (n > 0)
        n--;
    return total;
}

extern (C) int main()
{
    printf("%d\n", sum(10));
    return 0;
}
