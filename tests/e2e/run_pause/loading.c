/* SPDX-License-Identifier: MIT */
/* A library that comes and goes while the program is paused and while it is not. */
#include <dlfcn.h>
#include <lineprof.h>
#include <stdio.h>

LINEPROF_PROFILE static int own(int n)
{
    return n + 1;
}

static int use(const char *library, int n)
{
    void *handle = dlopen(library, RTLD_NOW);
    int (*part)(int) = NULL;

    *(void **)&part = dlsym(handle, "part");
    n = own(part(n));
    dlclose(handle);
    return n;
}

int main(int argc, char **argv)
{
    int n = argc;
    for (int i = 0; i < 3; i++) {
        n = use(argv[1], n); /* counts */
        lineprof_pause();
        n = use(argv[1], n);
        void *kept = dlopen(argv[1], RTLD_NOW);
        int (*part)(int) = NULL;
        *(void **)&part = dlsym(kept, "part");
        n = part(n);
        lineprof_resume();
        n = part(n); /* counts */
        dlclose(kept);
    }
    printf("%d\n", n);
    return 0;
}
