/* SPDX-License-Identifier: MIT */
/* Pauses, and counting anew, in the midst of calls: what is open goes on where it was. */
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

static __attribute__((profile, noinline)) void pauses(void)
{
    repeat(3);
    lineprof_pause();
    repeat(1000);
    lineprof_resume();
    repeat(20);
}

/* It ends in the pause, which is none of its time. */
static __attribute__((profile, noinline)) void ends(void)
{
    repeat(2);
    lineprof_pause();
    repeat(1000);
}

static __attribute__((profile, noinline)) void resets(void)
{
    repeat(500);
    lineprof_reset();
    repeat(7);
    pauses();
}

__attribute__((profile)) int main(void)
{
    pauses();
    resets();
    ends();
    repeat(1000);
    lineprof_resume();
    step();
    return 0;
}

//~ main = 0
//~ main pauses = 0
//~ main pauses repeat = 0
//~ main pauses repeat step = 0
//~ main resets = 0
//~ main resets repeat = 1
//~ main resets repeat step = 7
//~ main resets pauses = 1
//~ main resets pauses repeat = 2
//~ main resets pauses repeat step = 23
//~ main ends = 1
//~ main ends repeat = 1
//~ main ends repeat step = 2
//~ main step = 1
