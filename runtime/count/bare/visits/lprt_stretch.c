/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_stretch.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_leap.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_turn.h"
#include "count/bare/visits/lprt_charge.h"
#include "count/bare/visits/lprt_lot.h"
#include "count/bare/visits/lprt_rounds.h"
#include "count/bare/visits/lprt_told.h"
#include "count/bare/visits/lprt_trigger.h"
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_account.h"
#include "count/lprt_clock.h"
#include "count/lprt_counts.h"
#include "count/timing/lprt_budget.h"
#include "count/timing/lprt_unseen.h"
#include "store/lprt_config.h"

#include <stdatomic.h>

enum { LONG_LOOK_NS = 100000 }; /* asking the kernel takes some microseconds */

static uint64_t read_clock(void)
{
    return LPRT_LIKELY(lprt_clock_read == lprt_clock_read_ordered) ? lprt_stamp_ordered()
                                                                   : lprt_clock_read();
}

/* ---- Time ---- */

static uint64_t virtual_time(struct lineprof_frame *frame, uint64_t raw)
{
    const uint64_t now = raw - frame->bias;
    const uint64_t behind = frame->last - now;

    if (LPRT_LIKELY((int64_t)behind <= 0)) {
        if (LPRT_UNLIKELY(now - frame->last > LPRT_MAY_LEAP))
            lprt_leap_take_out(frame, now);
        return now;
    }
    if (behind > LPRT_MOST_BEHIND)
        frame->bias -= behind;
    return frame->last;
}

/* What was done since `raw` is no time of the program's, and what the visit has cost.  If
   the thread was off the processor that may have been after the clock was read, so it is
   read once more.  What the kernel did meanwhile is not what timing costs. */
static void leave_out(struct lineprof_frame *frame, uint64_t raw)
{
    uint64_t end = read_clock();
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;

    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame))) {
        lprt_off_leave_out(frame);
        end = read_clock();
    }
    const uint64_t cost =
        end - raw + __atomic_load_n(&lprt_costs.stretch, __ATOMIC_RELAXED);
    const uint64_t most = lprt_costs.short_visit;

    t->reading = end;
    frame->histogram += cost < most ? cost : most;
    lprt_add(&frame->bias, cost);
}

/* The kernel has been asked, and where the thread's turn was over it may have taken the
   processor away at that: then that is no longer the probe's, and counts as what others
   take.  Returns the reading that counts, of one before. */
static uint64_t behind_look(uint64_t raw)
{
    const uint64_t now = read_clock();

    return now - raw > lprt_clock_ticks(LONG_LOOK_NS) ? now : raw;
}

static uint64_t by_pointer(uint64_t what)
{
    return what & LINEPROF_VISIT_BY_POINTER ? LPRT_STRETCH_BY_POINTER : 0;
}

static bool is_question(uint64_t what)
{
    return (what & (LINEPROF_VISIT_KINDS | LINEPROF_VISIT_HIT)) == LINEPROF_VISIT_ASKS;
}

/* Where it is in the block. */
static uint64_t cell_of(const struct lineprof_block *block, uint64_t site)
{
    return LINEPROF_CELLS_AT((uint64_t)block->cell_count) +
           site * sizeof(struct lineprof_cell);
}

static void begin_line(struct lineprof_frame *frame, uint64_t what)
{
    const struct lineprof_block *block = lprt_block_of(frame);
    const uint64_t site = lprt_stretch_site(what);

    if (site >= block->cell_count)
        return;
    if (!(what & LINEPROF_VISIT_IN_LOOP) &&
        (what & LINEPROF_VISIT_KINDS) != LINEPROF_VISIT_LOOPS) {
        frame->measures = 0;
        frame->inner = 0;
    }
    frame->visit = (frame->visit & ~(uint64_t)LPRT_STRETCH_OF_LINE) |
                   (what & LINEPROF_VISIT_HIT ? LPRT_STRETCH_HIT : 0) |
                   (what & LINEPROF_VISIT_IN_LOOP ? LPRT_STRETCH_IN_LOOP : 0);
    frame->line = cell_of(block, site);
    frame->calling = frame->line;
    frame->visit |= by_pointer(what);
    if (what & LINEPROF_VISIT_CALLING)
        frame->visit |= LPRT_STRETCH_CALLS;
    struct lprt_lot *lot = lprt_stretch_lot(frame);
    if (LPRT_LIKELY(lot))
        lprt_window_begin_line((struct lprt_thread *)(uintptr_t)frame->thread, lot);
}

/* ---- A visit ---- */

/* What tells the activation from those inside it and around it: its CFA, or what lies
   between that and the stack pointer. */
static uint64_t cfa_of(const struct lineprof_visit_call *call, uint64_t stack)
{
    return call->offset & LINEPROF_HAS_CFA ? call->cfa : stack + sizeof(void *);
}

/* Its `frame` is NULL if there is no room. */
static struct lprt_stretch_way make_way(struct lprt_thread *t,
                                        const struct lineprof_function *function,
                                        uint64_t cfa, uint64_t raw)
{
    const struct lineprof_frame *top = lprt_frame_below(t, t->next);
    const uint32_t id = function->id;
    struct lprt_stretch_way way = {.function = function, .cfa = cfa, .raw = raw};

    if (LPRT_LIKELY(id < t->block_count && t->next != t->end && top->cfa > way.cfa &&
                    t->blocks[id] != &lprt_no_block)) {
        way.block = t->blocks[id];
        way.frame = t->next;
    } else {
        lprt_keeping_vectors(lprt_stretch_make_way, &way);
    }
    return way;
}

/* The frame is taken before anything is changed, so that a handler's go above it. */
void lprt_stretch_open(struct lprt_thread *t, const struct lprt_stretch_way *way)
{
    struct lineprof_frame *frame = way->frame;

    t->next = frame + 1;
    LPRT_SIGNAL_FENCE();
    lprt_frame_fill(t, frame, way->function, way->block, LINEPROF_UNTIMED);
    frame->bias = lprt_frame_below(t, frame)->bias;
    frame->node = lprt_frame_below(t, frame)->node;
    frame->last = way->raw - frame->bias;
    LPRT_SIGNAL_FENCE();
    frame->cfa = way->cfa;
    if (LPRT_UNLIKELY(lprt_heap_is_on))
        lprt_heap_frame_begins(frame);
}

static int64_t offset_of(const struct lineprof_visit_call *call)
{
    return call->offset & ~(int64_t)LINEPROF_HAS_CFA;
}

/* The count that has come up: that of this thread, once it is known. */
static struct lprof_count *find_count(struct lineprof_visit_call *call)
{
    const int64_t offset = offset_of(call);
    struct lprof_count *count = (struct lprof_count *)(uintptr_t)(call->base + offset);

    if (LPRT_LIKELY(!lprt_count_is_first(count)))
        return count;
    struct lprt_trigger_call first = {.amount = 1, .offset = offset, .base = call->base};
    lprt_keeping_vectors(lprt_counts_first, &first);
    call->base = first.base;
    return (struct lprof_count *)(uintptr_t)(first.base + offset);
}

static void look_elsewhere(struct lineprof_visit_call *call,
                           const struct lprof_count *count)
{
    struct lprt_trigger_call moved = {.offset = offset_of(call), .base = call->base};

    if (LPRT_LIKELY(!lprt_count_is_elsewhere(lprt_self, count)))
        return;
    lprt_keeping_vectors(lprt_counts_move, &moved);
    call->base = moved.base;
}

/* What one line calls through pointers, most of the time; the others are not noted. */
enum { MOST_CALLEES = 32 };

/* Calls through pointers are not counted: that it was made is all that is said of one. */
static void note_caller(const struct lineprof_frame *caller,
                        const struct lineprof_frame *frame)
{
    if (LPRT_LIKELY(!lprt_told_is_by_pointer(caller)))
        return;
    struct lprof_edge *edge =
        (struct lprof_edge *)(uintptr_t)lprt_calling_cell(caller)->edges;
    const uint64_t callee = lprt_block_of(frame)->function;
    int others = 0;
    for (; edge && edge->function != callee; others++)
        edge = (struct lprof_edge *)(uintptr_t)edge->next;
    if (edge)
        lprt_add(&edge->calls, 1);
    else if (others < MOST_CALLEES)
        lprt_keeping_vectors(lprt_stretch_add_edge, NULL);
}

static void open_visit(struct lprt_thread *t, const struct lprt_stretch_way *way)
{
    const struct lineprof_frame *caller = lprt_frame_below(t, way->frame);

    lprt_charge_note_inside(caller);
    lprt_stretch_open(t, way);
    note_caller(caller, way->frame);
}

bool lprt_stretch_begin(struct lineprof_visit_call *call, uint64_t stack)
{
    uint64_t raw = read_clock();
    struct lprof_count *count = find_count(call);
    struct lprt_thread *t = lprt_self;
    const struct lprt_lot_place place = lprt_lot_find(t, count);

    lprt_count_look_around(raw);
    struct lprt_stretch_way way = {0};
    if (place.lot && lprt_config_mode(LINEPROF_MODE_ADAPTIVE) != LINEPROF_MODE_HITS)
        way = make_way(t, place.function, cfa_of(call, stack), raw);
    struct lineprof_frame *frame = way.frame;
    if (!frame) {
        lprt_count_renew(count);
        look_elsewhere(call, count);
        return false;
    }
    if (frame == t->next)
        open_visit(t, &way);
    else /* it is open: it has not been ended, and control came back from elsewhere */
        lprt_charge_line(frame, virtual_time(frame, raw));
    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame))) {
        lprt_visit_charge_off(frame, frame->last);
        raw = behind_look(raw);
    }
    const uint64_t now = virtual_time(frame, raw);
    frame->visit = (uint64_t)(uintptr_t)place.lot |
                   lprt_stretch_tag(place.what) << LPRT_STRETCH_TAG_SHIFT |
                   (place.what & LINEPROF_VISIT_MAY_LAST ? LPRT_STRETCH_MAY_LAST : 0);
    frame->histogram = 0;
    lprt_window_begin(t, place.lot, now);
    frame->entry = lprt_lot_draw(t, place.lot, count, frame) << LPRT_STRETCH_TICKS_BITS;
    begin_line(frame, place.what & ~(uint64_t)LINEPROF_VISIT_MAY_LAST);
    frame->last = now;
    leave_out(frame, raw);
    return true;
}

static void end_visit(struct lprt_thread *t, const struct lineprof_frame *frame)
{
    struct lprt_lot *lot = lprt_stretch_lot(frame);

    lprt_budget_spend(t, frame->histogram);
    if (lot) {
        lot->cost += frame->histogram;
        lot->times++;
    }
}

static void end(struct lprt_thread *t, struct lineprof_frame *frame)
{
    struct lineprof_frame *caller = lprt_frame_below(t, frame);

    if (LPRT_UNLIKELY(lprt_heap_is_on))
        lprt_heap_frame_ends(frame);
    if (LPRT_UNLIKELY(!caller->cfa || (frame == t->begin && t->below != &t->root))) {
        lprt_keeping_vectors(lprt_stretch_close, NULL);
        return;
    }
    frame->cfa = 0;
    LPRT_SIGNAL_FENCE();
    lprt_block_of(frame)->active = frame->previous;
    caller->bias = frame->bias;
    t->record->bias = frame->bias;
    t->record->last = frame->last;
    t->record->top = frame == t->begin ? 0 : (uint64_t)(uintptr_t)caller;
    LPRT_SIGNAL_FENCE();
    t->next = frame;
}

/* That of the function's open visit; NULL if none is. */
static struct lineprof_frame *find_open(struct lprt_thread *t, uint64_t tag,
                                        uint64_t stack)
{
    struct lineprof_frame *top;

    if (LPRT_UNLIKELY(!t->chunk))
        return NULL;
    top = lprt_frame_below(t, t->next);
    if (LPRT_LIKELY(top->cfa > stack && lprt_stretch_is_of(top, tag)))
        return top;
    if (top == &t->root)
        return NULL;
    struct lprt_stretch_way way = {.tag = tag, .cfa = stack};
    lprt_keeping_vectors(lprt_stretch_find, &way);
    return way.frame;
}

/* Nothing was called since an iteration of the loop was timed. */
static struct lineprof_frame *find_looping(struct lprt_thread *t, uint64_t stack)
{
    struct lineprof_frame *top;

    if (LPRT_UNLIKELY(!t->chunk))
        return NULL;
    top = lprt_frame_below(t, t->next);
    return top->cfa > stack && lprt_block_of(top)->flags & LPROF_BLOCK_WEIGHTED &&
                   top->visit & LPRT_STRETCH_IN_LOOP
               ? top
               : NULL;
}

/* No more than there are, whoever tells. */
static uint64_t sites_of_loop(const struct lineprof_frame *frame, uint64_t what)
{
    const uint64_t rest = lprt_block_of(frame)->cell_count - lprt_stretch_site(what);
    const uint64_t told = lprt_stretch_tag(what);

    return frame->line ? (told < rest ? told : rest) : 0;
}

/* If the thread has been interrupted, the kernel is asked for how long.  What others have
   while it is asked is as much the line's as before.  Returns the reading with which the
   line ends. */
static uint64_t reading_behind_others(struct lprt_thread *t,
                                      const struct lineprof_frame *frame, uint64_t raw)
{
    const uint64_t before = t->off_ns;

    if (LPRT_LIKELY(lprt_visit_was_running(frame)))
        return raw;
    lprt_off_look(t);
    /* While the line was in a call, it may have been what is called that did not run.  A
       loop's rest may call small functions, whose visits have looked meanwhile. */
    if (frame->line && !lprt_told_is_in_call(frame) && !lprt_unseen_waited(t, before))
        lprt_unseen_claim(t, t->off_ns - (frame->excluded ? frame->off_ns : before));
    return behind_look(raw);
}

/* Frames whose functions lay further in than where control is now. */
static void end_left(uint64_t stack)
{
    struct lprt_thread *t = lprt_self;

    if (!t->chunk)
        return;
    const struct lineprof_frame *top = lprt_frame_below(t, t->next);
    if (top != &t->root && top->cfa <= stack)
        lprt_keeping_vectors(lprt_stretch_catch, &stack);
}

/* A loop begins. */
static bool answer(struct lineprof_frame *frame, uint64_t what)
{
    struct lineprof_block *block = lprt_block_of(frame);
    const uint64_t site = lprt_stretch_site(what);

    frame->measures = 0;
    frame->inner = 0;
    if (site >= block->cell_count ||
        !lprt_rounds_begin(frame, lprt_cell_at(block, cell_of(block, site))))
        return false;
    frame->visit |= LPRT_STRETCH_IN_LOOP;
    return true;
}

bool lprt_stretch_tell(const int64_t *call, uint64_t stack)
{
    uint64_t raw = read_clock();
    const uint64_t what = (uint64_t)*call;

    if (LPRT_UNLIKELY(what == LINEPROF_VISIT_CAUGHT)) {
        end_left(stack);
        return false;
    }
    const bool asks = is_question(what);
    const bool loops = !asks && (what & LINEPROF_VISIT_KINDS) == LINEPROF_VISIT_LOOPS;
    bool said = false;
    struct lprt_thread *t = lprt_self;
    struct lineprof_frame *frame =
        loops ? find_looping(t, (uint64_t)(uintptr_t)call)
              : find_open(t, lprt_stretch_tag(what), (uint64_t)(uintptr_t)call);

    if (!frame)
        return false;
    lprt_turn_look(t, frame, raw);
    raw = reading_behind_others(t, frame, raw);
    const uint64_t now = virtual_time(frame, raw);
    const uint64_t kind = what & LINEPROF_VISIT_KINDS;
    if (kind == LINEPROF_VISIT_CALLS || kind == LINEPROF_VISIT_RETURNS) {
        lprt_charge_turn(frame, now, kind == LINEPROF_VISIT_CALLS);
        frame->visit |= by_pointer(what);
        leave_out(frame, raw);
        return false;
    }
    lprt_charge_line(frame, now);
    frame->last = now;
    frame->line = 0;
    switch (kind) {
    case LINEPROF_VISIT_ENDS:
        leave_out(frame, raw);
        end_visit(t, frame);
        end(t, frame);
        return false;
    case LINEPROF_VISIT_LOOPS:
        if (asks) {
            said = answer(frame, what);
            break;
        }
        begin_line(frame, what);
        frame->excluded = sites_of_loop(frame, what);
        break;
    case LINEPROF_VISIT_LINE:
        begin_line(frame, what);
        break;
    default:
        break;
    }
    leave_out(frame, raw);
    return said;
}

void lprt_stretch_look(const int64_t *what, uint64_t stack)
{
    (void)what;
    (void)stack;
    read_clock();
    read_clock();
}

void lprt_stretch_part(const struct lineprof_block *block, bool begins)
{
    struct lprt_thread *t = lprt_self;
    struct lineprof_frame *top = t->chunk ? lprt_frame_below(t, t->next) : &t->root;
    const bool rests = !top->line && top->excluded;

    if (top == &t->root || lprt_block_of(top) != block ||
        !(rests || (begins && top->line)))
        return;
    if (rests) {
        top->excluded += begins ? 1 : UINT64_MAX;
        if (top->excluded)
            return;
    }
    uint64_t raw = read_clock();
    lprt_turn_look(t, top, raw);
    raw = reading_behind_others(t, top, raw);
    const uint64_t now = virtual_time(top, raw);
    lprt_charge_line(top, now);
    top->last = now;
    if (begins) {
        top->line = 0;
        top->excluded = 1;
    } else {
        top->line = top->calling;
        top->visit &= ~(uint64_t)LPRT_STRETCH_HIT;
    }
    leave_out(top, raw);
}

/* ---- Ends of loops ---- */

void lprt_stretch_end_loop(const struct lineprof_block *block,
                           const struct lprt_rounds *rounds)
{
    struct lprt_thread *t = lprt_self;
    struct lineprof_frame *top = t->chunk ? lprt_frame_below(t, t->next) : &t->root;

    if (top == &t->root || lprt_block_of(top) != block || !top->line ||
        !(top->excluded || top->visit & LPRT_STRETCH_IN_LOOP) || !rounds->lines.count)
        return;
    uint64_t raw = read_clock();
    lprt_turn_look(t, top, raw);
    raw = reading_behind_others(t, top, raw);
    const uint64_t now = virtual_time(top, raw);
    lprt_rounds_end(top, now, rounds);
    top->last = now;
    top->line = 0;
    leave_out(top, raw);
}
