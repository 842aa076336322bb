/* SPDX-License-Identifier: MIT */
/* Names the runtime by nothing but a common symbol, as instrumented objects do: is it
   taken out of the archive? */
#include "lineprof/abi.h"

extern int (*__lineprof_static_attach)(struct lineprof_module *module);
__attribute__((__visibility__("hidden"))) int (*__lineprof_static_attach)(
    struct lineprof_module *module);

static int attach_linked(struct lineprof_module *module)
{
    return __lineprof_static_attach ? __lineprof_static_attach(module) : 1;
}
#define __lineprof_attach attach_linked
#include "marked.h"

static int run_plain(const char *argument)
{
    outer(argument ? atoi(argument) : 10);
    return __lineprof_static_attach ? 0 : 2;
}

SCENARIOS({"plain", run_plain})
