/* SPDX-License-Identifier: MIT */
/* Counts, waits for a line of input where it is asked to, and then needs a much larger
   file: its frames are many.
   usage: grow DEPTH [wait] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long total;

__attribute__((profile, noinline)) static void work(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        total += (unsigned long)i; /* work */
    }
}

__attribute__((profile, noinline)) static int descend(int depth)
{
    total++; /* descend */
    const int below = depth > 1 ? descend(depth - 1) : 0;
    return below + 1;
}

int main(int argc, char **argv)
{
    const int depth = argc > 1 ? atoi(argv[1]) : 10;
    char line[16];

    work(1000);
    if (argc > 2 && strcmp(argv[2], "wait") == 0) {
        puts("counting");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            return 1;
    }
    if (descend(depth) != depth)
        return 1;
    work(1000);
    puts("done");
    return 0;
}
