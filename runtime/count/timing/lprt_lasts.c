/* SPDX-License-Identifier: MIT */
#include "count/timing/lprt_lasts.h"
#include "count/lprt_clock.h"
#include "count/timing/lprt_tick.h"
#include "lprof_schema.h"

enum { PART_OF_PERIOD = 16 }; /* of the tick's, which itself takes time */

uint64_t lprt_lasts_ns(void)
{
    const uint64_t period = lprt_tick_period_ns();
    const uint64_t part = period / PART_OF_PERIOD;

    if (!period)
        return 0;
    return part < LPROF_LASTS_NS ? LPROF_LASTS_NS : part;
}

bool lprt_lasts_was_ticked(uint64_t ticks)
{
    const uint64_t ns = lprt_lasts_ns();

    return ticks < lprt_clock_ticks(ns) &&
           lprt_tick_was_within(ns * ticks / lprt_clock_ticks(ns));
}
