/* SPDX-License-Identifier: MIT */
/* Phases, each of a fifth of a second at least.  usage: burn NUMBER [kill] */
#include <lineprof.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

__attribute__((profile)) static void burn(double seconds)
{
    const double end = now() + seconds;

    while (now() < end)
        continue;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < atoi(argv[1]); i++) {
        LINEPROF_REGION("round");
        burn(0.2);
    }
    while (argc > 2)
        raise(SIGKILL);
    return 0;
}
