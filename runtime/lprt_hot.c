/* SPDX-License-Identifier: MIT */
/*
 * The hot path: enter and leave when nothing is unusual.  No lock, no call, no system
 * call; every counter is changed by one aligned store or add.  Safe in signal handlers,
 * which may come in between any two instructions; leaves errno alone.
 *
 * One body each, made into a function for every way of reading the clock.
 */
#include "lprt_account.h"
#include "lprt_clock.h"
#include "lprt_control.h"
#include "lprt_frame.h"
#include "lprt_machine.h"
#include "lprt_off.h"

#include <stdatomic.h>

#define ALWAYS_INLINE static inline __attribute__((__always_inline__))

struct lprt_costs lprt_costs = {.step_back = INT64_MAX};

static uint64_t read_called(void)
{
    return lprt_clock_read();
}

/* What is not, the slow way sees to: first calls, flagged functions, the end of a
   chunk, frames that are incomplete or abandoned. */
ALWAYS_INLINE bool is_common(const struct lineprof_function *function, uint64_t cfa,
                             const struct lprt_thread *t,
                             const struct lineprof_block *block, uint32_t wanted)
{
    const uint32_t flags = block->flags & ~(uint32_t)LPROF_BLOCK_SAMPLED;
    const struct lineprof_frame *caller = lprt_frame_below(t, t->next);
    if (LPRT_UNLIKELY((function->flags | (flags ^ wanted)) || t->next == t->end ||
                      caller->cfa <= cfa || *t->switch_mark != t->switch_arm ||
                      (!wanted && caller->line != caller->calling)))
        return false;
    const struct lineprof_frame *previous = lprt_frame_at(block->active);
    return LPRT_LIKELY(!previous || (previous->cfa && previous->off_ns == t->off_ns));
}

/* A reading in virtual time, at which a callee begins. */
ALWAYS_INLINE uint64_t begin_time(struct lineprof_frame *frame,
                                  const struct lineprof_frame *caller, uint64_t raw)
{
    const uint64_t bias = caller->bias + lprt_costs.before_enter;
    const uint64_t last = caller->last;
    const uint64_t now = raw - bias;

    frame->bias = bias + lprt_costs.after_enter;
    return (int64_t)(now - last) < 0 ? last : now;
}

/* What is opened where: all found, nothing changed yet. */
struct opening {
    struct lprt_thread *thread;
    struct lineprof_block *block;
    struct lineprof_frame *frame;
    struct lineprof_frame *caller;
    struct lprof_edge *edge;
};

/* The frame is taken before anything is changed, so that a handler's frames go above it,
   and is made complete at the end. */
ALWAYS_INLINE struct lineprof_frame *open_frame(const struct lineprof_function *function,
                                                uint64_t cfa, uint64_t raw,
                                                uint32_t wanted, struct opening o)
{
    o.thread->next = o.frame + 1;
    LPRT_SIGNAL_FENCE();
    if (wanted & LPROF_BLOCK_UNTIMED) {
        o.frame->bias = o.caller->bias;
        o.frame->last = 0;
    } else {
        o.frame->last = begin_time(o.frame, o.caller, raw);
    }
    o.frame->entry = o.frame->last;
    lprt_add(&o.block->calls, 1);
    lprt_add(&o.edge->calls, 1);
    if (LPRT_LIKELY(!o.block->active))
        lprt_add(&o.block->primitive_calls, 1);
    lprt_frame_fill(o.thread, o.frame, function, o.block);
    LPRT_SIGNAL_FENCE();
    o.frame->cfa = cfa;
    return o.frame;
}

/* A function that was last called from elsewhere. */
static __attribute__((__noinline__)) struct lineprof_frame *
enter_from_elsewhere(const struct lineprof_function *function, uint64_t cfa, uint64_t raw,
                     uint32_t wanted)
{
    struct lprt_thread *t = lprt_self;
    struct opening o = {.thread = t,
                        .block = t->blocks[function->id],
                        .frame = t->next,
                        .caller = lprt_frame_below(t, t->next)};

    o.edge = lprt_edge_find(t, o.block, o.caller);
    return open_frame(function, cfa, raw, wanted, o);
}

/*
 * wanted   the block's flags that go this way; all others, and functions with flags,
 *          take the slow way
 *
 * The clock is read first: the processor has time for all the rest while it reads.
 */
ALWAYS_INLINE struct lineprof_frame *enter(struct lineprof_function *function,
                                           uint64_t cfa, uint32_t wanted,
                                           lineprof_clock_fn read)
{
    const uint64_t raw = wanted & LPROF_BLOCK_UNTIMED ? 0 : read();
    struct lprt_thread *t = lprt_self;
    const uint32_t id = function->id;
    if (LPRT_UNLIKELY(id >= __atomic_load_n(&t->block_count, __ATOMIC_RELAXED)))
        return lprt_enter_slowly(function, cfa, raw);
    struct opening o = {.thread = t,
                        .block = t->blocks[id],
                        .frame = t->next,
                        .caller = lprt_frame_below(t, t->next)};
    if (!is_common(function, cfa, t, o.block, wanted))
        return lprt_enter_slowly(function, cfa, raw);
    if (LPRT_UNLIKELY(!lprt_edge_is_known(o.block, o.caller)))
        return enter_from_elsewhere(function, cfa, raw, wanted);
    o.edge = lprt_edge_known(o.block);
    return open_frame(function, cfa, raw, wanted, o);
}

/* Nothing above the frame, no end of a chunk, a function of this kind. */
ALWAYS_INLINE bool is_plain_top(const struct lprt_thread *t,
                                const struct lineprof_frame *frame, uint32_t wanted)
{
    const uint32_t flags = lprt_block_of(frame)->flags & ~(uint32_t)LPROF_BLOCK_SAMPLED;
    return LPRT_LIKELY(frame + 1 == t->next && flags == wanted &&
                       (frame != t->begin || t->below == &t->root));
}

/* The frame has been closed.  The first of all has no frame below it to show. */
ALWAYS_INLINE void pop(struct lprt_thread *t, struct lineprof_frame *frame,
                       const struct lineprof_frame *caller, uint64_t last)
{
    struct lprof_thread *record = t->record;

    record->last = last;
    record->bias = caller->bias;
    record->top = frame == t->begin ? 0 : (uint64_t)(uintptr_t)caller;
    LPRT_SIGNAL_FENCE();
    t->next = frame;
}

ALWAYS_INLINE void leave(struct lineprof_frame *frame, lineprof_clock_fn read)
{
    const uint64_t raw = read();
    struct lprt_thread *t = lprt_self;
    if (!is_plain_top(t, frame, 0)) {
        lprt_leave_slowly(frame, raw);
        return;
    }
    const struct lineprof_block *block = lprt_block_of(frame);
    struct lprt_callers callers = {.previous = lprt_frame_at(frame->previous),
                                   .caller = lprt_frame_below(t, frame)};
    const uint64_t bias = frame->bias + lprt_costs.before_leave;
    const uint64_t last = frame->last;
    const int64_t visit = (int64_t)(raw - bias - last);
    if (LPRT_UNLIKELY(!callers.caller->cfa || visit < -LPRT_MOST_BEHIND ||
                      !lprt_visit_was_running(frame) ||
                      (LPRT_UNLIKELY(callers.previous)
                           ? !callers.previous->cfa
                           : !lprt_edge_is_known(block, callers.caller)))) {
        lprt_leave_slowly(frame, raw);
        return;
    }
    callers.edge = lprt_edge_known(block);
    const uint64_t now = visit < 0 ? last : raw - bias;

    lprt_visit_count(frame);
    frame->cfa = 0;
    LPRT_SIGNAL_FENCE();
    callers.caller->bias =
        bias + lprt_costs.after_leave + lprt_frame_account(frame, callers, now);
    pop(t, frame, callers.caller, now);
    if (LPRT_UNLIKELY(raw >=
                      atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed)))
        lprt_clock_look(raw);
}

ALWAYS_INLINE void leave_untimed(struct lineprof_frame *frame)
{
    struct lprt_thread *t = lprt_self;
    if (!is_plain_top(t, frame, LPROF_BLOCK_UNTIMED)) {
        lprt_leave_slowly(frame, 0);
        return;
    }
    struct lineprof_frame *caller = lprt_frame_below(t, frame);
    if (LPRT_UNLIKELY(!caller->cfa)) {
        lprt_leave_slowly(frame, 0);
        return;
    }

    frame->cfa = 0;
    LPRT_SIGNAL_FENCE();
    lprt_block_of(frame)->active = frame->previous;
    caller->bias = frame->bias;
    pop(t, frame, caller, t->record->last);
}

/* A pair of functions for a way of reading the clock. */
#define DEFINE_ENTER(name, wanted, read)                                           \
    static struct lineprof_frame *enter_##name(struct lineprof_function *function, \
                                               uint64_t cfa)                       \
    {                                                                              \
        return enter(function, cfa, wanted, read);                                 \
    }
#define DEFINE_PAIR(name, read)                            \
    DEFINE_ENTER(name, 0, read)                            \
    static void leave_##name(struct lineprof_frame *frame) \
    {                                                      \
        leave(frame, read);                                \
    }
DEFINE_PAIR(ordered, lprt_stamp_ordered)
DEFINE_PAIR(fast, lprt_stamp_fast)
DEFINE_PAIR(called, read_called)

DEFINE_ENTER(hits, LPROF_BLOCK_UNTIMED, read_called)
static void leave_hits(struct lineprof_frame *frame)
{
    leave_untimed(frame);
    if (LPRT_UNLIKELY(lprt_control_is_new())) /* no clock says when to look */
        lprt_control_obey();
}

struct lprt_entry_points lprt_entry_points(bool hits_only)
{
    static const struct lprt_entry_points timed[] = {
        [LINEPROF_CLOCK_TSC] = {enter_ordered, leave_ordered, lprt_event_counter},
        [LINEPROF_CLOCK_FAST] = {enter_fast,    leave_fast,    lprt_event_counter},
        [LINEPROF_CLOCK_MONOTONIC] = {enter_called,  leave_called,  lprt_event_called },
        [LINEPROF_CLOCK_CPU] = {enter_called,  leave_called,  lprt_event_called },
        [LINEPROF_CLOCK_COUNT] = {enter_called,  leave_called,  lprt_event_called },
    };
    struct lprt_entry_points points = timed[lprt_clock_kind()];

    if (hits_only) {
        points.enter = enter_hits;
        points.leave = leave_hits;
    }
    return points;
}
