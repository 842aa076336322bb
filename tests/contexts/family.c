/* SPDX-License-Identifier: MIT */
/* Children one after the other: where they count in their parent's file, each goes on in
   the nodes that the one before has left. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

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

static __attribute__((profile, noinline)) void odd(int times)
{
    repeat(times);
}

static __attribute__((profile, noinline)) void split(int number)
{
    const pid_t child = fork();

    if (child) {
        waitpid(child, 0, 0);
        return;
    }
    if (number % 2)
        odd(3);
    repeat(5);
    exit(0);
}

__attribute__((profile)) int main(void)
{
    repeat(2);
    for (int i = 0; i < 20; i++)
        split(i);
    return 0;
}

//~ main = 1
//~ main repeat = 1
//~ main repeat step = 2
//~ main split = 20
//~ main split odd = 10
//~ main split odd repeat = 10
//~ main split odd repeat step = 30
//~ main split repeat = 20
//~ main split repeat step = 100
