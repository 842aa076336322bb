/* SPDX-License-Identifier: MIT */
/*
 * Marked functions whose counts are easily told, and a main() for a program that is
 * several: PROGRAM SCENARIO [ARGUMENT].
 */
#ifndef MARKED_H
#define MARKED_H

#include "fake_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAYBE_UNUSED __attribute__((__unused__))

FAKE_FUNCTION(work, 0, {11, 0}, {12, 0});
FAKE_FUNCTION(leaf, 0, {21, 0});
FAKE_FUNCTION(outer, 0, {31, 0}, {32, 0}, {33, 0});
FAKE_FUNCTION(handler, 0, {41, 0}, {42, 0});

/* One hit on its first line, `rounds` on its second. */
MAYBE_UNUSED static __attribute__((__noinline__)) void work(int rounds)
{
    FAKE_ENTER(work);
    FAKE_LINE(0);
    for (int i = 0; i < rounds; i++)
        FAKE_LINE(1);
    FAKE_LEAVE();
}

MAYBE_UNUSED static __attribute__((__noinline__)) void leaf(void)
{
    FAKE_ENTER(leaf);
    FAKE_LINE(0);
    FAKE_LEAVE();
}

/* Hits 1, `rounds`, 1; calls work(3) from its second line. */
MAYBE_UNUSED static __attribute__((__noinline__)) void outer(int rounds)
{
    FAKE_ENTER(outer);
    FAKE_LINE(0);
    for (int i = 0; i < rounds; i++) {
        FAKE_LINE(1);
        work(3);
    }
    FAKE_LINE(2);
    FAKE_LEAVE();
}

/* `depth` activations of work, one inside the other; two hits each. */
MAYBE_UNUSED static __attribute__((__noinline__)) int recurse(int depth)
{
    FAKE_ENTER(work);
    FAKE_LINE(0);
    const int below = depth > 1 ? recurse(depth - 1) : 0;
    FAKE_LINE(1);
    FAKE_LEAVE();
    return below + 1;
}

/* Returns the program's exit status; the argument may be NULL. */
struct scenario {
    const char *name;
    int (*run)(const char *argument);
};

static int run_scenario(const struct scenario *scenarios, char **argv)
{
    for (; argv[1] && scenarios->name; scenarios++) {
        if (strcmp(argv[1], scenarios->name) == 0)
            return scenarios->run(argv[2]);
    }
    fprintf(stderr, "no such scenario\n");
    return 125;
}

/* The program's table, in order. */
#define SCENARIOS(...)                                                 \
    int main(int argc, char **argv)                                    \
    {                                                                  \
        static const struct scenario scenarios[] = {__VA_ARGS__, {0}}; \
        return argc > 1 ? run_scenario(scenarios, argv) : 125;         \
    }

#endif
