/* SPDX-License-Identifier: MIT */
/* What the plugin puts where a line begins, once more: to measure what it costs, and to
   test with.  The part that the machine does is lprt_probe_timed(). */
#ifndef LPRT_PROBE_H
#define LPRT_PROBE_H

#include "base/lprt_machine.h"

/* counter   of the line; returns whether the visit is to be timed */
static inline bool lprt_probe_countdown(const struct lineprof_frame *frame,
                                        struct lineprof_counter *counter)
{
    return frame->line || (int64_t)--counter->skip < 0;
}

#endif
