/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_charge.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_off.h"
#include "count/bare/visits/lprt_few.h"
#include "count/bare/visits/lprt_lot.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/bare/visits/lprt_told.h"
#include "count/bare/visits/lprt_weight.h"
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_account.h"
#include "count/lprt_clock.h"
#include "count/timing/lprt_shares.h"
#include "count/timing/lprt_unseen.h"

enum {
    PART_OF_CALLED = 16,  /* of the time of calls, which counts for how often to time */
    LINES_OF_FIRST = 128, /* so many come from the iterations that are always timed */
    LATE_COUNTS = 32,     /* times as much as one of these */
    TIMES_ENOUGH = 16,    /* to say whether it often happens in a visit, */
    PART_OFF = 16,        /* which it does in one of so many or more */
    MOST_WORTH = 4096,    /* times what timing it has cost */
};

/* A visit's time, of which `beyond` stands for itself alone. */
static void add_ticks(const struct lineprof_frame *frame, struct lineprof_cell *cell,
                      uint64_t ticks, uint64_t beyond, bool is_watched)
{
    const uint64_t weight = lprt_weight_of(frame);

    if (weight == 1 && !cell->drawn) {
        lprt_add(&cell->ticks, ticks + beyond);
        return;
    }
    const uint64_t stands_for = lprt_weight_times(frame, ticks, is_watched);
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

/* The rest of a loop.  If it may last it is watched. */
static void share_out(const struct lineprof_frame *frame, struct lineprof_cell *cells,
                      uint64_t ticks, uint64_t beyond, bool is_watched)
{
    const struct lprt_shares shares = lprt_shares_of(cells, frame->excluded);

    for (uint64_t i = 0; i < shares.count; i++) {
        const uint64_t part = lprt_share(&shares, i, ticks);
        if (part)
            add_ticks(frame, &cells[i], part, lprt_share(&shares, i, beyond), is_watched);
    }
}

/*
 * How long the line is counts for how often it is worth timing.  Less what a reading
 * costs: what is shorter seems longer than it is where nobody times it, as the processor
 * then does it beside other work.  And only so long that what is long once is no reason
 * to time much that is short.
 *
 * called   part of it that was in calls, which are timed where they go, if they may be:
 *          those through pointers nobody else bounds; and of a recursion's activations,
 *          which are all in the outermost one's call, that one's counts
 */
static void note_ticks(const struct lineprof_frame *frame, uint64_t ticks,
                       uint64_t called)
{
    struct lprt_lot *lot = lprt_stretch_lot(frame);
    const uint64_t part = frame->visit & LPRT_STRETCH_BY_POINTER ? 1 : PART_OF_CALLED;
    const uint64_t counts = ticks - called + (frame->previous ? 0 : called / part);
    const uint64_t most = (lprt_costs.line + frame->histogram) * MOST_WORTH;

    if (lot && counts > lprt_costs.line)
        lot->ticks += (counts < most ? counts : most) - lprt_costs.line;
}

/* ---- What lines call ---- */

/* Others had the processor for a moment, and often have in the visits of that lot: it is
   likely to have been for something that the line did, as waking another thread.  Other
   programs take longer turns, and as a rule find something else. */
static bool is_own_doing(const struct lineprof_frame *frame, uint64_t off_ns)
{
    struct lprt_lot *lot = lprt_stretch_lot(frame);

    if (!lot || off_ns >= LPROF_LASTS_NS)
        return false;
    lot->shortly_off++;
    return lot->times >= TIMES_ENOUGH && lot->shortly_off >= lot->times / PART_OFF;
}

/* That has been counted once, and stands for others. */
static void weigh_off(const struct lineprof_frame *frame, uint64_t off_ns)
{
    const uint64_t others = lprt_weight_of(frame) - 1;
    struct lineprof_cell *cell = lprt_cell_at(lprt_block_of(frame), frame->line);
    const uint64_t ticks = lprt_clock_ticks(off_ns);

    lprt_unseen_claim((struct lprt_thread *)(uintptr_t)frame->thread,
                      off_ns * (others + 1));
    if (!others)
        return;
    lprt_add(&cell->sampled_ticks, ticks * others);
    lprt_add(&cell->off_ns, off_ns * others);
    lprt_visit_add_square(cell, ticks * others);
    if (lprt_told_is_in_call(frame))
        lprt_add(&cell->child_ticks, ticks * others);
}

/* Stands for others, as none of the line's visits did before. */
static bool is_first_drawn(const struct lineprof_frame *frame)
{
    return lprt_weight_of(frame) > 1 &&
           !lprt_cell_at(lprt_block_of(frame), frame->line)->drawn;
}

/* As lprt_visit_charge_off() has it for those after it: what others took counts once. */
static void begin_later(struct lineprof_frame *frame, uint64_t off_ns)
{
    const uint64_t ticks = lprt_clock_ticks(off_ns);

    lprt_add(&lprt_cell_at(lprt_block_of(frame), frame->line)->ticks, ticks);
    lprt_add(&frame->last, ticks);
}

/* The thread did not run: what is sampled has begun later by that, so a call's part of it
   is counted here.  Returns ticks that others have taken, by no doing of the line's. */
static uint64_t charge_off(struct lineprof_frame *frame, uint64_t now)
{
    const struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    const uint64_t begun = frame->last;
    const uint64_t off_before = frame->off_ns;

    lprt_visit_charge_off(frame, now);
    if (frame->line && is_first_drawn(frame))
        begin_later(frame, frame->off_ns - off_before);
    if (frame->line && lprt_told_is_in_call(frame))
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

void lprt_charge_turn(struct lineprof_frame *frame, uint64_t now, bool calls)
{
    if (!frame->line)
        return;
    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame)))
        charge_off(frame, now);
    if (calls == ((frame->visit & LPRT_STRETCH_CALLS) != 0))
        return; /* one call follows another */
    const uint64_t ticks = lprt_charge_ticks_until(frame, now);
    const uint64_t part = ticks - lprt_told_other_part(frame, ticks);
    frame->entry = (frame->entry & ~LPRT_TOLD_MOST) |
                   (part < LPRT_TOLD_MOST ? part : LPRT_TOLD_MOST);
    frame->visit ^= LPRT_STRETCH_CALLS;
}

/* Of the line's time, which is weighted up to `cut`, as add_ticks() has it, what it has
   called; that is told by now. */
static void add_called(struct lineprof_frame *frame, struct lineprof_cell *cell,
                       uint64_t ticks, uint64_t cut)
{
    const uint64_t own = lprt_told_own_part(frame, ticks);
    const uint64_t within = own < cut ? own : cut;

    if (own < ticks && lprt_told_calls(frame))
        lprt_add(&cell->child_ticks, lprt_weight_times(frame, cut - within, false) +
                                         (ticks - cut) - (own - within));
    frame->entry &= ~LPRT_TOLD_MOST;
    frame->visit &= ~LPRT_STRETCH_CALLS;
}

void lprt_stretch_foresee(const struct lineprof_frame *frame, uint64_t now,
                          struct lineprof_cell *cell)
{
    struct lineprof_frame copy = *frame;
    const uint64_t ticks = lprt_charge_ticks_until(frame, now);
    const uint64_t cut = lprt_weight_cut(frame, ticks);

    add_called(&copy, cell, ticks, cut);
    add_ticks(&copy, cell, cut + lprt_weight_lacking(frame, ticks, cut), ticks - cut,
              lprt_told_is_watched(frame));
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

/* Whether what a line takes is all its own: it has said what it called, or calls nothing
   that is profiled.  Code that is not may call what is. */
static bool is_known_own(const struct lineprof_frame *frame, const struct lprt_lot *lot)
{
    return lprt_told_anything(frame) || frame->visit & LPRT_STRETCH_IN_LOOP ||
           !lot->leads_back;
}

void lprt_charge_note_inside(const struct lineprof_frame *frame)
{
    if (!frame->line || !(lprt_block_of(frame)->flags & LPROF_BLOCK_WEIGHTED) ||
        frame->excluded || frame->visit & LPRT_STRETCH_IN_LOOP ||
        lprt_told_is_in_call(frame) || lprt_told_calls_profiled(frame))
        return; /* or in what is too short to be told of */
    struct lprt_lot *lot = lprt_stretch_lot(frame);
    if (lot)
        lot->leads_back = true;
}

/* What the thread did not run of the line's time, which has that as long as no visit of
   it stands for others. */
static uint64_t off_within(const struct lineprof_frame *frame,
                           const struct lineprof_cell *cell)
{
    const struct lprt_thread *t = (const struct lprt_thread *)(uintptr_t)frame->thread;
    const struct lprt_lot *lot = lprt_stretch_lot(frame);

    return lot && !cell->drawn && lprt_weight_of(frame) == 1
               ? lprt_clock_ticks(t->off_ns - lot->line_off_ns)
               : 0;
}

static uint64_t less(uint64_t ticks, uint64_t off)
{
    return ticks > off ? ticks - off : 0;
}

/* OWN: ticks that it took itself, which up to CUT stand for others, too; of these it was
   OFF for so many. */
static void note_in_window(struct lineprof_frame *frame, uint64_t own, uint64_t cut,
                           uint64_t off, bool watched, uint64_t now)
{
    const struct lprt_thread *t = (const struct lprt_thread *)(uintptr_t)frame->thread;
    const uint64_t weight = lprt_weight_of(frame);
    const uint64_t kept = own < cut ? own : cut;
    const uint64_t ran = less(kept, off);
    const uint64_t beyond = less(own - kept, less(off, kept));
    struct lprt_lot *lot = lprt_stretch_lot(frame);

    if (LPRT_UNLIKELY(!lot) || !is_known_own(frame, lot))
        return;
    const uint64_t unseen = watched ? 0 : lprt_unseen_of(t, ran * (weight - 1));
    lprt_window_add(frame, lot, weight, ran, beyond, unseen, now);
}

/* Up to now; what the thread did not run of it has been charged.
   worth    of its time since the line became current, what makes it worth timing: with
            waits, without what others took */
static void charge_line(struct lineprof_frame *frame, uint64_t worth, uint64_t now)
{
    struct lineprof_cell *cell = lprt_cell_at(lprt_block_of(frame), frame->line);
    const uint64_t ticks = lprt_charge_ticks_until(frame, now);
    const uint64_t cut = lprt_weight_cut(frame, ticks);
    const uint64_t more = lprt_weight_lacking(frame, ticks, cut);
    const uint64_t called = lprt_told_called_part(frame, ticks);
    const uint64_t off = off_within(frame, cell);
    const bool watched =
        frame->excluded ? lprt_weight_may_last(frame) : lprt_told_is_watched(frame);
    note_in_window(frame, ticks - called, cut, off, watched, now);
    if (watched)
        lprt_unseen_note_watched((struct lprt_thread *)(uintptr_t)frame->thread,
                                 less(ticks, off) +
                                     less(cut, off) * (lprt_weight_of(frame) - 1));
    if ((int64_t)worth >= 0) /* others may have taken all of it while it called */
        note_ticks(frame, worth, called < worth ? called : worth);
    if (lprt_told_anything(frame))
        add_called(frame, cell, ticks, cut);
    if (LPRT_UNLIKELY(frame->excluded)) {
        share_out(frame, cell, cut + more, ticks - cut, watched);
        frame->excluded = 0;
        return;
    }
    add_ticks(frame, cell, cut + more, ticks - cut, watched);
    if (frame->visit & LPRT_STRETCH_IN_LOOP)
        note_iteration(frame, cell, ticks);
    if (frame->visit & LPRT_STRETCH_HIT)
        count_visit(frame, cell, ticks);
}

void lprt_charge_interruption(struct lineprof_frame *frame, uint64_t now)
{
    if (LPRT_UNLIKELY(!lprt_visit_was_running(frame)))
        charge_off(frame, now);
}

void lprt_charge_line(struct lineprof_frame *frame, uint64_t now)
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

    lprt_charge_line(frame, now);
    frame->visit = (frame->visit & ~(uint64_t)LPRT_STRETCH_HIT) | calls;
}

/* ---- What was too much ---- */

static void take_back(uint64_t *ticks, uint64_t amount)
{
    lprt_add(ticks, -(amount < *ticks ? amount : *ticks));
}

static void take_back_from(const struct lineprof_frame *frame,
                           const struct lprt_shares *shares, uint64_t excess)
{
    const uint64_t weight = lprt_weight_of(frame);

    for (uint64_t i = 0; i < shares->count; i++) {
        struct lineprof_cell *cell = &shares->cells[i];
        const uint64_t part = lprt_share(shares, i, excess);
        if (weight == 1 && !cell->drawn) {
            take_back(&cell->ticks, part);
            continue;
        }
        const uint64_t stood_for = lprt_weight_times(frame, part, false);
        take_back(&cell->sampled_ticks, stood_for);
        take_back(&cell->off_ns, lprt_clock_ns(stood_for - part * weight));
    }
}

void lprt_charge_take_back(const struct lineprof_frame *frame,
                           const struct lprt_shares *shares, uint64_t excess)
{
    struct lprt_lot *lot = lprt_stretch_lot(frame);

    take_back_from(frame, shares, excess);
    if (lot)
        lprt_window_take_back((struct lprt_thread *)(uintptr_t)frame->thread, lot,
                              lprt_weight_of(frame), excess, frame->measures);
}
