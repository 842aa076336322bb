/* SPDX-License-Identifier: MIT */
#include "count/timing/lprt_budget.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"

enum {
    PART_OF_ALL = 64, /* of what the thread has run timing is to cost */
    START = 1024,     /* outliers, some 40 ms: before that it may cost more */
    MOST = 16 * LPRT_BUDGET_ONE,
};

uint64_t lprt_budget_pressure(const struct lprt_thread *thread)
{
    const uint64_t passed =
        thread->reading - thread->record->begun - lprt_clock_ticks(thread->off_ns);
    const uint64_t times = thread->timing * PART_OF_ALL * LPRT_BUDGET_ONE /
                           (passed + lprt_costs.outlier * START);

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
