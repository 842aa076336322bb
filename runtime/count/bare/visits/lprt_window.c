/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_clock.h"
#include "count/timing/lprt_unseen.h"

enum {
    PART_BITS = 16,       /* of the visits since a lot's last one */
    LINES_ENOUGH = 256,   /* timed in a window, by which to say what chance makes of it */
    TOLERANCE_PART = 32,  /* that much too much is nothing */
    SQUARE_SHIFT = 8,     /* of ticks, before they are squared */
    TIMES_SIGMA = 3,      /* as much too much may be by chance, */
    SIGMAS_AT_MOST = 2,   /* which is not waited for any longer; */
    SIGMAS_AT_END = 1,    /* one window more or less is no matter */
    LEAST_LEFT_PART = 64, /* a line is not nothing: */
    LEAST_OF_USUAL = 2,   /* at least half of what lots are left on average */
    ROUNDS = 16,          /* to share out what was more than some had */
    RATIO_BITS = 10,
    SPAN_BITS = 24, /* of a time, to multiply visits by */
};

/* Long enough for so many lines, or so long; where chance may still have made what is too
   much, longer. */
static const uint64_t least_ns = 2000000;
static const uint64_t enough_ns = 16000000;
static const uint64_t most_ns = 250000000;
static const uint64_t longest_ns = 1000000000;
/* What was timed so long before a window is likely to have been as it is in that. */
static const uint64_t near_ns = 20000000;
/* Of one visit's line, so that sums of its square have room. */
static const uint64_t most_ticks = UINT64_C(1) << 36;

/* ---- The end of a window ---- */

static uint64_t lines_of(const struct lprt_thread *t)
{
    uint64_t lines = 0;

    for (const struct lprt_lot *lot = t->window_lots; lot; lot = lot->window_next)
        lines += lot->window_lines;
    return lines;
}

/* What a lot can do without. */
static uint64_t most_of(const struct lprt_lot *lot, uint64_t least_ratio)
{
    return lot->window_ticks - (lot->window_ticks * least_ratio >> RATIO_BITS);
}

/* Which part of its ticks a lot is left, of 1 << RATIO_BITS. */
static uint64_t least_ratio_of(const struct lprt_thread *t, uint64_t excess)
{
    const uint64_t least = (1 << RATIO_BITS) / LEAST_LEFT_PART;
    uint64_t ticks = 0;

    for (const struct lprt_lot *lot = t->window_lots; lot; lot = lot->window_next)
        ticks += lot->window_ticks;
    const uint64_t left = excess < ticks ? ticks - excess : 0;
    const uint64_t usual = ticks ? (left << RATIO_BITS) / ticks : 0;
    return usual / LEAST_OF_USUAL > least ? usual / LEAST_OF_USUAL : least;
}

static uint64_t part_of(const struct lprt_lot *lot, uint64_t excess, uint64_t lines,
                        uint64_t least_ratio)
{
    const uint64_t wanted =
        (excess << RATIO_BITS) / lines * lot->window_lines >> RATIO_BITS;
    const uint64_t most = most_of(lot, least_ratio);
    const uint64_t left = lot->window_cut < most ? most - lot->window_cut : 0;

    return wanted < left ? wanted : left;
}

/* Of the same for each reading; those that have not as much leave it to the others. */
static void share_out(const struct lprt_thread *t, uint64_t excess)
{
    const uint64_t least = least_ratio_of(t, excess);
    uint64_t lines = lines_of(t);

    for (int round = 0; round < ROUNDS && excess && lines; round++) {
        uint64_t taken = 0;
        uint64_t others = 0;
        for (struct lprt_lot *lot = t->window_lots; lot; lot = lot->window_next) {
            const uint64_t part = part_of(lot, excess, lines, least);
            lot->window_cut += part;
            taken += part;
            others += lot->window_cut < most_of(lot, least) ? lot->window_lines : 0;
        }
        excess -= taken < excess ? taken : excess;
        lines = others;
    }
}

/* ---- Whether it is too much ---- */

struct claims {
    uint64_t ticks;
    uint64_t squares;
};

static struct claims all_of(const struct lprt_thread *t)
{
    return (struct claims){t->window_ticks, t->window_squares};
}

static uint64_t square_of(uint64_t ticks)
{
    return (ticks >> SQUARE_SHIFT) * (ticks >> SQUARE_SHIFT);
}

/* One line of one visit, in which others had the processor for a moment, is more than
   chance makes of all the rest; but that may be too much by itself. */
static struct claims without_longest(const struct lprt_thread *t)
{
    const uint64_t longest =
        t->window_longest < t->window_ticks ? t->window_longest : t->window_ticks;

    return (struct claims){t->window_ticks - longest,
                           t->window_squares - square_of(longest)};
}

static uint64_t too_much(struct claims claims, uint64_t passed)
{
    const uint64_t most = passed + passed / TOLERANCE_PART;

    return claims.ticks > most ? claims.ticks - passed : 0;
}

/* By more than lots that were drawn otherwise would make another sum. */
static bool is_surely_too_much(struct claims claims, uint64_t passed, unsigned sigmas)
{
    const uint64_t sigma = (too_much(claims, passed) >> SQUARE_SHIFT) / sigmas;

    return sigma >> 32 || sigma * sigma > claims.squares;
}

static bool has_enough(const struct lprt_thread *t, uint64_t passed)
{
    return passed > lprt_clock_ticks(enough_ns) ||
           (t->window_timed >= LINES_ENOUGH && passed > lprt_clock_ticks(least_ns));
}

static bool is_over(const struct lprt_thread *t, uint64_t passed)
{
    if (!t->window_from || passed > lprt_clock_ticks(most_ns))
        return true;
    if (!has_enough(t, passed))
        return false;
    return !too_much(all_of(t), passed) ||
           is_surely_too_much(all_of(t), passed, TIMES_SIGMA) ||
           is_surely_too_much(without_longest(t), passed, TIMES_SIGMA);
}

static void clear(struct lprt_thread *t)
{
    for (struct lprt_lot *lot = t->window_lots; lot;) {
        struct lprt_lot *next = lot->window_next;
        lot->window_ticks = lot->window_unseen = 0;
        lot->window_lines = lot->window_cut = 0;
        lot->window_next = NULL;
        lot = next;
    }
    t->window_lots = NULL;
    t->window_timed = 0;
    t->window_ticks = 0;
    t->window_squares = 0;
    t->window_longest = 0;
}

/* With what others are said to have taken meanwhile. */
static uint64_t cut_with_unseen(const struct lprt_lot *lot)
{
    const uint64_t ratio =
        (lot->window_unseen << RATIO_BITS) / (lot->window_ticks ? lot->window_ticks : 1);

    return lot->window_cut + (lot->window_cut * ratio >> RATIO_BITS);
}

/* If the others fill the window, nothing was left for the longest one. */
static void cut(struct lprt_thread *t, uint64_t passed, unsigned sigmas)
{
    uint64_t excess = too_much(all_of(t), passed);

    if (is_surely_too_much(without_longest(t), passed, TIMES_SIGMA)) {
        struct lprt_lot *lot = t->window_longest_lot;
        const uint64_t most = most_of(lot, (1 << RATIO_BITS) / LEAST_LEFT_PART);
        lot->window_cut = t->window_longest < most ? t->window_longest : most;
        excess -= lot->window_cut < excess ? lot->window_cut : excess;
        share_out(t, excess);
    } else if (is_surely_too_much(all_of(t), passed, sigmas)) {
        share_out(t, excess);
    }
}

/* In one that was very long nothing was drawn for most of the time. */
static void close_window(struct lprt_thread *t, uint64_t passed, unsigned sigmas)
{
    if (passed < lprt_clock_ticks(longest_ns))
        cut(t, passed, sigmas);
    for (const struct lprt_lot *lot = t->window_lots; lot; lot = lot->window_next)
        lprt_add(&lot->block->ticks, cut_with_unseen(lot));
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

/* How much of what the visit stands for counts in the window.  That is half of what has
   been since its lot's last one and half of what will be until the next: so what at a
   window's begin is of the one before and what at its end is of the next are as much, as
   a rule.  But the last one may have been in quite another part of the run. */
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
        close_window(t, passed_in_window(t, t->record->last), SIGMAS_AT_END);
}

void lprt_window_begin(struct lprt_thread *t, struct lprt_lot *lot, uint64_t now)
{
    if (t->window_in_use)
        return;
    t->window_in_use = true;
    LPRT_SIGNAL_FENCE();
    const uint64_t passed = passed_in_window(t, now);
    if (is_over(t, passed)) {
        close_window(t, passed, SIGMAS_AT_MOST);
        t->window_before = t->window_from ? passed_since(t->window_from, now) : 0;
        t->window_from = now;
        t->window_off_ns = t->off_ns;
    }
    lot->part = part_in_window(lot,
                               passed_since(t->window_from, now) + t->window_before +
                                   lprt_clock_ticks(near_ns),
                               now);
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
                     uint64_t own, uint64_t beyond, uint64_t unseen, uint64_t now)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    const uint64_t lines = stands_for(lot, weight);
    const uint64_t passed = passed_in_window(t, now);
    const uint64_t once = own + beyond;
    const uint64_t all = (once < passed ? once : passed) + own * (lines - 1);
    const uint64_t ticks = all < most_ticks ? all : most_ticks;

    if (t->window_in_use)
        return;
    t->window_in_use = true;
    LPRT_SIGNAL_FENCE();
    enlist(t, lot, lprt_block_of(frame));
    lot->window_ticks += ticks;
    lot->window_unseen += ticks < all || unseen > most_ticks ? 0 : unseen;
    t->window_ticks += ticks;
    lot->window_lines += lines;
    t->window_squares += square_of(ticks);
    if (ticks > t->window_longest) {
        t->window_longest = ticks;
        t->window_longest_lot = lot;
    }
    t->window_timed++;
    LPRT_SIGNAL_FENCE();
    t->window_in_use = false;
}

void lprt_window_add_lasted(struct lprt_thread *t, uint64_t ran, uint64_t chance)
{
    if (t->window_in_use)
        return;
    t->window_ticks += ran;
    t->window_squares += square_of(chance);
}

static uint64_t less(uint64_t all, uint64_t amount)
{
    return amount < all ? all - amount : 0;
}

void lprt_window_take_back(struct lprt_thread *t, struct lprt_lot *lot, uint64_t weight,
                           uint64_t ticks, uint64_t lines)
{
    const uint64_t visits = stands_for(lot, weight);

    if (t->window_in_use || !lot->window_lines)
        return;
    const uint64_t before = lot->window_ticks;
    lot->window_ticks = less(before, ticks * visits);
    lot->window_unseen = less(lot->window_unseen, lprt_unseen_of(t, ticks * visits));
    t->window_ticks = less(t->window_ticks, before - lot->window_ticks);
    lot->window_lines = 1 + less(lot->window_lines - 1, lines * visits);
}
