/* SPDX-License-Identifier: MIT */
/* longjmp over frames, and handlers of signals, which are called from the line on which
   they came. */
#include <setjmp.h>
#include <signal.h>

static volatile unsigned sink;
static jmp_buf place;

static __attribute__((profile, noinline)) void step(void)
{
    sink++;
}

static __attribute__((profile, noinline)) void handle(int number)
{
    (void)number;
    step();
}

static __attribute__((profile, noinline)) void jump(int depth)
{
    if (!depth)
        longjmp(place, 1);
    step();
    jump(depth - 1);
}

static __attribute__((profile, noinline)) void land(int depth)
{
    if (setjmp(place))
        step();
    else
        jump(depth);
    step();
}

static __attribute__((profile, noinline)) void interrupted(void)
{
    for (int i = 0; i < 7; i++)
        raise(SIGUSR1);
}

__attribute__((profile)) int main(void)
{
    signal(SIGUSR1, handle);
    land(3);
    land(1);
    interrupted();
    step();
    return 0;
}

//~ main = 1
//~ main land = 2
//~ main land step = 2 + 2
//~ main land jump = 2
//~ main land jump step = 4
//~ main land jump jump = 4
//~ main interrupted = 1
//~ main interrupted handle = 7
//~ main interrupted handle step = 7
//~ main step = 1
