/* SPDX-License-Identifier: MIT */
/* The first visits of a program that runs for a moment only: most are short, one is not.
 */
#include "watch.h"

static uint64_t long_ns;
static volatile uint64_t sink;

__attribute__((profile, __noinline__)) static void few(int i)
{
    if (i == 11)
        long_ns += watch_burn(2000000); /* long */
    sink += (uint64_t)i;                /* short */
}

int main(void)
{
    const uint64_t begin = watch_now();

    for (int i = 0; i < 16; i++)
        few(i);
    watch_print("wall", watch_now() - begin);
    watch_print("long", long_ns);
    return 0;
}
