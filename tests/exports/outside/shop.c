/* SPDX-License-Identifier: MIT */
/* A shop that leaves most of its work to others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tax_of(int price)
{
    return price / 5;
}

__attribute__((profile, noinline)) static int price_of(const char *label, int items)
{
    int sum = 0;
    for (int i = 0; i < items; i++)
        sum += (int)strlen(label) + tax_of(i) + abs(i);
    return sum;
}

__attribute__((profile, noinline)) static int sell(const char *label)
{
    int sum = 0;
    for (int day = 0; day < 26; day++) {
        sum += price_of(label, 3);
        sum += tax_of(sum);
    }
    return sum;
}

int main(int argc, char **argv)
{
    printf("%d\n", sell(argv[argc - 1]));
    return 0;
}
