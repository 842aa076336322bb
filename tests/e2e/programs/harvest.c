/* SPDX-License-Identifier: MIT */
/* Calls of several kinds: from two lines of one function, from two functions, into
   itself, from code that is not profiled, never. */
#include <stdio.h>
#include <string.h>

__attribute__((profile)) static int weigh(int apple)
{
    int grams = 100;

    for (int i = 0; i < apple % 5; i++)
        grams += i;
    return grams;
}

__attribute__((profile)) static int split(int heap)
{
    if (heap < 2)
        return weigh(heap);
    return split(heap / 2) + split(heap - heap / 2);
}

__attribute__((profile)) static int pick(int trees)
{
    int sum = 0;

    for (int i = 0; i < trees; i++) {
        sum += weigh(i);
        if (i % 3 == 0)
            sum += weigh(i + 1);
    }
    return sum;
}

__attribute__((profile)) static int rot(int apples)
{
    return apples / 2;
}

int main(int argc, char **argv)
{
    const int more = argc > 1 ? (int)strlen(argv[1]) : 0;
    int sum = pick(300 + 100 * more) + split(500) + weigh(3);

    if (argc > 2)
        sum += rot(sum);
    printf("%d\n", sum);
    return 0;
}
