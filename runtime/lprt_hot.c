/* SPDX-License-Identifier: MIT */
/*
 * The hot path: enter and leave when nothing is unusual.  No lock, no call, no system
 * call; every counter is changed by one aligned store or add.  Safe in signal handlers,
 * which may come in between any two instructions; leaves errno alone.
 *
 * One body each, made into a function for every way of reading the clock.
 */
#include "lprt_clock.h"
#include "lprt_frame.h"
#include "lprt_stamp.h"

#include <stdatomic.h>

#define ALWAYS_INLINE static inline __attribute__((__always_inline__))

struct lprt_costs lprt_costs = {.step_back = UINT64_MAX};

static uint64_t read_called(void)
{
    return lprt_clock_read();
}

static uint64_t read_nothing(void)
{
    return 0;
}

/* What is not in the common case: a frame that nothing lies around as it should. */
ALWAYS_INLINE bool is_common(const struct lineprof_function *function,
                             const struct lprt_thread *t, const struct lprt_slot *slot,
                             uint32_t wanted)
{
    const struct lineprof_block *block = slot->block;

    if (LPRT_UNLIKELY(!block || (function->flags | (block->flags ^ wanted)) ||
                      t->next == t->end))
        return false;
    const struct lineprof_frame *previous = lprt_frame_at(block->active);
    return LPRT_LIKELY(!previous || previous->cfa);
}

/* The last step: a handler that comes in earlier must not take the frame for its
   caller, whose time runs. */
ALWAYS_INLINE void begin_time(struct lineprof_frame *frame,
                              const struct lineprof_frame *caller, uint64_t cfa,
                              lineprof_clock_fn read)
{
    const uint64_t bias = caller->bias + lprt_costs.before_enter;
    const uint64_t last = caller->last;

    frame->bias = bias + lprt_costs.after_enter;
    uint64_t now = read() - bias;
    if ((int64_t)(now - last) < 0)
        now = last;
    frame->last = now;
    frame->entry = now;
    LPRT_SIGNAL_FENCE();
    frame->cfa = cfa;
}

/*
 * wanted   the block's flags that go this way; all others, and functions with flags,
 *          take the slow way
 *
 * The frame is taken first, so that a handler's frames go above it.
 */
ALWAYS_INLINE struct lineprof_frame *enter(struct lineprof_function *function,
                                           uint64_t cfa, uint32_t wanted,
                                           lineprof_clock_fn read)
{
    struct lprt_thread *t = lprt_self;
    const uint32_t id = function->id;
    if (LPRT_UNLIKELY(id >= t->slot_count))
        return lprt_enter_slowly(function, cfa);
    struct lprt_slot *slot = &t->slots[id];
    struct lineprof_block *block = slot->block;
    struct lineprof_frame *frame = t->next;
    struct lineprof_frame *caller = lprt_frame_below(t, frame);
    if (LPRT_UNLIKELY(!is_common(function, t, slot, wanted) || caller->cfa <= cfa))
        return lprt_enter_slowly(function, cfa);

    t->next = frame + 1;
    LPRT_SIGNAL_FENCE();
    lprt_frame_fill(t, frame, function, slot);
    lprt_add(&block->calls, 1);
    if (!frame->previous)
        lprt_add(&block->primitive_calls, 1);
    lprt_add(&lprt_edge_of(t, slot, caller, id)->calls, 1);
    if (wanted & LPROF_BLOCK_UNTIMED)
        lprt_frame_begin_untimed(frame, caller, cfa);
    else
        begin_time(frame, caller, cfa, read);
    return frame;
}

ALWAYS_INLINE void leave(struct lineprof_frame *frame, uint32_t wanted,
                         lineprof_clock_fn read)
{
    const bool timed = !(wanted & LPROF_BLOCK_UNTIMED);
    const uint64_t raw = read();
    struct lprt_thread *t = lprt_self;
    if (LPRT_UNLIKELY(frame + 1 != t->next || lprt_block_of(frame)->flags != wanted ||
                      (frame == t->begin && t->below != &t->root))) {
        lprt_leave_slowly(frame, raw);
        return;
    }
    struct lineprof_frame *caller = lprt_frame_below(t, frame);
    struct lineprof_frame *previous = lprt_frame_at(frame->previous);
    const uint64_t bias = frame->bias + (timed ? lprt_costs.before_leave : 0);
    const uint64_t now = raw - bias;
    if (LPRT_UNLIKELY(!caller->cfa || (previous && !previous->cfa) ||
                      (timed && (int64_t)(now - frame->last) < 0))) {
        lprt_leave_slowly(frame, raw);
        return;
    }

    frame->cfa = 0;
    LPRT_SIGNAL_FENCE();
    if (timed)
        lprt_frame_account(t, frame, previous, caller, now);
    else
        lprt_block_of(frame)->active = frame->previous;
    caller->bias = bias + (timed ? lprt_costs.after_leave : 0);
    lprt_frame_show_left(t, caller, timed ? now : 0);
    LPRT_SIGNAL_FENCE();
    t->next = frame;
    if (timed && LPRT_UNLIKELY(raw >= atomic_load_explicit(&lprt_clock_next_look,
                                                           memory_order_relaxed)))
        lprt_clock_look(raw);
}

/* A pair of functions for a way of reading the clock. */
#define DEFINE_PAIR(name, wanted, read)                                            \
    static struct lineprof_frame *enter_##name(struct lineprof_function *function, \
                                               uint64_t cfa)                       \
    {                                                                              \
        return enter(function, cfa, wanted, read);                                 \
    }                                                                              \
    static void leave_##name(struct lineprof_frame *frame)                         \
    {                                                                              \
        leave(frame, wanted, read);                                                \
    }
DEFINE_PAIR(ordered, 0, lprt_stamp_ordered)
DEFINE_PAIR(fast, 0, lprt_stamp_fast)
DEFINE_PAIR(called, 0, read_called)
DEFINE_PAIR(hits, LPROF_BLOCK_UNTIMED, read_nothing)

static struct lineprof_frame *enter_off(struct lineprof_function *function, uint64_t cfa)
{
    (void)cfa;
    return &function->dummy->frame;
}

static void leave_off(struct lineprof_frame *frame)
{
    (void)frame;
}

struct lprt_entry_points lprt_entry_points(bool hits_only)
{
    static const struct lprt_entry_points timed[] = {
        [LINEPROF_CLOCK_TSC] = {enter_ordered, leave_ordered},
        [LINEPROF_CLOCK_FAST] = {enter_fast,    leave_fast   },
        [LINEPROF_CLOCK_MONOTONIC] = {enter_called,  leave_called },
        [LINEPROF_CLOCK_CPU] = {enter_called,  leave_called },
        [LINEPROF_CLOCK_COUNT] = {enter_called,  leave_called },
    };

    if (hits_only)
        return (struct lprt_entry_points){enter_hits, leave_hits};
    return timed[lprt_clock_kind()];
}

struct lprt_entry_points lprt_entry_points_off(void)
{
    return (struct lprt_entry_points){enter_off, leave_off};
}
