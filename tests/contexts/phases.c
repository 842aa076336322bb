/* SPDX-License-Identifier: MIT */
/* Two phases and what comes after them; all is in a region. */
#include <lineprof.h>

static volatile unsigned sink;

static __attribute__((profile, noinline)) void step(void)
{
    sink++;
}

static __attribute__((profile, noinline)) void repeat(int times)
{
    for (int i = 0; i < times; i++)
        step();
}

static __attribute__((profile, noinline)) void train(int times)
{
    LINEPROF_BEGIN("epoch");
    repeat(times);
    LINEPROF_END("epoch");
}

__attribute__((profile)) int main(void)
{
    repeat(3);
    train(10);
    train(200);
    repeat(5);
    return 0;
}

//~ main = 1
//~ main repeat = 1 + 1
//~ main repeat step = 3 + 5
//~ main train = 2
//~ main train repeat = 2
//~ main train repeat step = 210
