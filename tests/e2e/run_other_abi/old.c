/* SPDX-License-Identifier: MIT */
/* An object as a plugin of another ABI version would have made it. */
#include "lineprof/abi.h"

#include <stdio.h>

int main(void)
{
    struct lineprof_function function = {.abi = 99, .name = "from_the_future"};
    struct lineprof_function *functions[] = {&function};
    struct lineprof_module module = {
        .abi = 99, .size = sizeof module, .begin = functions, .end = functions + 1};

    const int refused = __lineprof_attach(&module) != 0;
    printf("%s, pointers %s\n", refused ? "refused" : "accepted",
           module.enter || module.leave ? "set" : "left alone");
    return 0;
}
