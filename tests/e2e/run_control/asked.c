/* SPDX-License-Identifier: MIT */
/* Works until it may stop. */
#include <stdio.h>
#include <unistd.h>
#ifdef REGIONS
#    define LINEPROF_PROFILE
#    include <lineprof.h>
#else
#    define LINEPROF_MARK(name) (void)0
#    define LINEPROF_PROFILE    __attribute__((__profile__))
#endif

LINEPROF_PROFILE static void work(void)
{
    LINEPROF_MARK("work");
    usleep(1000);
}

int main(void)
{
    for (int i = 0; i < 60000 && access("stop", F_OK) != 0; i++)
        work();
    return 0;
}
