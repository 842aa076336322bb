/* SPDX-License-Identifier: MIT */
/* Does what standard input says, a line at a time: how many steps to make. */
#include <lineprof.h>
#include <stdio.h>
#include <stdlib.h>

LINEPROF_PROFILE static int step(int n)
{
    return n * n;
}

LINEPROF_PROFILE static int steps(int n)
{
    int sum = 0;
    while (n > 0)
        sum += step(n--);
    LINEPROF_MARK("steps");
    return sum;
}

/* Open all the time. */
LINEPROF_PROFILE static void serve(void)
{
    LINEPROF_REGION("serving");
    char line[16];
    while (fgets(line, sizeof line, stdin)) {
        steps(atoi(line));
        puts("done");
        fflush(stdout);
    }
}

int main(void)
{
    serve();
    return 0;
}
