/* SPDX-License-Identifier: MIT */
/* Two things are done in turn, with the same functions: apples are bought and sold. */
#include <lineprof.h>
#include <stdio.h>

__attribute__((profile)) static int weigh(int apples)
{
    int grams = 0;

    for (int i = 0; i < apples; i++)
        grams += 90 + i % 40;
    return grams;
}

__attribute__((profile)) static int buy(int apples)
{
    LINEPROF_REGION("buy");
    return weigh(apples);
}

__attribute__((profile)) static int sell(int apples)
{
    int grams = 0;

    LINEPROF_BEGIN("sell");
    for (int bag = 0; bag < 3; bag++)
        grams += weigh(apples / 3);
    LINEPROF_END("sell");
    return grams;
}

int main(void)
{
    int left = 0;

    for (int day = 0; day < 5; day++)
        left += buy(60) - sell(30);
    printf("%d\n", left);
    return 0;
}
