/* SPDX-License-Identifier: MIT */
/*
 * Opening frames in the cases that the hot path leaves: first calls, calls and lines that
 * are drawn by lot, functions with flags, the ends of chunks; before that, whatever was
 * abandoned is closed.
 */
#include "count/lprt_enter.h"
#include "base/lprt_lock.h"
#include "base/lprt_stack.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_abandoned.h"
#include "count/lprt_account.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_cut.h"
#include "count/lprt_frame.h"
#include "count/lprt_loose.h"
#include "count/lprt_modules.h"

static struct lprof_edge *edge_of(struct lprt_thread *t, struct lineprof_block *callee,
                                  const struct lineprof_frame *caller)
{
    return lprt_edge_is_known(callee, caller) ? lprt_edge_known(callee)
                                              : lprt_edge_find(t, callee, caller);
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

    while (frame != &t->root &&
           lprt_stack_is_left(&t->own, frame->cfa, cfa, may_be_equal))
        frame = lprt_frame_step(t, &chunk, frame);
    if (frame != top)
        lprt_abandoned_close(t, frame, began);
}

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
    return (struct entry){began, lprt_frame_open_below(t, t->next)->bias};
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

/* Where the caller's line is timed, the way here is left out of that, as long as it is.
 */
static void begin_untimed(struct lineprof_frame *frame,
                          const struct lineprof_frame *caller, const struct entry *entry,
                          uint64_t cost)
{
    const bool is_timed = caller->line && lprt_clock_kind() != LINEPROF_CLOCK_COUNT;

    frame->bias =
        cost + (is_timed ? bias_after(entry, caller, lprt_clock_read()) : caller->bias);
    frame->last = 0;
    frame->entry = 0;
}

static void count_call(struct lprt_thread *t, const struct lineprof_frame *frame,
                       const struct lineprof_frame *caller)
{
    struct lineprof_block *block = lprt_block_of(frame);

    lprt_add(&block->calls, 1);
    if (!lprt_frame_open_previous(frame->previous))
        lprt_add(&block->primitive_calls, 1);
    lprt_add(&edge_of(t, block, caller)->calls, 1);
}

static void begin_node(struct lprt_thread *t, struct lineprof_frame *frame,
                       const struct lineprof_frame *caller, bool is_call)
{
    struct lineprof_block *block = lprt_block_of(frame);
    struct lprof_edge *edge = is_call ? edge_of(t, block, caller) : &t->root_edge;
    struct lprof_node *node = lprt_node_known(caller, edge, block->function);

    if (!node)
        node = lprt_node_beside(caller, edge, block->function);
    if (!node)
        node = lprt_node_find(t, caller, edge, block->function);
    if (is_call)
        lprt_add(&node->calls, 1);
    lprt_node_begin(frame, node);
}

/* What the thread did not run so far belongs to the open activation's line; from here
   on, to the nested one's. */
static void charge_off_before(const struct lineprof_block *block)
{
    struct lineprof_frame *previous = lprt_frame_open_previous(block->active);

    if (previous && !lprt_visit_was_running(previous))
        lprt_visit_charge_off_within(previous);
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
        const uint64_t mean = lprt_event_lots(t);
        block->call_skip = lprt_event_skip(t, mean);
        return (uint32_t)mean;
    }
    return lprt_is_measured(lprt_frame_open_previous(block->active)) ? 0
                                                                     : LINEPROF_UNTIMED;
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
        begin_untimed(frame, caller, &o->entry, samples ? lprt_costs.untimed_call : 0);
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
    struct lineprof_frame *caller = lprt_frame_open_below(t, frame);
    lprt_off_look(t);
    charge_off_before(o->block);
    lprt_frame_fill(t, frame, o->function, o->block, weigh(t, o->block, o->lots));
    const bool is_call = !(o->function->flags & LINEPROF_FUNCTION_PART);
    if (is_call)
        count_call(t, frame, caller);
    begin_node(t, frame, caller, is_call);
    begin(frame, caller, o);
    if (frame->weight != LINEPROF_UNTIMED)
        lprt_frame_measures(caller);
    LPRT_SIGNAL_FENCE();
    frame->cfa = o->cfa;
    return frame;
}

/* ---- On fibers ---- */

/* Where a new thread's stack is says whether it is on that. */
static struct lprt_thread *registered(void)
{
    struct lprt_guard guard;

    if (LPRT_LIKELY(lprt_self->chunk != NULL))
        return lprt_self;
    if (lprt_cut_has_happened())
        return NULL;
    lprt_lock_take(&guard);
    (void)lprt_thread_register();
    lprt_lock_release(&guard);
    return lprt_self->chunk ? lprt_self : NULL;
}

/* Or on a stack for signals, which the next fiber may be made of: a handler is gone back
   to after it was left, and its frame must not be another's by then. */
static bool is_on_fiber(uint64_t cfa)
{
    struct lprt_thread *t = registered();

    return t && !lprt_stack_is_own(&t->own, cfa);
}

static struct lineprof_frame *enter_loose(const struct lineprof_function *function,
                                          uint64_t cfa)
{
    const struct lprt_thread *t = lprt_self;
    struct lineprof_block *block = function->id < t->loose_count && t->block_count
                                       ? t->loose_blocks[function->id]
                                       : &lprt_no_block;

    if (block == &lprt_no_block)
        block = lprt_thread_prepare_loose(function);
    return block ? lprt_loose_enter(function, block, cfa) : NULL;
}

/* ---- Entries ---- */

struct lineprof_frame *lprt_enter_slowly(struct lineprof_function *function, uint64_t cfa,
                                         uint64_t raw)
{
    const uint32_t id = function->id;
    if (!id)
        return NULL;
    struct lprt_thread *t = lprt_self;
    lprt_turn_look(t, NULL, raw);
    if (lprt_modules_are_paused()) {
        lprt_modules_close(function);
        return NULL;
    }
    /* The first call on a thread makes all that is needed, calibration included: what
       was known of costs before it is of no use. */
    const struct entry entry = t->chunk ? entry_at(t, raw) : (struct entry){0};

    if (is_on_fiber(cfa))
        return enter_loose(function, cfa);
    t = lprt_self;
    struct lineprof_block *block = id < t->block_count ? t->blocks[id] : &lprt_no_block;
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
