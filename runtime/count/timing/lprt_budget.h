/* SPDX-License-Identifier: MIT */
/* What timing visits costs a thread altogether, in adaptive mode: a part of the time that
   has passed.  Where it is more, fewer visits are drawn. */
#ifndef LPRT_BUDGET_H
#define LPRT_BUDGET_H

#include "count/lprt_thread.h"

#include <stdint.h>

enum { LPRT_BUDGET_ONE = 8 }; /* as much as it may cost: parts of that */

/* Timing has cost the thread so many ticks more. */
static inline void lprt_budget_spend(struct lprt_thread *thread, uint64_t ticks)
{
    thread->timing += ticks;
}

/* How many times as much as it may timing has cost so far, in parts of LPRT_BUDGET_ONE,
   no less than that and no more than sixteen times that. */
uint64_t lprt_budget_pressure(const struct lprt_thread *thread)
    __attribute__((__visibility__("hidden")));

/* As many visits to pass over as that, or more where timing costs too much: as what is
   passed over follows slowly, by the third power of the pressure. */
uint64_t lprt_budget_lots(const struct lprt_thread *thread, uint64_t lots)
    __attribute__((__visibility__("hidden")));

/* As many visits to pass over as that, or fewer where timing costs little, also of the
   time that a program waits: as the pressure makes them more, by the third power. */
uint64_t lprt_budget_spare(const struct lprt_thread *thread, uint64_t lots)
    __attribute__((__visibility__("hidden")));

#endif
