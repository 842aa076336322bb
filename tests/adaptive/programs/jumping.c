/* SPDX-License-Identifier: MIT */
/* Short calls, many of which are left by a jump; and functions that call one another. */
#include "work.h"

#include <setjmp.h>

static jmp_buf start;

MARKED static uint64_t leaf(uint64_t n)
{
    work(2);
    if (n % 100 == 99)
        longjmp(start, 1);
    return n ^ 5;
}

MARKED static uint64_t middle(uint64_t n)
{
    uint64_t below = leaf(n);
    return below + 1;
}

MARKED static uint64_t odd(uint64_t n);

MARKED static uint64_t even(uint64_t n)
{
    if (n == 0)
        return 1;
    return odd(n - 1);
}

MARKED static uint64_t odd(uint64_t n)
{
    if (n == 0)
        return 0;
    return even(n - 1);
}

MARKED static uint64_t jump(int rounds)
{
    volatile uint64_t sum = 0;
    for (volatile int i = 0; i < rounds; i++) {
        if (setjmp(start) == 0)
            sum += middle((uint64_t)i);
        sum += even((uint64_t)i % 8);
    }
    return sum;
}

int main(void)
{
    work_sink = jump(300000);
    return 0;
}
