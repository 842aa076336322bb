/* SPDX-License-Identifier: MIT */
#include "count/timing/lprt_budget.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"

enum {
    PART_OF_ALL = 64, /* of what the thread has run timing is to cost */
    START = 1024,     /* outliers, some 40 ms: before that it may cost more */
    MOST = 16 * LPRT_BUDGET_ONE,
    LITTLE = 2 * PART_OF_ALL, /* with waits: if it costs less more can be timed */
    SPARE_BITS = 8,
};

static uint64_t ticks_run(const struct lprt_thread *thread)
{
    return thread->reading - thread->record->begun - lprt_clock_ticks(thread->off_ns) +
           lprt_costs.outlier * START;
}

uint64_t lprt_budget_pressure(const struct lprt_thread *thread)
{
    const uint64_t times =
        thread->timing * PART_OF_ALL * LPRT_BUDGET_ONE / ticks_run(thread);

    if (times < LPRT_BUDGET_ONE)
        return LPRT_BUDGET_ONE;
    return times < MOST ? times : MOST;
}

uint64_t lprt_budget_lots(const struct lprt_thread *thread, uint64_t lots)
{
    const uint64_t one = LPRT_BUDGET_ONE;
    const uint64_t pressure = lprt_budget_pressure(thread);

    return lots * pressure * pressure * pressure / (one * one * one);
}

uint64_t lprt_budget_spare(const struct lprt_thread *thread, uint64_t lots)
{
    const uint64_t ticks = ticks_run(thread) + lprt_clock_ticks(thread->waits_ns);
    const uint64_t part = (thread->timing * LITTLE << SPARE_BITS) / ticks;

    return part >> SPARE_BITS ? lots : lots * (part * part * part) >> 3 * SPARE_BITS;
}
