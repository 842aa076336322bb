// peak
// exit: SIGKILL
// Also of a program that is killed on its way down, in a line that has not ended.
#include <signal.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

static void *volatile kept[8];

static __attribute__((noinline)) void fall(void)
{
    for (int i = 1; i < 8; i++)
        free(kept[i]);
    kept[1] = malloc(100);
    raise(SIGKILL);
}

PROFILED static void rise(void)
{
    for (int i = 1; i < 8; i++)
        kept[i] = malloc(1000); //@ 7, 7000, 7000, 0, 7 * u(1000)
    fall();                     //@ 1, 100, 100, 7 * u(1000), 0
}

PROFILED int main(void)
{
    kept[0] = malloc(300); //@ 1, 300, 300, 0, u(300)
    rise();                //@ 8, 7100, 0, 7 * u(1000), 0
    return 0;
}
