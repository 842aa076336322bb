/* SPDX-License-Identifier: MIT */
/*
 * Opening and closing frames in the cases that the hot path leaves: first calls, frames
 * that longjmp abandoned, handlers that came in half-way, flagged functions, the ends of
 * chunks.
 */
#include "lprt_frame.h"
#include "lprt_abandoned.h"
#include "lprt_account.h"
#include "lprt_chunk.h"
#include "lprt_clock.h"
#include "lprt_control.h"
#include "lprt_leap.h"
#include "lprt_modules.h"
#include "lprt_off.h"
#include "lprt_process.h"
#include "lprt_reset.h"
#include "lprt_stack.h"

#include <stdatomic.h>

/* ---- Finding frames ---- */

struct lineprof_frame *lprt_frame_step(struct lprt_thread *thread,
                                       struct lprt_chunk **chunk,
                                       struct lineprof_frame *frame)
{
    for (;;) {
        if (frame == (*chunk)->begin) {
            *chunk = (*chunk)->below;
            if (!*chunk)
                return &thread->root;
            frame = (*chunk)->end;
        }
        frame--;
        if (frame->cfa)
            return frame;
    }
}

/* The open frame below one of the current chunk. */
static struct lineprof_frame *open_below(struct lprt_thread *t,
                                         struct lineprof_frame *frame)
{
    struct lprt_chunk *chunk = t->chunk;
    return lprt_frame_step(t, &chunk, frame);
}

/* The same in a function's chain of activations. */
static struct lineprof_frame *open_previous(uint64_t address)
{
    struct lineprof_frame *frame = lprt_frame_at(address);

    while (frame && !frame->cfa)
        frame = lprt_frame_at(frame->previous);
    return frame;
}

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

static struct lprof_edge *edge_of(struct lprt_thread *t, struct lineprof_block *callee,
                                  const struct lineprof_frame *caller)
{
    return lprt_edge_is_known(callee, caller) ? lprt_edge_known(callee)
                                              : lprt_edge_find(t, callee, caller);
}

/* At the end of a call: where control went on long before it was found out, the caller is
   on another line, from which it may never have called. */
static struct lprof_edge *edge_counted(struct lprt_thread *t,
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

/* ---- Closing ---- */

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
        lprt_process_warn(LPROF_WARNING_CLOCK_STEPPED);
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

/* raw, before, after: the reading, and the known costs around it */
static void close_timed(struct lprt_thread *t, struct lineprof_frame *frame, uint64_t raw,
                        uint64_t before, uint64_t after)
{
    struct lineprof_frame *caller = open_below(t, frame);
    uint64_t bias = frame->bias + before;
    const uint64_t now = virtual_time(frame, raw, &bias);

    lprt_visit_count(frame);
    frame->cfa = 0;
    LPRT_SIGNAL_FENCE();
    struct lineprof_block *block = lprt_block_of(frame);
    struct lprt_callers callers = {.caller = caller,
                                   .previous = open_previous(frame->previous)};
    if (!callers.previous)
        callers.edge = edge_counted(t, block, caller);
    if (!lprt_visit_was_running(frame))
        lprt_visit_charge_off(frame);
    caller->bias = bias + after + lprt_frame_account(frame, callers, now);
    t->record->last = now;
    pop(t, frame, caller);
}

static void close_untimed(struct lprt_thread *t, struct lineprof_frame *frame)
{
    struct lineprof_frame *caller = open_below(t, frame);

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
        pop(thread, frame, open_below(thread, frame));
    } else if (is_untimed(frame)) {
        close_untimed(thread, frame);
    } else {
        raw = raw ? raw : lprt_clock_read();
        close_timed(thread, frame, raw, 0, 0);
    }
    return raw;
}

void lprt_leave_slowly(struct lineprof_frame *frame, uint64_t raw)
{
    struct lprt_thread *t = lprt_self;

    if (!is_open(t, frame))
        return;
    lprt_reset_look(t, frame);
    if (t->next != frame + 1)
        raw = lprt_abandoned_close(t, frame, raw);
    while (t->next != frame + 1) /* what is incomplete is abandoned, too */
        lprt_frame_close_top(t, raw);
    if (is_untimed(frame)) {
        frame->bias += lprt_costs.untimed_call;
        close_untimed(t, frame);
        if (lprt_control_is_new()) /* no clock says when to look */
            lprt_control_obey();
        return;
    }
    raw = raw ? raw : lprt_clock_read();
    close_timed(t, frame, raw, lprt_frame_cost_of_leave(frame), lprt_costs.after_leave);
    if (raw >= atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed))
        lprt_clock_look(raw);
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

/* What longjmp, an exception or the like left open: the frames of functions on this
   stack that are not further out than the one that is entered.
   began    a reading to close them at; 0: make one */
static void close_abandoned(struct lprt_thread *t, uint64_t cfa, bool may_be_equal,
                            uint64_t began)
{
    struct lprt_chunk *chunk = t->chunk;
    struct lineprof_frame *top = lprt_frame_step(t, &chunk, t->next);
    struct lineprof_frame *frame = top;

    while (frame != &t->root && lprt_stack_is_left(t, frame->cfa, cfa, may_be_equal))
        frame = lprt_frame_step(t, &chunk, frame);
    if (frame != top)
        lprt_abandoned_close(t, frame, began);
}

/* ---- Opening ---- */

static struct lineprof_frame *take_frame(struct lprt_thread *t)
{
    if (t->next == t->end)
        return lprt_chunk_climb(t);
    struct lineprof_frame *frame = t->next++;
    LPRT_SIGNAL_FENCE();
    return frame;
}

/* An entry that takes the long way. */
struct entry {
    uint64_t began; /* the reading at it; 0 if none was made */
    uint64_t bias;  /* the innermost open frame's at that moment */
};

static struct entry entry_at(struct lprt_thread *t, uint64_t began)
{
    return (struct entry){began, open_below(t, t->next)->bias};
}

/* The bias after the way up to a reading, which is not the program's time.  What handlers
   that came in on it have cost, and the closing of frames that were abandoned, are a part
   of it, and in the caller's bias already. */
static uint64_t bias_after(const struct entry *entry, const struct lineprof_frame *caller,
                           uint64_t raw)
{
    const uint64_t known = caller->bias;

    if (!entry->began || raw <= entry->began)
        return known;
    const uint64_t bias = entry->bias + (raw - entry->began);
    return (int64_t)(bias - known) > 0 ? bias : known;
}

/* With a clock that counts its readings there is no more than the entry's. */
static void begin_timed(struct lineprof_frame *frame, const struct lineprof_frame *caller,
                        const struct entry *entry)
{
    const bool counts = lprt_clock_kind() == LINEPROF_CLOCK_COUNT;
    const uint64_t raw = entry->began && counts ? entry->began : lprt_clock_read();
    const uint64_t bias = bias_after(entry, caller, raw) + lprt_costs.before_enter;
    uint64_t now = raw - bias;

    lprt_self->reading = raw;
    if ((int64_t)(now - caller->last) < 0)
        now = caller->last;
    frame->bias = bias + lprt_costs.after_enter;
    frame->last = now;
    frame->entry = now;
}

static void begin_untimed(struct lineprof_frame *frame,
                          const struct lineprof_frame *caller, uint64_t cost)
{
    frame->bias = caller->bias + cost;
    frame->last = 0;
    frame->entry = 0;
}

static void count_call(struct lprt_thread *t, const struct lineprof_frame *frame,
                       const struct lineprof_frame *caller)
{
    struct lineprof_block *block = lprt_block_of(frame);

    lprt_add(&block->calls, 1);
    if (!open_previous(frame->previous))
        lprt_add(&block->primitive_calls, 1);
    lprt_add(&edge_of(t, block, caller)->calls, 1);
}

/* What the thread did not run so far belongs to the open activation's line; from here
   on, to the nested one's. */
static void charge_off_before(const struct lineprof_block *block)
{
    struct lineprof_frame *previous = open_previous(block->active);

    if (previous && !lprt_visit_was_running(previous))
        lprt_visit_charge_off(previous);
}

/* ---- Lots ---- */

/* Whether it is drawn, at the entry of a function whose calls are sampled. */
struct lots {
    bool call; /* this call is timed and stands for others */
    bool line; /* its first line's visit is timed */
};

static struct lots counted_down(const struct lineprof_block *block)
{
    const struct lineprof_counter *first =
        (const struct lineprof_counter *)(uintptr_t)block->first_counter;

    return (struct lots){.call = (int64_t)block->call_skip < 0,
                         .line = (int64_t)first->skip < 0};
}

static struct lots count_down(struct lineprof_block *block)
{
    if (!(block->flags & LPROF_BLOCK_CALLS_SAMPLED))
        return (struct lots){0};
    block->call_skip--;
    ((struct lineprof_counter *)(uintptr_t)block->first_counter)->skip--;
    return counted_down(block);
}

/* Calls that the time of this one stands for; LINEPROF_UNTIMED: it is not timed. */
static uint32_t weigh(struct lprt_thread *t, struct lineprof_block *block,
                      struct lots lots)
{
    if (!(block->flags & LPROF_BLOCK_CALLS_SAMPLED))
        return block->flags & LPROF_BLOCK_UNTIMED ? LINEPROF_UNTIMED : 1;
    if (lots.call) {
        block->call_skip = lprt_event_skip(t);
        return LPRT_LOTS;
    }
    return lprt_is_measured(open_previous(block->active)) ? 0 : LINEPROF_UNTIMED;
}

void lprt_frame_judge(const struct lineprof_function *function,
                      struct lineprof_block *block)
{
    if (!function->flags && function->site_count &&
        lprt_event_is_short(block->ticks, block->calls))
        block->flags |= LPROF_BLOCK_CALLS_SAMPLED;
}

/* ---- A new frame ---- */

/* What is to be opened. */
struct opening {
    const struct lineprof_function *function;
    struct lineprof_block *block;
    uint64_t cfa;
    struct entry entry;
    struct lots lots;
};

static void begin(struct lineprof_frame *frame, const struct lineprof_frame *caller,
                  const struct opening *o)
{
    const uint32_t flags = o->block->flags;
    const bool samples = flags & LPROF_BLOCK_CALLS_SAMPLED;

    if (frame->weight == LINEPROF_UNTIMED && !o->lots.line) {
        begin_untimed(frame, caller, samples ? lprt_costs.untimed_call : 0);
        return;
    }
    if (o->lots.line)
        lprt_counter_at(o->block, o->function->first_line)->skip = 0;
    /* Otherwise its visit has been counted down already. */
    if ((!samples || o->lots.line) && lprt_event_is_timed(frame, o->function->first_line))
        frame->line = o->function->first_line;
    begin_timed(frame, caller, &o->entry);
    if (lprt_frame_is_drawn(frame))
        frame->bias += lprt_costs.sampled_enter;
}

static struct lineprof_frame *open_frame(struct lprt_thread *t, const struct opening *o)
{
    struct lineprof_frame *frame = take_frame(t);

    if (!frame)
        return NULL;
    struct lineprof_frame *caller = open_below(t, frame);
    lprt_off_look(t);
    charge_off_before(o->block);
    lprt_frame_fill(t, frame, o->function, o->block, weigh(t, o->block, o->lots));
    if (!(o->function->flags & LINEPROF_FUNCTION_PART))
        count_call(t, frame, caller);
    begin(frame, caller, o);
    if (frame->weight != LINEPROF_UNTIMED)
        lprt_frame_measures(caller);
    LPRT_SIGNAL_FENCE();
    frame->cfa = o->cfa;
    return frame;
}

struct lineprof_frame *lprt_enter_slowly(struct lineprof_function *function, uint64_t cfa,
                                         uint64_t raw)
{
    const uint32_t id = function->id;
    if (!id)
        return NULL;
    if (lprt_modules_are_paused()) {
        lprt_modules_close(function);
        return NULL;
    }
    struct lprt_thread *t = lprt_self;
    lprt_reset_look(t, NULL);
    struct lineprof_block *block = id < t->block_count ? t->blocks[id] : &lprt_no_block;
    /* The first call on a thread makes all that is needed, calibration included: what
       was known of costs before it is of no use. */
    const struct entry entry = t->chunk ? entry_at(t, raw) : (struct entry){0};

    if (block == &lprt_no_block)
        block = lprt_thread_prepare(function);
    if (!block)
        return NULL;
    t = lprt_self;
    close_abandoned(t, cfa, function->flags & LINEPROF_FUNCTION_SAME_CFA, entry.began);
    const struct opening o = {function, block, cfa, entry, count_down(block)};
    return open_frame(t, &o);
}

struct lineprof_frame *lprt_enter_drawn(struct lineprof_function *function, uint64_t cfa)
{
    struct lprt_thread *t = lprt_self;
    struct lineprof_block *block = t->blocks[function->id];
    const struct opening o = {function, block, cfa, entry_at(t, lprt_clock_read()),
                              counted_down(block)};

    return open_frame(t, &o);
}

/* ---- Edges ---- */

struct lprof_edge *lprt_edge_find(struct lprt_thread *thread,
                                  struct lineprof_block *callee,
                                  const struct lineprof_frame *caller)
{
    struct lineprof_cell *cell = lprt_calling_cell(caller);
    struct lprof_edge *edge = NULL;

    if (caller->calling && cell != &thread->root_line.cell) {
        edge = lprt_edge_in(cell, callee->function);
        if (!edge)
            edge = lprt_chunk_add_edge(thread, cell, callee->function);
    }
    if (!edge)
        edge = &thread->root_edge;
    callee->caller = 0;
    LPRT_SIGNAL_FENCE();
    callee->edge = (uint64_t)(uintptr_t)edge;
    LPRT_SIGNAL_FENCE();
    callee->caller = (uint64_t)(uintptr_t)cell;
    return edge;
}
