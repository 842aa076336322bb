// exit: SIGKILL
// What was allocated on the line that did not end is in the file, too.
#include <signal.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

static void *volatile kept[8];

static __attribute__((noinline)) void build(void)
{
    for (int i = 0; i < 7; i++)
        kept[i] = malloc(1000);
    free(kept[0]);
    raise(SIGKILL);
}

PROFILED __attribute__((noinline)) static void inner(int depth)
{
    kept[7] = malloc(10); //@ 4, 40, 40, 0
    if (depth > 0)
        inner(depth - 1);
    else
        build(); //@ 7, 7000, 7000, u(1000)
}

PROFILED static void outer(void)
{
    kept[6] = malloc(3); //@ 1, 3, 3, 0
    inner(3);            //@ 11, 7040, 0, u(1000)
}

PROFILED int main(void)
{
    outer(); //@ 12, 7043, 0, u(1000)
    return 0;
}
