/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_stretch.h"
#include "count/bare/lprt_few.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_lasting.h"
#include "count/bare/lprt_leap.h"
#include "count/bare/lprt_lot.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_trigger.h"
#include "count/bare/lprt_turn.h"
#include "count/bare/lprt_window.h"
#include "count/lprt_account.h"
#include "count/lprt_clock.h"
#include "count/lprt_counts.h"
#include "count/timing/lprt_budget.h"
#include "count/timing/lprt_shares.h"
#include "count/timing/lprt_tick.h"
#include "count/timing/lprt_unseen.h"
#include "store/lprt_config.h"

#include <stdatomic.h>

enum {
    PART_OF_VISITS = 16, /* so far: no more are passed over until the next */
    PART_OF_TIME = 64,   /* that timing a stretch is to cost at most */
    PART_OF_CALLED = 16, /* of the time of calls, which counts there */
    LINES_OF_STRETCH = 4,
    LINES_OF_FIRST = 128, /* so many come from the iterations that are always timed */
    LATE_COUNTS = 32,     /* times as much as one of these */
    TIMES_ENOUGH = 16,    /* to say whether it often happens in a visit, */
    PART_BITS = 10,
    PART_OFF = 16,         /* which it does in one of so many or more */
    LONG_LOOK_NS = 100000, /* asking the kernel takes some microseconds */
    MOST_SKIPPED = 4096,
    MOST_SKIPPED_EVER = 16384,  /* where timing costs too much; twice that is a weight */
    MOST_SKIPPED_LASTING = 512, /* of what may last: calls of something unknown, loops */
    MOST_TOGETHER = 512, /* of those that are as long as the limit for one: what more they
                           take counts once */
};

#define LOT        ((UINT64_C(1) << LPRT_STRETCH_TAG_SHIFT) - 1)
#define MOST_TICKS ((UINT64_C(1) << LPRT_STRETCH_TICKS_BITS) - 1)

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

/* What was done since `raw` is no time of the program's.  If the thread was off the
   processor that may have been after the clock was read, so it is read once more. */
static void leave_out(struct lineprof_frame *frame, uint64_t raw)
{
    uint64_t end = read_clock();
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;

    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame))) {
        lprt_off_leave_out(frame);
        end = read_clock();
    }
    t->reading = end;
    lprt_add(&frame->bias, end - raw + lprt_costs.stretch);
}

/* ---- Lines ---- */

static uint64_t weight_of(const struct lineprof_frame *frame)
{
    const uint64_t weight = frame->entry >> LPRT_STRETCH_TICKS_BITS;

    return weight ? weight : 1;
}

static bool may_last(const struct lineprof_frame *frame)
{
    return frame->visit & LPRT_STRETCH_MAY_LAST && lprt_lasting_ns();
}

/* What stands for others is cut, so that none stands for much.  What may last, where
   lprt_lasting.h begins, or earlier; else the more it stands for, the earlier. */
static uint64_t most_of(const struct lineprof_frame *frame)
{
    const uint64_t weight = weight_of(frame);
    const bool lasts = may_last(frame);
    const uint64_t most =
        lasts ? lprt_clock_ticks(lprt_lasting_ns()) : lprt_costs.outlier;

    return lasts && weight < MOST_TOGETHER ? most : most * MOST_TOGETHER / weight;
}

/* Of a visit that the tick may see, if it is not timed (lprt_lasting.c), what it does not
   say: all up to where that begins, of twice that nothing. */
static uint64_t unseen_by_tick(uint64_t ticks)
{
    const uint64_t lasting = lprt_clock_ticks(lprt_lasting_ns());

    return ticks < lasting ? ticks : ticks < 2 * lasting ? 2 * lasting - ticks : 0;
}

/* The line has called something. */
static bool has_told(const struct lineprof_frame *frame)
{
    return (frame->visit & LPRT_STRETCH_CALLS) | (frame->entry & MOST_TICKS);
}

/* What others take while it is not timed, it claims. */
static bool is_watched(const struct lineprof_frame *frame)
{
    return frame->visit & LPRT_STRETCH_WATCHED && !has_told(frame) && lprt_lasting_ns();
}

/* What the visit's time of that line, or a part of it, stands for. */
static uint64_t weigh(const struct lineprof_frame *frame, uint64_t ticks, bool is_watched)
{
    const uint64_t weight = weight_of(frame);

    return is_watched
               ? ticks * weight
               : lprt_unseen_weigh((const struct lprt_thread *)(uintptr_t)frame->thread,
                                   ticks, weight);
}

/* A visit's time, of which `beyond` stands for itself alone. */
static void add_ticks(const struct lineprof_frame *frame, struct lineprof_cell *cell,
                      uint64_t ticks, uint64_t beyond, bool is_watched)
{
    const uint64_t weight = weight_of(frame);

    if (weight == 1 && !cell->drawn) {
        lprt_add(&cell->ticks, ticks + beyond);
        return;
    }
    const uint64_t stands_for = weigh(frame, ticks, is_watched);
    if (is_watched)
        lprt_unseen_note_watched((struct lprt_thread *)(uintptr_t)frame->thread,
                                 ticks * weight);
    lprt_add(&cell->sampled, 1);
    lprt_add(&cell->drawn, weight);
    lprt_add(&cell->sampled_ticks, stands_for);
    lprt_add(&cell->off_ns, lprt_clock_ns(stands_for - ticks * weight));
    lprt_visit_add_square(cell, ticks * weight);
    if (beyond)
        lprt_add(&cell->ticks, beyond);
}

/* It has been begun, not gone on with. */
static void count_visit(const struct lineprof_frame *frame, struct lineprof_cell *cell,
                        uint64_t ticks)
{
    struct lineprof_block *block = lprt_block_of(frame);

    lprt_visit_note(cell, ticks);
    lprt_few_count(block, lprt_counter_at(block, frame->line), lprt_visit_bucket(ticks));
}

/* What was called in the rest of a loop: as a rule the same part as in iterations that
   were timed one by one. */
static void add_called_in_rest(const struct lineprof_frame *frame,
                               struct lineprof_cell *cell, uint64_t ticks,
                               uint64_t beyond)
{
    uint64_t all = cell->ticks + cell->sampled_ticks;
    uint64_t called = cell->child_ticks;

    if (LPRT_LIKELY(!called))
        return;
    while (called >> 32) {
        called >>= 1;
        all >>= 1;
    }
    const uint64_t parts = (called << PART_BITS) / (all ? all : 1);
    const uint64_t part = parts < 1 << PART_BITS ? parts : 1 << PART_BITS;
    lprt_add(&cell->child_ticks,
             (weigh(frame, ticks, false) + beyond) * part >> PART_BITS);
}

/* The rest of a loop. */
static void share_out(const struct lineprof_frame *frame, struct lineprof_cell *cells,
                      uint64_t ticks, uint64_t beyond)
{
    const struct lprt_shares shares = lprt_shares_of(cells, frame->excluded);

    for (uint64_t i = 0; i < shares.count; i++) {
        const uint64_t part = lprt_share(&shares, i, ticks);
        const uint64_t more = lprt_share(&shares, i, beyond);
        if (!part)
            continue;
        add_called_in_rest(frame, &cells[i], part, more);
        add_ticks(frame, &cells[i], part, more, false);
    }
}

static struct lprt_lot *lot_of(const struct lineprof_frame *frame)
{
    struct lprt_lot *lot = (struct lprt_lot *)(uintptr_t)(frame->visit & LOT &
                                                          ~(uint64_t)LPRT_STRETCH_FLAGS);

    return lot && lot->ticks <= INT64_MAX / MOST_SKIPPED
               ? lot
               : NULL; /* it is known well enough */
}

/* How long the line is counts for how often it is worth timing.  Less what a reading
   costs: what is shorter seems longer than it is where nobody times it, as the processor
   then does it beside other work.
   called   part of it that was in calls, which are timed where they go, if they may be:
            those through pointers nobody else bounds */
static void note_ticks(const struct lineprof_frame *frame, uint64_t ticks,
                       uint64_t called)
{
    struct lprt_lot *lot = lot_of(frame);
    const uint64_t part = frame->visit & LPRT_STRETCH_BY_POINTER ? 1 : PART_OF_CALLED;
    const uint64_t counts = ticks - called + called / part;

    if (lot && counts > lprt_costs.line)
        lot->ticks += counts - lprt_costs.line;
}

/* ---- What lines call ---- */

static uint64_t ticks_until(const struct lineprof_frame *frame, uint64_t now)
{
    return (int64_t)(now - frame->last) > 0 ? now - frame->last : 0;
}

/* The part of the line's time so far that it is not in now: what it has called, or in a
   call what it took itself. */
static uint64_t other_part(const struct lineprof_frame *frame, uint64_t ticks)
{
    const uint64_t part = frame->entry & MOST_TICKS;

    return part < ticks ? part : ticks;
}

/* Others had the processor for a moment, and often have in the visits of that lot: it is
   likely to have been for something that the line did, as waking another thread.  Other
   programs take longer turns, and as a rule find something else. */
static bool is_own_doing(const struct lineprof_frame *frame, uint64_t off_ns)
{
    struct lprt_lot *lot = lot_of(frame);

    if (!lot || off_ns >= LPROF_LASTS_NS)
        return false;
    lot->shortly_off++;
    return lot->times >= TIMES_ENOUGH && lot->shortly_off >= lot->times / PART_OFF;
}

/* That has been counted once, and stands for others. */
static void weigh_off(const struct lineprof_frame *frame, uint64_t off_ns)
{
    const uint64_t others = weight_of(frame) - 1;
    struct lineprof_cell *cell = lprt_cell_at(lprt_block_of(frame), frame->line);
    const uint64_t ticks = lprt_clock_ticks(off_ns);

    lprt_unseen_claim((struct lprt_thread *)(uintptr_t)frame->thread,
                      off_ns * (others + 1));
    if (!others || !cell->drawn)
        return;
    lprt_add(&cell->sampled_ticks, ticks * others);
    lprt_add(&cell->off_ns, off_ns * others);
    lprt_visit_add_square(cell, ticks * others);
    if (frame->visit & LPRT_STRETCH_CALLS)
        lprt_add(&cell->child_ticks, ticks * others);
}

/* The thread did not run: what is sampled has begun later by that, so a call's part of it
   is counted here.  Returns ticks that others have taken, by no doing of the line's. */
static uint64_t charge_off(struct lineprof_frame *frame, uint64_t now)
{
    const struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    const uint64_t begun = frame->last;
    const uint64_t off_before = frame->off_ns;

    lprt_visit_charge_off(frame, now);
    if (frame->line && frame->visit & LPRT_STRETCH_CALLS)
        lprt_add(&lprt_cell_at(lprt_block_of(frame), frame->line)->child_ticks,
                 frame->last - begun);
    const uint64_t off = frame->off_ns - off_before;
    if (lprt_unseen_waited(t, off_before))
        return 0;
    if (frame->line && is_own_doing(frame, off)) {
        weigh_off(frame, off);
        return 0;
    }
    return lprt_clock_ticks(off);
}

static void turn_to(struct lineprof_frame *frame, uint64_t now, bool calls)
{
    if (!frame->line || calls == ((frame->visit & LPRT_STRETCH_CALLS) != 0))
        return;
    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame)))
        charge_off(frame, now);
    const uint64_t ticks = ticks_until(frame, now);
    const uint64_t part = ticks - other_part(frame, ticks);
    frame->entry = (frame->entry & ~MOST_TICKS) | (part < MOST_TICKS ? part : MOST_TICKS);
    frame->visit ^= LPRT_STRETCH_CALLS;
}

/* Of the line's time what it did not call. */
static uint64_t own_part(const struct lineprof_frame *frame, uint64_t ticks)
{
    const uint64_t part = other_part(frame, ticks);

    return frame->visit & LPRT_STRETCH_CALLS ? part : ticks - part;
}

/* Of the line's time, which is weighted up to `cut`, as add_ticks() has it. */
static void add_called(struct lineprof_frame *frame, struct lineprof_cell *cell,
                       uint64_t ticks, uint64_t cut)
{
    const uint64_t own = own_part(frame, ticks);
    const uint64_t within = own < cut ? own : cut;

    if (own < ticks)
        lprt_add(&cell->child_ticks,
                 weigh(frame, cut - within, false) + (ticks - cut) - (own - within));
    frame->entry &= ~MOST_TICKS;
    frame->visit &= ~LPRT_STRETCH_CALLS;
}

/* Of a visit's time what its weight goes for. */
static uint64_t cut_of(const struct lineprof_frame *frame, uint64_t ticks)
{
    const uint64_t shortest = lprt_costs.short_visit;

    if (LPRT_LIKELY(ticks < shortest) || weight_of(frame) == 1)
        return ticks;
    const uint64_t most = lprt_lasting_was_ticked(ticks) ? shortest : most_of(frame);
    const uint64_t part = may_last(frame) ? unseen_by_tick(ticks) : ticks;
    return part < most ? part : most;
}

/* What the visits of that length lack in which the tick came, which are cut. */
static uint64_t lacking(const struct lineprof_frame *frame, uint64_t ticks, uint64_t cut)
{
    const uint64_t period = lprt_clock_ticks(lprt_tick_period_ns());
    const uint64_t shortest = lprt_costs.short_visit;

    if (LPRT_LIKELY(ticks < shortest) || cut < ticks || weight_of(frame) == 1 ||
        ticks >= lprt_clock_ticks(lprt_lasting_ns()))
        return 0;
    return (ticks - shortest) * ticks / (period - ticks);
}

void lprt_stretch_foresee(const struct lineprof_frame *frame, uint64_t now,
                          struct lineprof_cell *cell)
{
    struct lineprof_frame copy = *frame;
    const uint64_t ticks = ticks_until(frame, now);
    const uint64_t cut = cut_of(frame, ticks);

    add_called(&copy, cell, ticks, cut);
    add_ticks(&copy, cell, cut + lacking(frame, ticks, cut), ticks - cut,
              is_watched(frame));
}

/* One of a loop's that are timed, by which the rest is shared out: the first ones are
   less like that than those that come later. */
static void note_iteration(struct lineprof_frame *frame, struct lineprof_cell *cell,
                           uint64_t ticks)
{
    const uint64_t part = ticks < lprt_costs.outlier ? ticks : lprt_costs.outlier;
    const bool is_late = ++frame->measures > LINES_OF_FIRST;

    frame->inner += ticks;
    lprt_add(&cell->variance, is_late ? part * LATE_COUNTS : part);
}

static void note_in_window(struct lineprof_frame *frame, uint64_t own, uint64_t now)
{
    struct lprt_lot *lot = lot_of(frame);

    if (LPRT_LIKELY(lot))
        lprt_window_add(frame, lot, own, has_told(frame), now);
}

/* Up to now; what the thread did not run of it has been charged.
   worth    of its time since the line became current, what makes it worth timing: with
            waits, without what others took */
static void charge_line(struct lineprof_frame *frame, uint64_t worth, uint64_t now)
{
    struct lineprof_cell *cell = lprt_cell_at(lprt_block_of(frame), frame->line);
    const uint64_t ticks = ticks_until(frame, now);
    const uint64_t cut = cut_of(frame, ticks);
    const uint64_t more = lacking(frame, ticks, cut);
    const uint64_t called = ticks - own_part(frame, ticks);
    const bool watched = is_watched(frame);
    note_in_window(frame, ticks - called < cut ? ticks - called : cut, now);
    if ((int64_t)(worth - called) > 0)
        note_ticks(frame, worth, called);
    if (has_told(frame))
        add_called(frame, cell, ticks, cut);
    if (LPRT_UNLIKELY(frame->excluded)) {
        share_out(frame, cell, cut + more, ticks - cut);
        frame->excluded = 0;
        return;
    }
    add_ticks(frame, cell, cut + more, ticks - cut, watched);
    if (frame->visit & LPRT_STRETCH_IN_LOOP)
        note_iteration(frame, cell, ticks);
    if (frame->visit & LPRT_STRETCH_HIT)
        count_visit(frame, cell, ticks);
}

static void end_line(struct lineprof_frame *frame, uint64_t now)
{
    const uint64_t passed = now - frame->last;
    uint64_t taken = 0;

    lprt_stretch_note(lprt_block_of(frame));
    lprt_heap_look(frame);
    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame)))
        taken = charge_off(frame, now);
    if (frame->line)
        charge_line(frame, passed - taken, now);
}

void lprt_stretch_end_left(struct lineprof_frame *frame, uint64_t now)
{
    lprt_stretch_note(lprt_block_of(frame));
    if (frame->line)
        charge_line(frame, now - frame->last, now);
}

void lprt_stretch_charge(struct lineprof_frame *frame, uint64_t now)
{
    const uint64_t calls = frame->visit & LPRT_STRETCH_CALLS;

    end_line(frame, now);
    frame->visit = (frame->visit & ~(uint64_t)LPRT_STRETCH_HIT) | calls;
}

static uint64_t by_pointer(uint64_t what)
{
    return what & LINEPROF_VISIT_BY_POINTER ? LPRT_STRETCH_BY_POINTER : 0;
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
    frame->line = LINEPROF_CELLS_AT((uint64_t)block->cell_count) +
                  site * sizeof(struct lineprof_cell);
    frame->calling = frame->line;
    frame->visit |= by_pointer(what);
    if (what & LINEPROF_VISIT_CALLING)
        frame->visit |= LPRT_STRETCH_CALLS;
    struct lprt_lot *lot = lot_of(frame);
    if (LPRT_LIKELY(lot))
        lprt_window_begin_line((struct lprt_thread *)(uintptr_t)frame->thread, lot);
}

/* ---- Lots ---- */

static uint64_t most_skipped(const struct lineprof_frame *frame)
{
    return frame->visit & LPRT_STRETCH_MAY_LAST ? MOST_SKIPPED_LASTING : MOST_SKIPPED;
}

/* What the kernel's tick has seen to last in a function, for a visit of one of its
   stretches, to which any part of it may belong. */
static uint64_t lasted_of(const struct lineprof_block *block, uint64_t visits)
{
    const uint64_t stretches = block->cell_count / LINES_OF_STRETCH + 1;

    return visits ? block->caller / stretches / visits : 0;
}

/* Visits until the next one that is timed, with that: the more of them there have been,
   and the less they take compared with what timing them does, the more.  What all of it
   costs together depends on how much is called, so that is looked at, too
   (lprt_budget.h). */
static uint64_t draw(struct lprt_thread *t, const struct lprt_lot *lot, uint64_t visits,
                     const struct lineprof_frame *frame)
{
    const uint64_t ticks =
        lot->ticks + lasted_of(lprt_block_of(frame), visits) * lot->times;
    const uint64_t worth = PART_OF_TIME * lot->cost;
    const uint64_t most = most_skipped(frame);
    uint64_t mean = visits / PART_OF_VISITS;

    if (!lot->cost) /* nor is it known yet how long it takes */
        return 1;
    if (mean > most)
        mean = most;
    mean = lprt_budget_lots(t, mean ? mean : 1);
    if (mean > MOST_SKIPPED_EVER)
        mean = MOST_SKIPPED_EVER;
    if (ticks && mean > worth / ticks)
        mean = worth / ticks;
    return mean > 1 ? 1 + lprt_event_skip(t, mean) : 1;
}

/* The weight of this visit: it stands for half of those that were passed over before it,
   and half of those that will be after it. */
static uint64_t draw_next(struct lprt_thread *t, struct lprt_lot *lot,
                          struct lprof_count *count, const struct lineprof_frame *frame)
{
    const uint64_t next = lprt_config_mode(LINEPROF_MODE_ADAPTIVE) == LINEPROF_MODE_EXACT
                              ? 1
                              : draw(t, lot, count->count + count->bias, frame);
    const uint64_t both = (lot->skip ? lot->skip : 1) + next;

    lprt_count_wait(count, next);
    lot->skip = next;
    return both / 2 + (both & t->random & 1);
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

bool lprt_stretch_begin(struct lineprof_visit_call *call, uint64_t stack)
{
    const uint64_t raw = read_clock();
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
        lprt_stretch_open(t, &way);
    else /* it is open: it has not been ended, and control came back from elsewhere */
        end_line(frame, virtual_time(frame, raw));
    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame)))
        lprt_visit_charge_off(frame, frame->last);
    const uint64_t now = virtual_time(frame, raw);
    frame->visit = (uint64_t)(uintptr_t)place.lot |
                   lprt_stretch_tag(place.what) << LPRT_STRETCH_TAG_SHIFT |
                   (place.what & LINEPROF_VISIT_MAY_LAST ? LPRT_STRETCH_MAY_LAST : 0);
    frame->histogram = frame->bias;
    lprt_window_begin(t, place.lot, now);
    frame->entry = draw_next(t, place.lot, count, frame) << LPRT_STRETCH_TICKS_BITS;
    begin_line(frame, place.what & ~(uint64_t)LINEPROF_VISIT_MAY_LAST);
    frame->last = now;
    leave_out(frame, raw);
    return true;
}

/* What timing a visit costs.  What was timed inside it is in the bias, too, and is not
   this one's; nor is what the kernel did meanwhile, or another program. */
static void end_visit(struct lprt_thread *t, const struct lineprof_frame *frame)
{
    struct lprt_lot *lot = lot_of(frame);
    const uint64_t all = frame->bias - frame->histogram;
    const uint64_t most = lprt_costs.outlier / LPRT_OUTLIER;
    const uint64_t cost = all < most ? all : most;

    lprt_budget_spend(t, cost);
    if (lot) {
        lot->cost += cost;
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

/* If the thread has been interrupted, the kernel is asked for how long; and where its
   turn has been over it may take the processor away at that, not when it would have
   looked by itself.  What others have then is not the probe's, but as much the line's as
   before. Returns the reading with which the line ends. */
static uint64_t reading_behind_others(struct lprt_thread *t,
                                      const struct lineprof_frame *frame, uint64_t raw)
{
    const uint64_t before = t->off_ns;

    if (LPRT_LIKELY(lprt_visit_was_running(frame)))
        return raw;
    lprt_off_look(t);
    /* While the line was in a call, it may have been what is called that did not run. */
    if (frame->line && !(frame->visit & LPRT_STRETCH_CALLS) &&
        !lprt_unseen_waited(t, before))
        lprt_unseen_claim(t, t->off_ns - before);
    const uint64_t now = read_clock();
    return now - raw > lprt_clock_ticks(LONG_LOOK_NS) ? now : raw;
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

void lprt_stretch_tell(const int64_t *call, uint64_t stack)
{
    uint64_t raw = read_clock();
    const uint64_t what = (uint64_t)*call;

    if (LPRT_UNLIKELY(what == LINEPROF_VISIT_CAUGHT)) {
        end_left(stack);
        return;
    }
    const bool loops = (what & LINEPROF_VISIT_KINDS) == LINEPROF_VISIT_LOOPS;
    struct lprt_thread *t = lprt_self;
    struct lineprof_frame *frame =
        loops ? find_looping(t, (uint64_t)(uintptr_t)call)
              : find_open(t, lprt_stretch_tag(what), (uint64_t)(uintptr_t)call);

    if (!frame)
        return;
    lprt_turn_look(t, frame, raw);
    raw = reading_behind_others(t, frame, raw);
    const uint64_t now = virtual_time(frame, raw);
    const uint64_t kind = what & LINEPROF_VISIT_KINDS;
    if (kind == LINEPROF_VISIT_CALLS || kind == LINEPROF_VISIT_RETURNS) {
        turn_to(frame, now, kind == LINEPROF_VISIT_CALLS);
        frame->visit |= by_pointer(what);
        leave_out(frame, raw);
        return;
    }
    end_line(frame, now);
    frame->last = now;
    frame->line = 0;
    switch (kind) {
    case LINEPROF_VISIT_ENDS:
        leave_out(frame, raw);
        end_visit(t, frame);
        end(t, frame);
        return;
    case LINEPROF_VISIT_LOOPS:
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
    end_line(top, now);
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

/* By how much iterations that were timed seem longer than the others, but no more than a
   reading may make of each of their lines: the first ones may be longer in truth. */
static uint64_t excess_of(const struct lineprof_frame *frame, uint64_t rest,
                          uint64_t rounds, uint64_t timed)
{
    const uint64_t others = rounds - timed;
    const uint64_t most = frame->measures * lprt_costs.line;

    if (timed > others || !others)
        return 0;
    const uint64_t likely = rest / others * timed + rest % others * timed / others;
    const uint64_t excess = frame->inner > likely ? frame->inner - likely : 0;
    return excess < most ? excess : most;
}

static void take_back(uint64_t *ticks, uint64_t amount)
{
    lprt_add(ticks, -(amount < *ticks ? amount : *ticks));
}

static void take_back_from(const struct lineprof_frame *frame,
                           const struct lprt_shares *shares, uint64_t excess)
{
    const uint64_t weight = weight_of(frame);

    for (uint64_t i = 0; i < shares->count; i++) {
        struct lineprof_cell *cell = &shares->cells[i];
        const uint64_t part = lprt_share(shares, i, excess);
        if (weight == 1 && !cell->drawn)
            take_back(&cell->ticks, part);
        else
            take_back(&cell->sampled_ticks, weigh(frame, part, false));
    }
}

void lprt_stretch_end_loop(const struct lineprof_block *block, uint64_t rounds,
                           uint64_t timed)
{
    struct lprt_thread *t = lprt_self;
    struct lineprof_frame *top = t->chunk ? lprt_frame_below(t, t->next) : &t->root;

    if (top == &t->root || lprt_block_of(top) != block || !top->line || !top->excluded)
        return;
    uint64_t raw = read_clock();
    lprt_turn_look(t, top, raw);
    raw = reading_behind_others(t, top, raw);
    const uint64_t now = virtual_time(top, raw);
    if (LPRT_UNLIKELY(!lprt_visit_was_running(top)))
        charge_off(top, now);
    const struct lprt_shares shares =
        lprt_shares_of(lprt_cell_at(lprt_block_of(top), top->line), top->excluded);
    const uint64_t excess = excess_of(top, ticks_until(top, now), rounds, timed);
    end_line(top, now);
    take_back_from(top, &shares, excess);
    struct lprt_lot *lot = lot_of(top);
    if (lot)
        lprt_window_take_back(t, lot, excess);
    top->last = now;
    top->line = 0;
    leave_out(top, raw);
}
