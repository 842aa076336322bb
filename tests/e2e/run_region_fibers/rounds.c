/* SPDX-License-Identifier: MIT */
/* A region in which a fiber goes on that had begun before it: each round is one of its
 * own. */
#include <lineprof.h>
#include <stdio.h>
#include <ucontext.h>
static ucontext_t mainc, fc;
static char st[1 << 18] __attribute__((aligned(64)));
__attribute__((profile, noinline)) static int step(int x)
{
    int y = x + 1;
    return y;
}
__attribute__((profile)) static void body(void)
{
    for (int i = 0; i < 100; i++) {
        step(i);
        swapcontext(&fc, &mainc);
    }
}
__attribute__((profile)) static int work(int n)
{
    int s = 0;
    LINEPROF_BEGIN("in");
    for (int i = 0; i < n; i++) {
        s += step(i);
        swapcontext(&mainc, &fc);
    }
    LINEPROF_END("in");
    swapcontext(&mainc, &fc);
    return s;
}
int main(void)
{
    getcontext(&fc);
    fc.uc_stack.ss_sp = st;
    fc.uc_stack.ss_size = sizeof st;
    fc.uc_link = &mainc;
    makecontext(&fc, body, 0);
    swapcontext(&mainc, &fc);
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += work(10);
    printf("%d\n", s);
    return 0;
}
