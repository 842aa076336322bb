/* SPDX-License-Identifier: MIT */
/*
 * The hot path: enter and leave when nothing is unusual.  No lock, no call, no system
 * call; every counter is changed by one aligned store or add.  Safe in signal handlers,
 * which may come in between any two instructions; leaves errno alone.
 *
 * One body each, made into a function for every way of reading the clock.
 */
#include "count/lprt_hot.h"
#include "base/lprt_machine.h"
#include "count/bare/lprt_event.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_leap.h"
#include "count/bare/lprt_off.h"
#include "count/lprt_account.h"
#include "count/lprt_clock.h"
#include "count/lprt_control.h"
#include "count/lprt_enter.h"
#include "count/lprt_frame.h"
#include "count/lprt_leave.h"
#include "count/lprt_loose.h"

#include <stdatomic.h>

#define ALWAYS_INLINE static inline __attribute__((__always_inline__))

/* How much is timed.  The bodies below are made for each. */
enum timing {
    EVERYTHING, /* exact mode */
    SAMPLES,    /* adaptive mode: some calls, and some visits of lines */
    NOTHING,
};

/* A frame that is about to be opened, and where: all is found, nothing is changed yet. */
struct opening {
    struct lprt_thread *thread;
    struct lineprof_block *block;
    struct lineprof_frame *frame;
    struct lineprof_frame *caller;
    struct lprof_edge *edge;
    struct lprof_node *node;
};

/* ---- Activations that are timed ---- */

/* The slow way handles the rest: first calls, flagged functions, the end of a chunk,
   frames that are incomplete or abandoned, other stacks. */
ALWAYS_INLINE bool is_common(const struct lineprof_function *function, uint64_t cfa,
                             struct opening o, uint32_t wanted)
{
    const struct lprt_thread *t = o.thread;
    if (LPRT_UNLIKELY((function->flags | (o.block->flags ^ wanted)) ||
                      t->next == t->end || o.caller->cfa <= cfa ||
                      !lprt_stack_has(&t->own, cfa) || *t->switch_mark != t->switch_arm))
        return false;
    const struct lineprof_frame *previous = lprt_frame_at(o.block->active);
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

ALWAYS_INLINE void count_call(struct opening o, bool is_primitive)
{
    lprt_add(&o.block->calls, 1);
    lprt_add(&o.edge->calls, 1);
    if (LPRT_LIKELY(is_primitive))
        lprt_add(&o.block->primitive_calls, 1);
    lprt_add(&o.node->calls, 1);
    lprt_node_begin(o.frame, o.node);
}

/* Only what lines and calls of a sampled function ask for. */
static __attribute__((__noinline__)) void
begin_sampled(const struct lineprof_function *function, struct opening o, uint64_t raw)
{
    lprt_frame_measures(o.caller);
    o.thread->reading = raw;
    if (lprt_event_is_timed(o.frame, function->first_line))
        o.frame->line = function->first_line;
    if (lprt_frame_is_drawn(o.frame))
        lprt_event_begin_late(o.frame, lprt_costs.sampled_enter);
    if (o.block->calls % LPRT_FIRST_CALLS == 0)
        lprt_frame_judge(function, o.block);
}

/* The frame is taken before anything is changed, so that a handler's frames go above it,
   and is made complete at the end. */
ALWAYS_INLINE struct lineprof_frame *open_timed(const struct lineprof_function *function,
                                                uint64_t cfa, uint64_t raw,
                                                enum timing timing, struct opening o)
{
    o.thread->next = o.frame + 1;
    LPRT_SIGNAL_FENCE();
    o.frame->last = begin_time(o.frame, o.caller, raw);
    o.frame->entry = o.frame->last;
    count_call(o, !o.block->active);
    lprt_frame_fill(o.thread, o.frame, function, o.block, 1);
    if (timing == SAMPLES)
        begin_sampled(function, o, raw);
    else
        o.frame->line = function->first_line;
    LPRT_SIGNAL_FENCE();
    o.frame->cfa = cfa;
    return o.frame;
}

/* The call is one that the edge has counted before: the last, or the one beside. */
ALWAYS_INLINE bool is_known(struct opening *o, struct lprof_edge *edge)
{
    const uint32_t function = o->block->function;

    o->edge = edge;
    o->node = lprt_node_known(o->caller, edge, function);
    if (LPRT_LIKELY(o->node) || !edge->node)
        return o->node;
    struct lprof_node *node = lprt_node_at(lprt_node_at(edge->node)->beside);
    if (!lprt_node_is_of(node, o->caller, function))
        return false;
    edge->node = (uint64_t)(uintptr_t)node;
    o->node = node;
    return true;
}

/* false: there is no node of it yet. */
static bool find_call(struct opening *o)
{
    const uint32_t function = o->block->function;

    if (!o->edge)
        o->edge = lprt_edge_find(o->thread, o->block, o->caller);
    if (is_known(o, o->edge))
        return true;
    o->node = lprt_node_beside(o->caller, o->edge, function);
    if (!o->node)
        o->node = lprt_node_look(o->thread, o->caller, o->edge, function);
    return o->node;
}

/* A function that was last called from elsewhere.  To add a node takes time, which the
   slow way leaves out. */
static __attribute__((__noinline__)) struct lineprof_frame *
enter_from_elsewhere(struct lineprof_function *function, uint64_t cfa, uint64_t raw,
                     enum timing timing, struct opening o)
{
    if (!find_call(&o))
        return lprt_enter_slowly(function, cfa, raw);
    return open_timed(function, cfa, raw, timing, o);
}

/* The clock is read first: the processor has time for all the rest while it reads. */
ALWAYS_INLINE struct lineprof_frame *enter(struct lineprof_function *function,
                                           uint64_t cfa, enum timing timing,
                                           lineprof_clock_fn read)
{
    const uint64_t raw = read();
    struct lprt_thread *t = lprt_self;
    const uint32_t id = function->id;
    if (LPRT_UNLIKELY(id >= __atomic_load_n(&t->block_count, __ATOMIC_RELAXED)))
        return lprt_enter_slowly(function, cfa, raw);
    struct opening o = {.thread = t,
                        .block = t->blocks[id],
                        .frame = t->next,
                        .caller = lprt_frame_below(t, t->next)};
    if (!is_common(function, cfa, o, timing == SAMPLES ? LPROF_BLOCK_SAMPLED : 0))
        return lprt_enter_slowly(function, cfa, raw);
    if (LPRT_UNLIKELY(!lprt_edge_is_known(o.block, o.caller) ||
                      !is_known(&o, lprt_edge_known(o.block))))
        return enter_from_elsewhere(function, cfa, raw, timing, o);
    return open_timed(function, cfa, raw, timing, o);
}

/* Nothing above the frame, and no end of a chunk. */
ALWAYS_INLINE bool is_plain_top(const struct lprt_thread *t,
                                const struct lineprof_frame *frame)
{
    return LPRT_LIKELY(frame + 1 == t->next &&
                       (frame != t->begin || t->below == &t->root));
}

/* The frame has been closed.  The first of all has no frame below it to show. */
ALWAYS_INLINE void pop(struct lprt_thread *t, struct lineprof_frame *frame,
                       const struct lineprof_frame *caller)
{
    struct lprof_thread *record = t->record;

    record->bias = caller->bias;
    record->top = frame == t->begin ? 0 : (uint64_t)(uintptr_t)caller;
    LPRT_SIGNAL_FENCE();
    t->next = frame;
}

ALWAYS_INLINE void leave(struct lineprof_frame *frame, enum timing timing,
                         lineprof_clock_fn read)
{
    const uint64_t raw = read();
    struct lprt_thread *t = lprt_self;
    if (!is_plain_top(t, frame)) {
        lprt_leave_slowly(frame, raw);
        return;
    }
    const struct lineprof_block *block = lprt_block_of(frame);
    struct lprt_callers callers = {.previous = lprt_frame_at(frame->previous),
                                   .caller = lprt_frame_below(t, frame)};
    const uint64_t bias =
        frame->bias +
        (timing == SAMPLES ? lprt_frame_cost_of_leave(frame) : lprt_costs.before_leave);
    const uint64_t last = frame->last;
    const int64_t visit = (int64_t)(raw - bias - last);
    if (LPRT_UNLIKELY(!callers.caller->cfa ||
                      (uint64_t)visit + LPRT_MOST_BEHIND > LPRT_MAY_LEAP ||
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
    t->record->last = now;
    pop(t, frame, callers.caller);
    if (LPRT_UNLIKELY(raw >=
                      atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed)))
        lprt_clock_look(raw);
}

/* ---- Activations that are not ---- */

/* The call edge from the caller's line, which is one of the first two that come to
   mind; NULL if it is not. */
ALWAYS_INLINE struct lprof_edge *near_edge(const struct lineprof_block *callee,
                                           const struct lineprof_frame *caller)
{
    if (lprt_edge_is_known(callee, caller))
        return lprt_edge_known(callee);
    struct lprof_edge *edge =
        (struct lprof_edge *)(uintptr_t)lprt_calling_cell(caller)->edges;
    return LPRT_LIKELY(caller->calling && edge && edge->function == callee->function)
               ? edge
               : NULL;
}

/* Most of the frame is of no meaning as long as none of its lines is timed; an event
   that begins to time one sets that, and is not before `last`. */
ALWAYS_INLINE struct lineprof_frame *
open_untimed(const struct lineprof_function *function, uint64_t cfa, enum timing timing,
             struct opening o)
{
    struct lineprof_frame *frame = o.frame;
    const uint64_t previous = o.block->active;

    o.thread->next = frame + 1;
    LPRT_SIGNAL_FENCE();
    count_call(o, !previous);
    frame->block = (uint64_t)(uintptr_t)o.block;
    frame->previous = previous;
    frame->calling = function->first_line;
    frame->line = 0;
    frame->last = 0;
    frame->weight = LINEPROF_UNTIMED;
    frame->measures = 0;
    frame->untimed = 0;
    frame->thread = (uint64_t)(uintptr_t)o.thread;
    frame->bias = o.caller->bias;
    if (timing == SAMPLES)
        frame->bias += lprt_costs.untimed_call;
    LPRT_SIGNAL_FENCE();
    o.block->active = (uint64_t)(uintptr_t)frame;
    o.thread->record->top = (uint64_t)(uintptr_t)frame;
    LPRT_SIGNAL_FENCE();
    frame->cfa = cfa;
    return frame;
}

/* What is known is given by address: to copy it in larger words than it was written in
   takes longer than all the rest. */
static __attribute__((__noinline__)) struct lineprof_frame *
enter_untimed_from_elsewhere(const struct lineprof_function *function, uint64_t cfa,
                             enum timing timing, struct opening *o)
{
    if (!find_call(o))
        o->node = lprt_node_find(o->thread, o->caller, o->edge, o->block->function);
    return open_untimed(function, cfa, timing, *o);
}

/* Microseconds are measured, not nanoseconds: nothing need wait for anything. */
static uint64_t read_roughly(void)
{
    return LPRT_LIKELY(lprt_clock_read == lprt_clock_read_ordered) ? lprt_stamp_fast()
                                                                   : lprt_clock_read();
}

/* In a line that has lasted for long most calls are others', further in, and what finding
   from where they come takes is nothing beside it.
   raw    a reading, of any time */
ALWAYS_INLINE bool has_lasted(const struct lineprof_frame *caller, uint64_t raw)
{
    return (int64_t)(raw - caller->bias - caller->last) > (int64_t)lprt_costs.outlier;
}

/* The caller's line is timed, and by the last reading here it is short: what it takes to
   find from where the call comes is left out of that.  Of lines that are timed seldom,
   what tells is far from the processor. */
static __attribute__((__noinline__)) struct lineprof_frame *
enter_untimed_in_timed(const struct lineprof_function *function, uint64_t cfa,
                       struct opening *o)
{
    const uint64_t began = read_roughly();

    o->edge = near_edge(o->block, o->caller);
    struct lineprof_frame *frame =
        o->edge && is_known(o, o->edge)
            ? open_untimed(function, cfa, SAMPLES, *o)
            : enter_untimed_from_elsewhere(function, cfa, SAMPLES, o);
    o->thread->entered = began;
    if (has_lasted(o->caller, began))
        return frame;
    const uint64_t took = read_roughly() - began;
    if ((int64_t)took > 0)
        frame->bias += took;
    return frame;
}

/* Count down to the next call, and the next visit of the first line, that are drawn.  One
   instruction each, which leaves the flags that tell. */
ALWAYS_INLINE bool counts_down(struct lineprof_block *block)
{
    struct lineprof_counter *first =
        (struct lineprof_counter *)(uintptr_t)block->first_counter;

    block->call_skip--;
    first->skip--;
    return LPRT_UNLIKELY((int64_t)(block->call_skip | first->skip) < 0);
}

/*
 * Of a function that has no flags where its block has all of `wanted`.  What is not
 * common, `otherwise` sees to.
 */
ALWAYS_INLINE struct lineprof_frame *
enter_untimed(struct lineprof_function *function, uint64_t cfa, enum timing timing,
              uint32_t wanted,
              struct lineprof_frame *(*otherwise)(struct lineprof_function *, uint64_t))
{
    struct lprt_thread *t = lprt_self;
    const uint32_t id = function->id;
    if (LPRT_UNLIKELY(id >= t->block_count))
        return otherwise(function, cfa);
    struct opening o = {.thread = t,
                        .block = t->blocks[id],
                        .frame = t->next,
                        .caller = lprt_frame_below(t, t->next)};
    const struct lineprof_frame *previous = lprt_frame_at(o.block->active);

    if (LPRT_UNLIKELY((function->flags | (o.block->flags ^ wanted)) ||
                      t->next == t->end || o.caller->cfa <= cfa ||
                      !lprt_stack_has(&t->own, cfa)))
        return otherwise(function, cfa);
    if (LPRT_UNLIKELY(previous) &&
        (!previous->cfa || (timing == SAMPLES && lprt_is_measured(previous))))
        return otherwise(function, cfa);
    if (timing == SAMPLES && counts_down(o.block))
        return lprt_enter_drawn(function, cfa);
    if (timing == SAMPLES && LPRT_UNLIKELY(o.caller->line) &&
        !has_lasted(o.caller, t->entered) && lprt_clock_kind() != LINEPROF_CLOCK_COUNT) {
        struct opening found = o;
        return enter_untimed_in_timed(function, cfa, &found);
    }
    o.edge = near_edge(o.block, o.caller);
    if (LPRT_UNLIKELY(!o.edge || !is_known(&o, o.edge))) {
        struct opening found = o;
        return enter_untimed_from_elsewhere(function, cfa, timing, &found);
    }
    return open_untimed(function, cfa, timing, o);
}

ALWAYS_INLINE void leave_untimed(struct lineprof_frame *frame, enum timing timing)
{
    struct lprt_thread *t = lprt_self;
    struct lineprof_frame *caller = lprt_frame_below(t, frame);
    if (!is_plain_top(t, frame) || LPRT_UNLIKELY(!caller->cfa)) {
        lprt_leave_slowly(frame, 0);
        return;
    }
    frame->cfa = 0;
    LPRT_SIGNAL_FENCE();
    lprt_block_of(frame)->active = frame->previous;
    if (timing == SAMPLES)
        caller->bias = frame->bias + frame->untimed + lprt_costs.untimed_call;
    pop(t, frame, caller);
}

/* ---- Entry points ---- */

static uint64_t read_called(void)
{
    return lprt_clock_read();
}

/* Where allocations are counted. */
ALWAYS_INLINE struct lineprof_frame *begun(struct lineprof_frame *frame)
{
    if (frame && !lprt_is_loose(frame))
        lprt_heap_frame_begins(frame);
    return frame;
}

/* What lies above has been left, and ends when that is closed. */
ALWAYS_INLINE void ends(struct lineprof_frame *frame)
{
    if (is_plain_top(lprt_self, frame))
        lprt_heap_frame_ends(frame);
}

/* For a way of reading the clock: a pair of functions that time everything, one of those
   that count allocations, too, and one of those that time samples. */
#define DEFINE_PAIRS(name, read)                                                        \
    static struct lineprof_frame *enter_##name(struct lineprof_function *function,      \
                                               uint64_t cfa)                            \
    {                                                                                   \
        return enter(function, cfa, EVERYTHING, read);                                  \
    }                                                                                   \
    static void leave_##name(struct lineprof_frame *frame)                              \
    {                                                                                   \
        leave(frame, EVERYTHING, read);                                                 \
    }                                                                                   \
    static struct lineprof_frame *enter_heap_##name(struct lineprof_function *function, \
                                                    uint64_t cfa)                       \
    {                                                                                   \
        return begun(enter(function, cfa, EVERYTHING, read));                           \
    }                                                                                   \
    static void leave_heap_##name(struct lineprof_frame *frame)                         \
    {                                                                                   \
        ends(frame);                                                                    \
        leave(frame, EVERYTHING, read);                                                 \
    }                                                                                   \
    static __attribute__((__noinline__)) struct lineprof_frame *enter_timed_##name(     \
        struct lineprof_function *function, uint64_t cfa)                               \
    {                                                                                   \
        return enter(function, cfa, SAMPLES, read);                                     \
    }                                                                                   \
    static struct lineprof_frame *enter_sampled_##name(                                 \
        struct lineprof_function *function, uint64_t cfa)                               \
    {                                                                                   \
        return enter_untimed(function, cfa, SAMPLES,                                    \
                             LPROF_BLOCK_SAMPLED | LPROF_BLOCK_CALLS_SAMPLED,           \
                             enter_timed_##name);                                       \
    }                                                                                   \
    static void leave_sampled_##name(struct lineprof_frame *frame)                      \
    {                                                                                   \
        if (frame->weight == LINEPROF_UNTIMED && !frame->line)                          \
            leave_untimed(frame, SAMPLES);                                              \
        else                                                                            \
            leave(frame, SAMPLES, read);                                                \
    }
DEFINE_PAIRS(ordered, lprt_stamp_ordered)
DEFINE_PAIRS(fast, lprt_stamp_fast)
DEFINE_PAIRS(called, read_called)

static struct lineprof_frame *enter_slowly(struct lineprof_function *function,
                                           uint64_t cfa)
{
    return lprt_enter_slowly(function, cfa, 0);
}

static struct lineprof_frame *enter_hits(struct lineprof_function *function, uint64_t cfa)
{
    return enter_untimed(function, cfa, NOTHING, LPROF_BLOCK_UNTIMED, enter_slowly);
}

static void leave_hits(struct lineprof_frame *frame)
{
    leave_untimed(frame, NOTHING);
    if (LPRT_UNLIKELY(lprt_control_is_new())) /* no clock says when to look */
        lprt_control_obey();
}

struct lprt_entry_points lprt_entry_points(bool hits_only, bool samples)
{
    enum { EXACT, SAMPLED, HEAP, WAYS };
    const int way = lprt_heap_is_on ? HEAP : samples ? SAMPLED : EXACT;
#define WAYS_OF(name, event)                                                          \
    {                                                                                 \
        [EXACT] = {enter_##name, leave_##name, lprt_event_##event},                   \
        [SAMPLED] = {enter_sampled_##name, leave_sampled_##name, lprt_event_##event}, \
        [HEAP] = {enter_heap_##name, leave_heap_##name, lprt_event_heap_##event},     \
    }
    static const struct lprt_entry_points timed[][WAYS] = {
        [LINEPROF_CLOCK_TSC] = WAYS_OF(ordered, counter),
        [LINEPROF_CLOCK_FAST] = WAYS_OF(fast, counter),
        [LINEPROF_CLOCK_MONOTONIC] = WAYS_OF(called, called),
        [LINEPROF_CLOCK_CPU] = WAYS_OF(called, called),
        [LINEPROF_CLOCK_COUNT] = WAYS_OF(called, called),
    };
    struct lprt_entry_points points = timed[lprt_clock_kind()][way];

    if (hits_only) {
        points.enter = enter_hits;
        points.leave = leave_hits;
    }
    return points;
}
