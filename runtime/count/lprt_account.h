/* SPDX-License-Identifier: MIT */
/* What opening and closing a frame changes is here, for the hot path and the slow one. */
#ifndef LPRT_ACCOUNT_H
#define LPRT_ACCOUNT_H

#include "count/lprt_visit.h"
#include "count/tree/lprt_node.h"

/*
 * A frame that has been taken: all but its times, its line and its `cfa`.  Whoever had it
 * before may have left a visit in it.
 *
 * weight   calls that its time will stand for, or LINEPROF_UNTIMED
 */
static inline void lprt_frame_fill(struct lprt_thread *thread,
                                   struct lineprof_frame *frame,
                                   const struct lineprof_function *function,
                                   struct lineprof_block *block, uint32_t weight)
{
    const uint64_t address = (uint64_t)(uintptr_t)frame;

    lprt_visit_count(frame);
    frame->line = 0;
    frame->calling = function->first_line;
    frame->block = (uint64_t)(uintptr_t)block;
    frame->previous = block->active;
    frame->excluded = 0;
    frame->untimed = 0;
    frame->off_ns = thread->off_ns;
    frame->thread = (uint64_t)(uintptr_t)thread;
    frame->weight = weight;
    frame->measures = 0;
    LPRT_SIGNAL_FENCE();
    block->active = address;
    thread->record->top = address;
}

/* The visit of the current line, if there is one, was drawn by lot. */
static inline bool lprt_frame_is_drawn(const struct lineprof_frame *frame)
{
    return frame->line && lprt_cell_at(lprt_block_of(frame), frame->line)->drawn;
}

/* The known cost up to the exit's reading: an exit that ends a visit comes as a surprise
   to the processor if the visit was drawn by lot. */
static inline uint64_t lprt_frame_cost_of_leave(const struct lineprof_frame *frame)
{
    return lprt_frame_is_drawn(frame) ? lprt_costs.sampled_leave
                                      : lprt_costs.before_leave;
}

/* The frames and the edge below one that is closed. */
struct lprt_callers {
    struct lineprof_frame *previous; /* open activation of its function; or NULL */
    struct lineprof_frame *caller;   /* the open frame below */
    struct lprof_edge *edge;         /* of the call; of no meaning with a previous one */
};

/*
 * Close a frame that has been made invisible (cfa 0) at the virtual time `now`; up to
 * then the thread has been running, or that has been charged.  Changes the
 * current line, the total or the outer activation's share, its node, the caller's line
 * and edge.
 * Returns the cost of its untimed probes, which belongs in the caller's bias.
 */
static inline uint64_t lprt_frame_account(struct lineprof_frame *frame,
                                          struct lprt_callers callers, uint64_t now)
{
    struct lineprof_block *block = lprt_block_of(frame);
    struct lineprof_frame *caller = callers.caller;
    const uint64_t whole = now - frame->entry;
    const uint64_t untimed =
        LPRT_LIKELY(!frame->untimed) || frame->untimed < whole ? frame->untimed : whole;
    const uint64_t elapsed = whole - untimed;

    const uint64_t weight =
        LPRT_LIKELY(elapsed < lprt_costs.outlier) ? frame->weight : frame->weight != 0;

    const struct lprt_thread *t = (const struct lprt_thread *)(uintptr_t)frame->thread;

    lprt_visit_end_running(frame, now);
    block->active = frame->previous;
    if (LPRT_UNLIKELY(frame->weight == LINEPROF_UNTIMED))
        return frame->untimed;
    lprt_node_charge(frame, caller, elapsed, weight);
    if (LPRT_UNLIKELY(callers.previous)) {
        lprt_add(&callers.previous->last, elapsed);
        lprt_add(&callers.previous->excluded, elapsed);
        callers.previous->off_ns = frame->off_ns;
    } else {
        const uint64_t stands_for = lprt_unseen_weigh(t, elapsed, weight);
        lprt_add(&block->ticks, stands_for);
        lprt_add(&callers.edge->ticks, stands_for);
    }
    /* What a visit's line calls, its code tells. */
    if (LPRT_LIKELY(caller->block != frame->block && caller->calling) &&
        !(lprt_block_of(caller)->flags & LPROF_BLOCK_WEIGHTED))
        lprt_add(&lprt_calling_cell(caller)->child_ticks,
                 lprt_unseen_weigh(t, elapsed - caller->excluded, weight));
    caller->excluded = 0;
    caller->measures = 0;
    return untimed;
}

#endif
