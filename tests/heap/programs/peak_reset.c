// peak
// Counting anew begins with no allocations; what is in use is no count, nor is its peak.
#include <lineprof.h>
#include <stdlib.h>

#define PROFILED __attribute__((profile))

static void *volatile kept[3];

PROFILED static void before(void)
{
    kept[0] = malloc(9000); //@ 0, 0, 0, 0, u(9000)
    kept[1] = malloc(3000); //@ 0, 0, 0, 0, u(3000)
    free(kept[0]);
}

PROFILED static void after(void)
{
    free(kept[1]);          //@ 0, 0, 0, u(3000), 0
    kept[2] = malloc(5000); //@ 1, 5000, 5000, 0, 0
}

PROFILED int main(void)
{
    before();
    lineprof_reset();
    after(); //@ 1, 5000, 0, u(3000), 0
    return 0;
}
