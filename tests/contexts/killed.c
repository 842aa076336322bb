/* SPDX-License-Identifier: MIT */
/* It is killed where it is: what was called is all there. */
#include <signal.h>
#include <unistd.h>

static volatile unsigned sink;

static __attribute__((profile, noinline)) void step(void)
{
    if (++sink == 500)
        kill(getpid(), SIGKILL);
}

static __attribute__((profile, noinline)) void repeat(int times)
{
    for (int i = 0; i < times; i++)
        step();
}

static __attribute__((profile, noinline)) void outer(int times)
{
    repeat(times);
}

__attribute__((profile)) int main(void)
{
    repeat(100);
    outer(1000);
    return 0;
}

//~ main = 1
//~ main repeat = 1
//~ main repeat step = 100
//~ main outer = 1
//~ main outer repeat = 1
//~ main outer repeat step = 400
