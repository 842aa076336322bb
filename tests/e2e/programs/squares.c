/* SPDX-License-Identifier: MIT */
#include <stdio.h>

static int square(int x)
{
    return x * x;
}

__attribute__((profile)) static int sum_of_squares(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            continue;
        printf("adding the squares of %d and %d: %d\n", i, i + 1,
               square(i) + square(i + 1));
        sum += square(i) + square(i + 1);
    }
    return sum;
}

__attribute__((profile)) static int never(int x)
{
    return x + 1;
}

int main(int argc, char **argv)
{
    (void)argv;
    printf("%d\n", sum_of_squares(10));
    return argc > 1 ? never(argc) : 0;
}
