/* SPDX-License-Identifier: MIT */
/*
 * Closing frames in the cases that the hot path leaves: those that longjmp abandoned,
 * that handlers interrupted half-way, of threads that end; clocks that step; the ends of
 * chunks.
 */
#include "count/lprt_leave.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_leap.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_turn.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/lprt_abandoned.h"
#include "count/lprt_account.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_control.h"
#include "count/lprt_frame.h"
#include "count/lprt_loose.h"
#include "store/lprt_region.h"

#include <stdatomic.h>

/* One of the thread's, and open.  Not those that were closed as
   abandoned, nor those of another thread. */
static bool is_open(const struct lprt_thread *t, const struct lineprof_frame *frame)
{
    const struct lineprof_frame *end = t->next;

    for (const struct lprt_chunk *chunk = t->chunk; chunk; chunk = chunk->below) {
        if (chunk->begin <= frame && frame < end)
            return frame->cfa != 0;
        end = chunk->below ? chunk->below->end : NULL;
    }
    return false;
}

struct lprof_edge *lprt_edge_counted(struct lprt_thread *t,
                                     const struct lineprof_block *callee,
                                     const struct lineprof_frame *caller)
{
    const struct lineprof_cell *call = lprt_calling_cell(caller);

    if (lprt_edge_is_known(callee, caller))
        return lprt_edge_known(callee);
    if (caller == &t->root || !caller->calling)
        return &t->root_edge;
    if (!lprt_edge_in(call, callee->function))
        call = lprt_abandoned_call(caller, callee);
    struct lprof_edge *edge = call ? lprt_edge_in(call, callee->function) : NULL;
    return edge ? edge : &t->root_edge;
}

/* The virtual time of a raw reading, not before the frame's last event. */
static uint64_t virtual_time(struct lineprof_frame *frame, uint64_t raw, uint64_t *bias)
{
    const uint64_t now = raw - *bias;
    const int64_t behind = (int64_t)(frame->last - now);

    if (behind <= 0) {
        if (now - frame->last > LPRT_MAY_LEAP)
            lprt_leap_take_out(frame, now);
        return now;
    }
    /* A handler may have come in after the reading, and its probes' cost is in the bias.
     */
    if (behind > lprt_costs.step_back &&
        (int64_t)(lprt_clock_read() - *bias - frame->last) >= 0)
        return frame->last;
    if (behind > LPRT_MOST_BEHIND)
        *bias -= (uint64_t)behind;
    if (behind > lprt_costs.step_back) {
        lprt_block_of(frame)->steps_back++;
        lprt_region_warn(LPROF_WARNING_CLOCK_STEPPED);
    }
    return frame->last;
}

/* caller   the open frame below */
static void pop(struct lprt_thread *t, struct lineprof_frame *frame,
                const struct lineprof_frame *caller)
{
    t->record->bias = caller->bias;
    t->record->top = caller == &t->root ? 0 : (uint64_t)(uintptr_t)caller;
    LPRT_SIGNAL_FENCE();
    t->next = frame;
    if (frame == t->begin && t->below != &t->root)
        lprt_chunk_descend(t);
}

/* As lprt_frame_account(), of a visit of light code that control has left: it has no
   total and no caller. */
static uint64_t account_visit(struct lineprof_frame *frame, uint64_t now)
{
    lprt_stretch_end_left(frame, now);
    lprt_block_of(frame)->active = frame->previous;
    return frame->untimed;
}

/* raw, before, after: the reading, and the known costs around it */
static void close_timed(struct lprt_thread *t, struct lineprof_frame *frame, uint64_t raw,
                        uint64_t before, uint64_t after)
{
    struct lineprof_frame *caller = lprt_frame_open_below(t, frame);
    uint64_t bias = frame->bias + before;
    if (LPRT_UNLIKELY(!frame->node))
        lprt_node_resolve(t);
    const uint64_t now = virtual_time(frame, raw, &bias);

    lprt_visit_count(frame);
    if (LPRT_UNLIKELY(lprt_heap_is_on))
        lprt_heap_frame_ends(frame);
    frame->cfa = 0;
    LPRT_SIGNAL_FENCE();
    struct lineprof_block *block = lprt_block_of(frame);
    struct lprt_callers callers = {.caller = caller,
                                   .previous = lprt_frame_open_previous(frame->previous)};
    if (!callers.previous)
        callers.edge = lprt_edge_counted(t, block, caller);
    if (!lprt_visit_was_running(frame))
        lprt_visit_charge_off(frame, now);
    caller->bias =
        bias + after +
        (block->flags & LPROF_BLOCK_WEIGHTED ? account_visit(frame, now)
                                             : lprt_frame_account(frame, callers, now));
    t->record->last = now;
    pop(t, frame, caller);
}

static void close_untimed(struct lprt_thread *t, struct lineprof_frame *frame)
{
    struct lineprof_frame *caller = lprt_frame_open_below(t, frame);

    frame->cfa = 0;
    LPRT_SIGNAL_FENCE();
    lprt_block_of(frame)->active = frame->previous;
    caller->bias = frame->bias + frame->untimed;
    pop(t, frame, caller);
}

/* Nothing of it is timed at the moment. */
static bool is_untimed(const struct lineprof_frame *frame)
{
    return frame->weight == LINEPROF_UNTIMED && !frame->line;
}

/* Its block may name it already: it would be its own previous one when it is used again.
 */
static void forget_incomplete(const struct lineprof_frame *frame)
{
    struct lineprof_block *block = lprt_block_of(frame);

    if (block && block->active == (uint64_t)(uintptr_t)frame)
        block->active = frame->previous;
}

uint64_t lprt_frame_close_top(struct lprt_thread *thread, uint64_t raw)
{
    struct lineprof_frame *frame = thread->next - 1;

    if (!frame->cfa) {
        forget_incomplete(frame);
        pop(thread, frame, lprt_frame_open_below(thread, frame));
    } else if (is_untimed(frame)) {
        close_untimed(thread, frame);
    } else {
        raw = raw ? raw : lprt_clock_read();
        close_timed(thread, frame, raw, 0, 0);
    }
    return raw;
}

/* Of an exit that reads no clock, as it is known of entries: of functions whose calls are
   sampled. */
static uint64_t cost_of_untimed(const struct lineprof_frame *frame)
{
    return lprt_block_of(frame)->flags & LPROF_BLOCK_CALLS_SAMPLED
               ? lprt_costs.untimed_call
               : 0;
}

/* raw      0: no clock says when to look */
static void look_around(uint64_t raw)
{
    if (!raw && lprt_control_is_new())
        lprt_control_obey();
    if (raw >= atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed))
        lprt_clock_look(raw);
}

void lprt_leave_slowly(struct lineprof_frame *frame, uint64_t raw)
{
    struct lprt_thread *t = lprt_self;

    if (lprt_is_loose(frame)) {
        lprt_loose_leave(frame);
        look_around(raw);
        return;
    }
    if (!is_open(t, frame))
        return;
    lprt_turn_look(t, frame, raw);
    if (t->next != frame + 1)
        raw = lprt_abandoned_close(t, frame, raw);
    while (t->next != frame + 1) /* what is incomplete is abandoned, too */
        lprt_frame_close_top(t, raw);
    if (is_untimed(frame)) {
        frame->bias += cost_of_untimed(frame);
        close_untimed(t, frame);
        look_around(0);
        return;
    }
    raw = raw ? raw : lprt_clock_read();
    close_timed(t, frame, raw, lprt_frame_cost_of_leave(frame), lprt_costs.after_leave);
    look_around(raw);
}

void lprt_frames_count_visits(struct lprt_thread *thread)
{
    if (!thread->chunk)
        return; /* not registered */
    for (struct lprt_chunk *chunk = lprt_chunk_first(thread); chunk;
         chunk = chunk->above) {
        for (struct lineprof_frame *frame = chunk->begin; frame < chunk->end; frame++)
            lprt_visit_count(frame);
    }
}

void lprt_frames_close(struct lprt_thread *thread)
{
    uint64_t raw = 0;

    while (thread->next != thread->begin || thread->below != &thread->root)
        raw = lprt_frame_close_top(thread, raw);
    lprt_frames_count_visits(thread);
}
