/* SPDX-License-Identifier: MIT */
#include "model/profile_rate.h"
#include "base/saturate.h"

#define NS_PER_S 1000000000u

__extension__ typedef unsigned __int128 wide;

struct rate rate_of(const struct lprof_header *header)
{
    const uint64_t ns = header->end_clock_ns - header->start_clock_ns;
    const uint64_t ticks = header->end_ticks - header->start_ticks;

    if (header->tick_hz)
        return (struct rate){.ns = NS_PER_S, .ticks = header->tick_hz, .is_known = true};
    /* Differences that came out negative are of no use either. */
    if (ns && ticks && ns <= INT64_MAX && ticks <= INT64_MAX)
        return (struct rate){.ns = ns, .ticks = ticks, .is_known = true};
    return (struct rate){.ns = 1, .ticks = 1, .is_known = false};
}

static uint64_t scale(uint64_t value, uint64_t by, uint64_t over)
{
    const wide scaled = ((wide)value * by + over / 2) / over;
    return scaled > UINT64_MAX ? UINT64_MAX : (uint64_t)scaled;
}

uint64_t rate_ns(struct rate rate, uint64_t ticks)
{
    const uint64_t ns = scale(ticks, rate.ns, rate.ticks);
    return ns < TIME_MOST ? ns : TIME_MOST;
}

double rate_exact_ns(struct rate rate, uint64_t ticks)
{
    return (double)ticks * (double)rate.ns / (double)rate.ticks;
}

uint64_t rate_hz(struct rate rate)
{
    return scale(NS_PER_S, rate.ticks, rate.ns);
}
