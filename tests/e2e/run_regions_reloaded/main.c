/* SPDX-License-Identifier: MIT */
/* Loads one library after the other, and says whether they take one another's place. */
#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    static const char *const paths[] = {"./this.so", "./that.so"};
    void *place = NULL;
    int same = 0;

    for (int i = 0; i < 100; i++) {
        void *library = dlopen(paths[i % 2], RTLD_NOW);
        void (*run)(void) = NULL;
        *(void **)&run = library ? dlsym(library, "run") : NULL;
        if (!run)
            return 1;
        run();
        run();
        same += place == *(void **)&run;
        place = *(void **)&run;
        if (dlclose(library))
            return 1;
    }
    printf("in one another's place: %s\n", same > 0 ? "yes" : "no");
    return 0;
}
