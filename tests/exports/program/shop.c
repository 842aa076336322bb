/* SPDX-License-Identifier: MIT */
/* A program for the exports: a chain of calls, a function that two lines call, a
   recursion, lines of another file, one that never ran, a name that comes twice, and
   lines with what formats must quote. */
#include <stdio.h>

#define PROFILE __attribute__((profile))

int tax_of(int price);

PROFILE static int round_up(int price)
{
    return price + 1;
}

PROFILE static int power(int base, int exponent)
{
    if (exponent == 0)
        return 1;
    return base * power(base, exponent - 1);
}

PROFILE static int price_of(int item)
{
    int price = 3;
#include "discounts.inc"
    for (int i = 0; i < item; i++)
        price += (i | 1) + (item == 7 ? ',' - "`|`"[1] : 0);
    return price;
}

PROFILE static int basket(int items)
{
    int sum = 0;
    for (int item = 0; item < items; item++)
        sum += price_of(item);
    sum += round_up(sum);
    sum += tax_of(sum);
    return round_up(sum);
}

PROFILE static int refund(int sum)
{
    return -sum;
}

int main(int argc, char **argv)
{
    const int sum = basket(12) + power(2, 5);

    (void)argv;
    if (argc > 9)
        return refund(sum);
    printf("%d\n", sum);
    return 0;
}
