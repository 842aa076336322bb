/* SPDX-License-Identifier: MIT */
/* The shop that ../before/ became: some lines are gone, some new, some the same. */
#include <stdio.h>

__attribute__((profile, noinline)) static int new_price(int item)
{
    return item % 7 * 3;
}

/* A rebate is given in steps. */
__attribute__((profile, noinline)) static int rebate(int price)
{
    int rest = price;
    for (int i = 0; i < 9; i++) /* <script> & "quotes" */
        rest -= i;
    return rest < 0 ? 0 : rest;
}

__attribute__((profile, noinline)) static int sell(int items)
{
    int sum = 0;
    for (int i = 0; i < items; i++) {
        const int price = new_price(i);
        sum += rebate(price);
        if (i % 4)
            sum += price % 2;
    }
    return sum;
}

int main(void)
{
    printf("%d\n", sell(40));
    return 0;
}
