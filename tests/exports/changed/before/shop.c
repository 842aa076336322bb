/* SPDX-License-Identifier: MIT */
/* The shop as it was: ../after/ is what became of it. */
#include <stdio.h>

__attribute__((profile, noinline)) static int old_price(int item)
{
    int price = item % 7;
    price *= 3;
    return price;
}

__attribute__((profile, noinline)) static int rebate(int price)
{
    int rest = price;
    for (int i = 0; i < 3; i++) /* <script> & "quotes" */
        rest -= i;
    if (rest < 0)
        rest = 0;
    return rest;
}

__attribute__((profile, noinline)) static int sell(int items)
{
    int sum = 0;
    for (int i = 0; i < items; i++) {
        const int price = old_price(i);
        sum += rebate(price);
        sum += price % 2;
    }
    return sum;
}

int main(void)
{
    printf("%d\n", sell(40));
    return 0;
}
