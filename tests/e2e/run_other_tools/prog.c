/* SPDX-License-Identifier: MIT */
#include <lineprof.h>

static int run(int n)
{
    LINEPROF_REGION("run");
    LINEPROF_MARK("here");
    if (n > 0)
        return run(n - 1);
    LINEPROF_BEGIN("by hand");
    LINEPROF_END("by hand");
    return n;
}

int main(void)
{
    return run(1);
}
