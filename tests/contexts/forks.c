/* SPDX-License-Identifier: MIT */
/* A child begins anew in the midst of a call: who has called it is known all the same,
   but that call is its parent's.  The one of silent() calls nothing until it has left
   that. */
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

static __attribute__((profile, noinline)) int silent(void)
{
    const pid_t child = fork();
    for (int i = 0; i < 10; i++)
        sink++;
    if (child)
        waitpid(child, 0, 0);
    return !child;
}

static __attribute__((profile, noinline)) void splits(int times)
{
    repeat(times);
    const pid_t child = fork();
    if (!child) {
        repeat(2 * times);
        step();
        return;
    }
    waitpid(child, 0, 0);
}

__attribute__((profile)) int main(void)
{
    repeat(10);
    if (silent()) {
        step();
        return 0;
    }
    splits(100);
    step();
    return 0;
}

//~ main = 1
//~ main repeat = 1
//~ main repeat step = 10
//~ main silent = 1
//~ main splits = 1
//~ main splits repeat = 1 + 1
//~ main splits repeat step = 100 + 200
//~ main splits step = 1
//~ main step = 1 + 2
