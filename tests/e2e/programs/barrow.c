/* SPDX-License-Identifier: MIT */
/* A rank of a job: carries its apples, three times, and waits for who carries most.
   usage: barrow APPLES MOST [kill] */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((profile)) static int carry(int apples)
{
    int baskets = 0;

    for (int i = 0; i < apples; i++)
        baskets += i % 10 == 0;
    return baskets;
}

__attribute__((profile)) static int rest(int apples)
{
    int breaths = 0;

    for (int i = 0; i < apples; i++)
        breaths += 2;
    return breaths;
}

__attribute__((profile)) static int turn(int apples, int most)
{
    int sum = carry(apples);

    sum += rest(most - apples);
    return sum;
}

int main(int argc, char **argv)
{
    const int apples = atoi(argv[1]);
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        if (i == 2 && argc > 3)
            raise(SIGKILL);
        sum += turn(apples, atoi(argv[2]));
    }
    printf("%d\n", sum);
    return 0;
}
