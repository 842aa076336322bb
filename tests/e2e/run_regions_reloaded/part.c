/* SPDX-License-Identifier: MIT */
/* NAME is a text of four letters: every build has its texts at the same places. */
#include <lineprof.h>

void run(void);

void run(void)
{
    LINEPROF_REGION(NAME);
    LINEPROF_BEGIN("by hand in " NAME);
    LINEPROF_END("by hand in " NAME);
    LINEPROF_MARK("a mark in " NAME);
}
