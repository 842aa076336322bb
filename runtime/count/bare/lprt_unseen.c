/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_unseen.h"
#include "count/bare/lprt_off.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"

#include <sys/resource.h>

enum {
    PART_BITS = 10,
    MOST_TIMES = 64, /* as much as it ran */
    LONG_BITS = 31,  /* ticks, half a second and more: what is longer ago counts less */
};

struct lprt_switches lprt_switches_look(struct lprt_thread *t)
{
    struct rusage usage = {.ru_nivcsw = 0};
    lprt_machine_getrusage(RUSAGE_THREAD, &usage);
    const struct lprt_switches switches = {
        .preempted = t->preemptions != (uint64_t)usage.ru_nivcsw,
        .waited = t->waits != (uint64_t)usage.ru_nvcsw,
    };

    t->preemptions = (uint64_t)usage.ru_nivcsw;
    t->waits = (uint64_t)usage.ru_nvcsw;
    return switches;
}

/* Ticks of the time since the last reading that the thread did not run; all of it if that
   was its own doing. */
static uint64_t off_since(struct lprt_thread *t, uint64_t passed)
{
    const uint64_t before = t->off_ns;

    if (LPRT_LIKELY(*t->switch_mark == t->switch_arm))
        return 0;
    lprt_off_look(t);
    const uint64_t off = lprt_clock_ticks(t->off_ns - before);
    if (!off)
        return 0;
    return lprt_switches_look(t).waited || off > passed ? passed : off;
}

void lprt_unseen_note(struct lprt_thread *t, uint64_t raw)
{
    const uint64_t passed = raw - t->reading;

    if (!t->reading || (int64_t)passed <= 0)
        return;
    const uint64_t off = off_since(t, passed);
    if (LPRT_UNLIKELY(off == passed))
        return;
    t->unseen += passed - off;
    t->unseen_off += off;
    if (LPRT_UNLIKELY(t->unseen >> LONG_BITS)) {
        t->unseen /= 2;
        t->unseen_off /= 2;
    }
}

uint64_t lprt_unseen_of(const struct lprt_thread *t, uint64_t ticks)
{
    if (LPRT_LIKELY(!t->unseen_off))
        return 0;
    const uint64_t parts = (t->unseen_off << PART_BITS) / (t->unseen + 1);
    const uint64_t most = (uint64_t)MOST_TIMES << PART_BITS;
    return ticks * (parts < most ? parts : most) >> PART_BITS;
}
