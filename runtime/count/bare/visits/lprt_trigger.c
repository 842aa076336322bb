/* SPDX-License-Identifier: MIT */
/*
 * What light code calls when a count has come up to 0.  General registers only: the code
 * around it may have anything in the others.
 */
#include "count/bare/visits/lprt_trigger.h"
#include "base/lprt_machine.h"
#include "count/bare/visits/slow/lprt_stretch_cost.h"
#include "count/lprt_clock.h"
#include "count/lprt_control.h"
#include "count/lprt_counts.h"
#include "count/lprt_frame.h"
#include "count/lprt_modules.h"
#include "store/lprt_region.h"
#include "store/lprt_silent.h"

#include <stdatomic.h>
#include <stddef.h>

enum {
    LOOK_BITS = 26,      /* of the ticks between two looks around: some 30 to 70 ms */
    VISITS_WITHOUT = 16, /* between them with a clock that its readings advance */
    MOST_VISITS = 1 << 20,
    GROWTH = 4, /* before the first look: so many times the visits so far */
};

bool lprt_vectors_are_scalable;

void lprt_trigger_start(void)
{
    lprt_vectors_are_scalable = lprt_machine_has_scalable_vectors();
}

static uint64_t reading_now(void)
{
    return lprt_clock_kind() == LINEPROF_CLOCK_COUNT ? 0 : lprt_clock_read();
}

/* Visits of a stretch until it looks around again, by its rate so far: often enough to
   notice what others ask for, too seldom to cost anything. */
static uint64_t visits_until_next(uint64_t begun, uint64_t now)
{
    const uint64_t looks = (now - lprt_region_header()->start_ticks) >> LOOK_BITS;
    const uint64_t visits = (looks ? begun / looks : begun * GROWTH) + GROWTH;

    if (!now)
        return VISITS_WITHOUT;
    return visits < MOST_VISITS ? visits : MOST_VISITS;
}

/* A handler may count in between: then once more, from what is there now. */
void lprt_count_wait(struct lprof_count *count, uint64_t visits)
{
    struct lprof_count now = *count;

    do {
        const struct lprof_count next = {.count = -visits,
                                         .bias = now.count + now.bias + visits};
        if (lprt_machine_exchange_pair(&count->count, &now.count, &next.count))
            return;
    } while ((int64_t)now.count >= 0);
}

static void renew(struct lprof_count *count, uint64_t reading)
{
    lprt_count_wait(count, visits_until_next(count->count + count->bias, reading));
}

void lprt_count_renew(struct lprof_count *count)
{
    renew(count, reading_now());
}

static void obey(void *unused)
{
    (void)unused;
    lprt_control_obey();
}

static void look(void *now)
{
    if (lprt_clock_look(*(const uint64_t *)now) && !lprt_modules_are_paused())
        lprt_stretch_cost_follow();
}

void lprt_count_look_around(uint64_t now)
{
    if (LPRT_UNLIKELY(lprt_control_is_new()))
        lprt_keeping_vectors(obey, NULL);
    if (LPRT_UNLIKELY(now >=
                      atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed)))
        lprt_keeping_vectors(look, (void *)(uintptr_t)&now);
}

static bool is_counted_in(const struct lprt_thread *t, const struct lprof_count *count)
{
    const uintptr_t at = (uintptr_t)count;

    for (uint32_t i = 0; i < t->counts_room; i++) {
        const struct lprof_counts *array = t->counts[i].counting;
        const uintptr_t first = (uintptr_t)(array + 1);
        if (array && at >= first && (at - first) / sizeof *count < array->count_count)
            return true;
    }
    return false;
}

bool lprt_count_is_elsewhere(const struct lprt_thread *thread,
                             const struct lprof_count *count)
{
    return is_counted_in(thread, count) == lprt_modules_are_paused();
}

bool lprt_count_is_first(const struct lprof_count *count)
{
    return LPRT_UNLIKELY(!count->bias) &&
           !(lprt_counts_are_settled() && !lprt_modules_are_paused() &&
             is_counted_in(lprt_self, count));
}

void lprt_trigger(struct lprt_trigger_call *call)
{
    struct lprof_count *count =
        (struct lprof_count *)(uintptr_t)(call->base + call->offset);

    if (lprt_count_is_first(count)) {
        lprt_keeping_vectors(lprt_counts_first, call);
        return;
    }
    const uint64_t now = reading_now();
    renew(count, now);
    lprt_count_look_around(now);
    if (LPRT_UNLIKELY(lprt_count_is_elsewhere(lprt_self, count)))
        lprt_keeping_vectors(lprt_counts_move, call);
}

/* ---- Where nothing is recorded ---- */

/* So far from 0 a count does not come up.  One in a module's section goes on doing so:
   other threads are yet to come there. */
void lprt_silent_trigger(struct lprt_trigger_call *call)
{
    const uint64_t silent = (uint64_t)(INT64_MIN / 2);

    if (lprt_loaded_at((uintptr_t)(call->base + call->offset))) {
        struct lprt_silent_count count = {.base = call->base, .offset = call->offset};
        lprt_keeping_vectors(lprt_silent_move, &count);
        call->base = count.base;
    }
    ((struct lprof_count *)(uintptr_t)(call->base + call->offset))->count = silent;
}

bool lprt_silent_visit(struct lineprof_visit_call *call)
{
    struct lprt_trigger_call count = {.offset = call->offset & ~(int64_t)LINEPROF_HAS_CFA,
                                      .base = call->base};

    lprt_silent_trigger(&count);
    call->base = count.base;
    return false;
}
