/* SPDX-License-Identifier: MIT */
/* Modules that come and go, and modules of other kinds. */
#include "marked.h"

#include <dlfcn.h>

/* Opens the library, calls what is in it, and closes it, three times. */
static int run_dlopen(const char *library)
{
    for (int i = 0; i < 3; i++) {
        void *handle = dlopen(library, RTLD_NOW);
        if (!handle)
            return 1;
        void (*run)(int rounds) = NULL;
        *(void **)&run = dlsym(handle, "run_part");
        run(4);
        dlclose(handle);
        work(1);
    }
    return 0;
}

/* A module of another version, which must be left alone. */
static int run_other_module(const char *argument)
{
    struct lineprof_module module = fake_module;

    module.abi = LINEPROF_ABI_VERSION + 98;
    module.enter = fake_none;
    const int refused = __lineprof_attach(&module);
    work(argument ? 2 : 1);
    return refused != 1 || module.enter != fake_none;
}

/* One function of another version among others. */
static struct lineprof_function strange = {.abi = LINEPROF_ABI_VERSION + 98};

static int run_other_function(const char *argument)
{
    static struct lineprof_function *functions[] = {&work_function, &strange};
    struct lineprof_module module = {.abi = LINEPROF_ABI_VERSION,
                                     .size = sizeof module,
                                     .begin = functions,
                                     .end = functions + 2};

    (void)argument;
    if (__lineprof_attach(&module) != 0)
        return 1;
    work(1);
    return module.enter(&strange, 1) != NULL;
}

SCENARIOS({"dlopen", run_dlopen}, {"other_module", run_other_module},
          {"other_function", run_other_function})
