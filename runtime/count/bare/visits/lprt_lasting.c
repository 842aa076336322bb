/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_lasting.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_turn.h"
#include "count/bare/visits/lprt_rounds.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_account.h"
#include "count/lprt_clock.h"
#include "count/lprt_modules.h"
#include "count/timing/lprt_lasts.h"
#include "count/timing/lprt_shares.h"
#include "count/timing/lprt_tick.h"
#include "count/timing/lprt_unseen.h"

enum {
    PART_BITS = 10,
    PARTS = 1 << PART_BITS,
};

static const uint64_t ns_per_s = 1000000000;

/* NULL if it is not known. */
static struct lineprof_block *find_block(const struct lprt_thread *t,
                                         const struct lineprof_lasted_call *call)
{
    const uint32_t id = call->function->id;

    if (id >= t->block_count || t->blocks[id] == &lprt_no_block ||
        !(t->blocks[id]->flags & LPROF_BLOCK_WEIGHTED))
        return NULL;
    return t->blocks[id];
}

/* The cells of what has lasted; none if there are no such. */
static struct lprt_shares find_lasting(struct lineprof_block *block,
                                       const struct lineprof_lasted_call *call)
{
    const uint64_t site = lprt_stretch_site((uint64_t)call->what);
    const uint64_t count = lprt_stretch_tag((uint64_t)call->what);

    if (site + count > block->cell_count)
        return (struct lprt_shares){0};
    return lprt_shares_of(
        lprt_cell_at(block, LINEPROF_CELLS_AT((uint64_t)block->cell_count) +
                                site * sizeof(struct lineprof_cell)),
        count);
}

/* Which part of `whole`, of PARTS. */
static uint64_t parts_of(uint64_t whole, uint64_t part)
{
    return part < whole ? (part << PART_BITS) / whole : PARTS;
}

/* What a call or loop has taken, ticks. */
struct lasted {
    uint64_t ran;    /* what it is likely to have run, less what the lots have of it */
    uint64_t off;    /* while it could not, or waited */
    uint64_t chance; /* of both, as much as a tick stands for whose coming was chance */
};

/* How many periods the last tick of a visit stands for that went on for so long after it:
   in the mean over when it comes each visit gets what the lots (lprt_charge.c) do not
   have of it. */
static uint64_t worth_of_last(uint64_t since_ns)
{
    const uint64_t lasting = lprt_lasts_ns();

    return since_ns < lasting ? 0 : since_ns < 2 * lasting ? 2 : 1;
}

/* It was off the processor for that part of its time, for off_ns in all.  Waits begin at
   any time, so each tick stands for the time between two.  Another program gets the
   processor at a tick, and gives it back at one: there is one tick more than such times,
   and no such time is missed.  The visit was running at that one alone. */
static struct lasted what_lasted(struct lprt_ticks ticks, uint64_t off_parts,
                                 uint64_t off_ns, bool waited)
{
    const uint64_t period = lprt_clock_ticks(lprt_tick_period_ns());
    const uint64_t worth = ticks.count ? worth_of_last(ticks.since_ns) : 0;
    const uint64_t periods = ticks.count ? ticks.count - 1 + worth : 0;
    const uint64_t ticked = period * ticks.count * off_parts >> PART_BITS;
    const uint64_t off = lprt_clock_ticks(off_ns);
    const uint64_t ran = period * periods;

    if (waited)
        return (struct lasted){.ran = ran * (PARTS - off_parts) >> PART_BITS,
                               .off = ticked,
                               .chance = period};
    return (struct lasted){
        .ran = off < ran ? ran - off : 0,
        .off = ticked < off ? ticked : off,
        .chance = period * (worth ? worth : 1),
    };
}

static void add_lasted(const struct lprt_shares *lasting, struct lasted lasted)
{
    const uint64_t stands_for = lasted.ran + lasted.off;
    const uint64_t chance = stands_for < lasted.chance ? stands_for : lasted.chance;
    const uint64_t off = lprt_clock_ns(lasted.off);

    for (uint64_t i = 0; stands_for && i < lasting->count; i++) {
        struct lineprof_cell *cell = &lasting->cells[i];
        if (!lprt_own_share(lasting, i))
            continue;
        lprt_add(&cell->outliers, 1);
        lprt_add(&cell->outlier_ticks, lprt_share(lasting, i, chance));
        /* The rest is as sure as that it has lasted. */
        const uint64_t sure = lprt_share(lasting, i, stands_for - chance);
        lprt_add(&cell->ticks, sure);
        if (cell->child_ticks)
            lprt_add(&cell->child_ticks, sure);
        lprt_add(&cell->off_ns, lprt_share(lasting, i, off));
    }
}

/*
 * Those of a function that calls itself through others, which all that are open at a tick
 * have seen: the innermost one, which comes here first, has counted them, and one around
 * it has those before and behind.  CALL has them all; returns what is left.
 */
static struct lprt_ticks left_of(struct lprt_thread *t,
                                 const struct lineprof_block *block,
                                 const struct lineprof_lasted_call *call,
                                 struct lprt_ticks ticks)
{
    const uint64_t period = lprt_tick_period_ns();
    const uint64_t begun = call->seconds * ns_per_s + call->ns;
    const uint64_t until = begun + ticks.count * period;
    struct lprt_lasted_lately *lately = &t->lasted[block->function % LPRT_LASTED_LATELY];

    if (lately->block == block && begun <= lately->from_ns) {
        const uint64_t counted =
            (lately->until_ns - lately->from_ns + period / 2) / period;
        ticks.count -= counted < ticks.count ? counted : ticks.count;
    }
    *lately = (struct lprt_lasted_lately){block, begun, until};
    return ticks;
}

/* Others may have had the processor in what nobody watches, too, since that was last
   looked at. */
static void claim(struct lprt_thread *t, uint64_t new_ns, struct lasted lasted)
{
    const uint64_t own_ns = lprt_clock_ns(lasted.off);

    lprt_unseen_claim(t, own_ns < new_ns ? own_ns : new_ns);
}

/* Nothing has lasted: a part of the function begins or ends, or a loop does. */
static bool is_of_other(const struct lineprof_lasted_call *call)
{
    return (call->what & LINEPROF_VISIT_KINDS) != LINEPROF_VISIT_LASTED;
}

static void tell_of_other(const struct lineprof_lasted_call *call)
{
    const struct lprt_thread *t = lprt_self;
    struct lineprof_block *block = t->chunk ? find_block(t, call) : NULL;

    if (!block)
        return;
    if ((call->what & LINEPROF_VISIT_KINDS) != LINEPROF_VISIT_LOOPS) {
        lprt_stretch_part(block, call->what & LINEPROF_VISIT_HIT);
        return;
    }
    const uint64_t all = call->seconds;
    const struct lprt_rounds rounds = {
        .lines = find_lasting(block, call),
        .all = all,
        .timed = call->ns < all ? call->ns : all,
    };
    lprt_stretch_end_loop(block, &rounds);
}

void lprt_lasting_add(const struct lineprof_lasted_call *call)
{
    if (is_of_other(call)) {
        tell_of_other(call);
        return;
    }
    const uint64_t raw = lprt_clock_read();
    struct lprt_thread *t = lprt_self;
    const uint64_t period = lprt_clock_ticks(lprt_tick_period_ns());

    lprt_turn_look(t, NULL, raw);
    if (!t->chunk || !period || !t->reading || (int64_t)(raw - t->reading) <= 0 ||
        lprt_modules_are_paused())
        return;
    struct lineprof_block *block = find_block(t, call);
    if (!block)
        return;
    struct lprt_ticks ticks =
        left_of(t, block, call, lprt_tick_count(call->seconds, call->ns));
    if (!ticks.count)
        return;
    lprt_stretch_note(block);
    const struct lprt_shares lasting = find_lasting(block, call);
    const uint64_t passed = raw - t->reading;
    const uint64_t off_before = t->off_ns;
    const uint64_t begun_ns = call->seconds * ns_per_s + call->ns;
    lprt_off_look(t);
    if ((int64_t)(t->left_tick_ns - begun_ns) > 0)
        ticks.count -= t->left_ticks < ticks.count ? t->left_ticks : ticks.count;
    const bool waited = lprt_unseen_waited(t, off_before);
    const uint64_t new_ns = t->off_ns - off_before;
    /* Something inside it has been timed: more than what has passed since then is its. */
    const bool is_around = !waited && passed + period < period * ticks.count;
    const struct lprt_off_since inside = lprt_unseen_off_since(t, ticks.from_ns);
    const uint64_t off_ns = is_around ? inside.off_ns : new_ns;
    const uint64_t most = passed / period + 1;
    if (ticks.count > most && !is_around)
        ticks.count = most;
    const uint64_t off_parts =
        parts_of(is_around ? period * ticks.count : passed, lprt_clock_ticks(off_ns));
    struct lasted lasted = what_lasted(ticks, off_parts, off_ns, waited);
    if (!waited && call->what & LINEPROF_VISIT_BY_POINTER) {
        lasted.off = lprt_unseen_of(t, lasted.ran) + lprt_clock_ticks(inside.claimed_ns);
    } else if (!waited) {
        claim(t, new_ns, lasted);
        lprt_unseen_note_watched(t, lasted.ran);
    }
    if (!is_around)
        lprt_window_add_lasted(t, lasted.ran, lasted.chance);
    add_lasted(&lasting, lasted);
    const uint64_t worth = lasted.ran + (waited ? lasted.off : 0);
    block->caller += worth < period ? worth : period; /* so more of it is timed */
    t->reading = raw;
    t->record->last = raw - lprt_frame_below(t, t->next)->bias;
}
