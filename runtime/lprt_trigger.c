/* SPDX-License-Identifier: MIT */
/*
 * What light code calls when a count has come up to 0.  General registers only: the code
 * around it may have anything in the others.
 */
#include "lprt_clock.h"
#include "lprt_control.h"
#include "lprt_counts.h"
#include "lprt_frame.h"
#include "lprt_machine.h"

#include <stdatomic.h>

/* Visits of a stretch until the next look around: often enough to notice what others ask
   for, too seldom to cost anything. */
static const uint64_t visits_between = UINT64_C(1) << 20;

/* A handler may count in between: then once more, from what is there now. */
void lprt_count_renew(struct lprof_count *count)
{
    struct lprof_count now = *count;

    do {
        const uint64_t begun = now.count + now.bias;
        const struct lprof_count next = {.count = -visits_between,
                                         .bias = begun + visits_between};
        if (lprt_machine_exchange_pair(&count->count, &now.count, &next.count))
            return;
    } while ((int64_t)now.count >= 0);
}

void lprt_trigger(struct lprt_trigger_call *call)
{
    struct lprof_count *count =
        (struct lprof_count *)(uintptr_t)(call->base + call->offset);

    if (!count->bias) {
        lprt_keeping_vectors(lprt_counts_first, call);
        return;
    }
    lprt_count_renew(count);
    if (lprt_control_is_new())
        lprt_control_obey();
    if (lprt_clock_code_reads() &&
        lprt_clock_read() >=
            atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed))
        lprt_clock_look(lprt_clock_read());
}
