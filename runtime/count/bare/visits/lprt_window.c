/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_clock.h"

enum {
    PART_BITS = 16,      /* of the visits since a lot's last one */
    LINES_ENOUGH = 256,  /* timed in a window, by which to say what chance makes of it */
    TOLERANCE_PART = 16, /* that much too much is nothing */
    SQUARE_SHIFT = 8,    /* of ticks, before they are squared */
    TIMES_SIGMA = 3,     /* as much too much may be by chance */
    LEAST_LEFT_PART = 8, /* a line is not nothing */
    ROUNDS = 3,          /* to share out what was more than some had */
    RATIO_BITS = 10,
    SPAN_BITS = 24, /* of a time, to multiply visits by */
};

/* Long enough for so many lines, or at most so long. */
static const uint64_t least_ns = 2000000;
static const uint64_t most_ns = 16000000;
static const uint64_t longest_ns = 1000000000;

/* ---- The end of a window ---- */

struct sums {
    uint64_t ticks;
    uint64_t lines;
};

static struct sums add_up(const struct lprt_thread *t)
{
    struct sums sums = {0};

    for (const struct lprt_lot *lot = t->window_lots; lot; lot = lot->window_next) {
        sums.ticks += lot->window_ticks;
        sums.lines += lot->window_lines;
    }
    return sums;
}

/* What a lot can do without. */
static uint64_t most_of(const struct lprt_lot *lot)
{
    return lot->window_ticks - lot->window_ticks / LEAST_LEFT_PART;
}

static uint64_t part_of(const struct lprt_lot *lot, uint64_t excess, uint64_t lines)
{
    const uint64_t wanted =
        (excess << RATIO_BITS) / lines * lot->window_lines >> RATIO_BITS;
    const uint64_t most = most_of(lot) - lot->window_cut;

    return wanted < most ? wanted : most;
}

/* Of the same for each reading; those that have not as much leave it to the others. */
static void share_out(const struct lprt_thread *t, uint64_t excess, uint64_t lines)
{
    for (int round = 0; round < ROUNDS && excess && lines; round++) {
        uint64_t taken = 0;
        uint64_t others = 0;
        for (struct lprt_lot *lot = t->window_lots; lot; lot = lot->window_next) {
            const uint64_t part = part_of(lot, excess, lines);
            lot->window_cut += part;
            taken += part;
            others += lot->window_cut < most_of(lot) ? lot->window_lines : 0;
        }
        excess -= taken < excess ? taken : excess;
        lines = others;
    }
}

static bool is_over(const struct lprt_thread *t, uint64_t passed)
{
    return !t->window_from || passed > lprt_clock_ticks(most_ns) ||
           (t->window_timed >= LINES_ENOUGH && passed > lprt_clock_ticks(least_ns));
}

/* It is more than by which lots that were drawn otherwise would make another sum. */
static bool is_certain(const struct lprt_thread *t, uint64_t excess)
{
    const uint64_t sigmas = (excess >> SQUARE_SHIFT) / TIMES_SIGMA;

    return sigmas >> 32 || sigmas * sigmas > t->window_squares;
}

static void clear(struct lprt_thread *t)
{
    for (struct lprt_lot *lot = t->window_lots; lot;) {
        struct lprt_lot *next = lot->window_next;
        lot->window_ticks = lot->window_lines = lot->window_cut = 0;
        lot->window_next = NULL;
        lot = next;
    }
    t->window_lots = NULL;
    t->window_timed = 0;
    t->window_squares = 0;
}

/* In one that was very long nothing was drawn for most of the time. */
static void close_window(struct lprt_thread *t, uint64_t passed)
{
    const struct sums sums = add_up(t);

    if (sums.ticks > passed + passed / TOLERANCE_PART &&
        passed < lprt_clock_ticks(longest_ns) && is_certain(t, sums.ticks - passed))
        share_out(t, sums.ticks - passed, sums.lines);
    for (const struct lprt_lot *lot = t->window_lots; lot; lot = lot->window_next)
        lprt_add(&lot->block->ticks, lot->window_cut);
    clear(t);
}

void lprt_window_drop(struct lprt_thread *t)
{
    clear(t);
    t->window_from = 0;
    t->window_in_use = false;
}

/* ---- In a window ---- */

static uint64_t passed_since(uint64_t then, uint64_t now)
{
    return (int64_t)(now - then) > 0 ? now - then : 0;
}

/* In which the thread ran. */
static uint64_t passed_in_window(const struct lprt_thread *t, uint64_t now)
{
    const uint64_t all = passed_since(t->window_from, now);
    const uint64_t off = lprt_clock_ticks(t->off_ns - t->window_off_ns);

    return all > off ? all - off : 0;
}

/* How much of the time since the lot's last visit that was timed is in the window. */
static uint64_t part_in_window(const struct lprt_lot *lot, uint64_t passed, uint64_t now)
{
    const uint64_t since_last = passed_since(lot->last, now);
    unsigned shift = 0;

    if (since_last <= passed)
        return 1 << PART_BITS;
    while (since_last >> shift >> SPAN_BITS)
        shift++;
    return ((passed >> shift) << PART_BITS) / (since_last >> shift);
}

void lprt_window_end(struct lprt_thread *t)
{
    if (!t->window_in_use && t->record)
        close_window(t, passed_in_window(t, t->record->last));
}

void lprt_window_begin(struct lprt_thread *t, struct lprt_lot *lot, uint64_t now)
{
    if (t->window_in_use)
        return;
    t->window_in_use = true;
    LPRT_SIGNAL_FENCE();
    const uint64_t passed = passed_in_window(t, now);
    if (is_over(t, passed)) {
        close_window(t, passed);
        t->window_from = now;
        t->window_off_ns = t->off_ns;
    }
    lot->part = part_in_window(lot, passed_since(t->window_from, now), now);
    lot->last = now;
    LPRT_SIGNAL_FENCE();
    t->window_in_use = false;
}

static void enlist(struct lprt_thread *t, struct lprt_lot *lot,
                   struct lineprof_block *block)
{
    if (lot->window_lines)
        return;
    lot->block = block;
    lot->window_next = t->window_lots;
    t->window_lots = lot;
}

/* Itself, and of the others as many as were in the window. */
static uint64_t stands_for(const struct lprt_lot *lot, uint64_t weight)
{
    return 1 + ((weight - 1) * lot->part >> PART_BITS);
}

void lprt_window_add(struct lineprof_frame *frame, struct lprt_lot *lot, uint64_t weight,
                     uint64_t own, uint64_t now)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    const uint64_t passed = passed_in_window(t, now);
    const uint64_t lines = stands_for(lot, weight);
    const uint64_t ticks = own * lines;

    if (t->window_in_use)
        return;
    t->window_in_use = true;
    LPRT_SIGNAL_FENCE();
    const uint64_t fits = ticks < passed ? ticks : passed;
    enlist(t, lot, lprt_block_of(frame));
    lot->window_ticks += fits;
    lot->window_lines += lines;
    t->window_squares += (fits >> SQUARE_SHIFT) * (fits >> SQUARE_SHIFT);
    t->window_timed++;
    LPRT_SIGNAL_FENCE();
    t->window_in_use = false;
}

void lprt_window_take_back(struct lprt_thread *t, struct lprt_lot *lot, uint64_t weight,
                           uint64_t ticks)
{
    const uint64_t all = ticks * stands_for(lot, weight);
    const uint64_t part = all < lot->window_ticks ? all : lot->window_ticks;

    if (t->window_in_use)
        return;
    lot->window_ticks -= part;
}
