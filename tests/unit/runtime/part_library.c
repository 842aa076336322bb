/* SPDX-License-Identifier: MIT */
/* A library that is opened at run time; PART_CLOCK says by which clock it is timed. */
#ifdef PART_CLOCK
#    define FAKE_CLOCK PART_CLOCK
#endif
#define FAKE_FILE "/src/part.c"
#include "fake_plugin.h"

FAKE_FUNCTION(part, 0, {11, 0}, {12, 0});

void run_part(int rounds);

void run_part(int rounds)
{
    FAKE_ENTER(part);
    FAKE_LINE(0);
    for (int i = 0; i < rounds; i++)
        FAKE_LINE(1);
    FAKE_LEAVE();
}
