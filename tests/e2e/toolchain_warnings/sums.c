/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#ifdef __LINEPROF__
#    define PROFILE __attribute__((profile))
#else
#    define PROFILE
#endif

PROFILE static int sum(const int *values, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    return total;
}

PROFILE int main(void)
{
    int squares[10];
    char text[20];
    for (int i = 0; i < 10; i++)
        squares[i] = i * i;
    int total = sum(squares, 10);
    snprintf(text, sizeof text, "%d", total);
    puts(text);
    return 0;
}
