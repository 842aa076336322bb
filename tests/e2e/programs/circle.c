/* SPDX-License-Identifier: MIT */
/* Functions that call each other in a circle have frames, and what they call has none.
   Prints its calls as it counts them itself. */
#include <stdio.h>

static int even_weighs, even_odd, odd_weighs, odd_ends, odd_even, sum;

__attribute__((profile, noinline)) static int weigh(int n)
{
    sum += n;
    return n * n % 7;
}

__attribute__((profile, noinline)) static int is_odd(int n);

__attribute__((profile, noinline)) static int is_even(int n)
{
    if (n == 0 && ++even_weighs)
        return weigh(n) + 1;
    even_odd++;
    return is_odd(n - 1);
}

__attribute__((profile, noinline)) static int is_odd(int n)
{
    if (n & 1 && ++odd_weighs)
        weigh(n);
    if (n == 0 && ++odd_ends)
        return weigh(n);
    odd_even++;
    return is_even(n - 1);
}

static int (*volatile ask)(int) = is_even;

__attribute__((profile)) int main(void)
{
    for (int i = 0; i < 2000; i++)
        sum += ask(i % 50);
    printf("is_even 19 weigh %d\nis_even 21 is_odd %d\n", even_weighs, even_odd);
    printf("is_odd 27 weigh %d\nis_odd 29 weigh %d\nis_odd 31 is_even %d\n", odd_weighs,
           odd_ends, odd_even);
    return 0;
}
