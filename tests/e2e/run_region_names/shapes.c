/* SPDX-License-Identifier: MIT */
/* Regions whose names are made while the program runs, in one buffer. */
#include <dlfcn.h>
#include <lineprof.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((profile)) static int work(int n)
{
    return 3 * n;
}

int main(int argc, char **argv)
{
    const int shapes = argc > 1 ? atoi(argv[1]) : 3;
    char name[64];

    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < shapes; i++) {
            snprintf(name, sizeof name, "conv %dx3x224x224", 64 << i % 3);
            if (i >= 3)
                snprintf(name, sizeof name, "shape %d", i);
            LINEPROF_BEGIN_NAME(name);
            work(i);
            snprintf(name, sizeof name, "within");
            LINEPROF_BEGIN_NAME(name);
            LINEPROF_BEGIN("a literal");
            LINEPROF_END("a literal");
            LINEPROF_END_NAME(name);
            snprintf(name, sizeof name, i >= 3 ? "shape %d" : "conv %dx3x224x224",
                     i >= 3 ? i : 64 << i % 3);
            LINEPROF_END_NAME(name);
        }
        /* What is known by its address may be another from here on. */
        dlopen("libm.so.6", RTLD_NOW);
        LINEPROF_BEGIN_NAME(NULL);
        LINEPROF_END_NAME(NULL);
    }
    return 0;
}
