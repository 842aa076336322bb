/* SPDX-License-Identifier: MIT */
#include "lprt_lasting.h"
#include "lprt_account.h"
#include "lprt_clock.h"
#include "lprt_modules.h"
#include "lprt_off.h"
#include "lprt_shares.h"
#include "lprt_stretch.h"
#include "lprt_tick.h"

enum {
    PART_OF_PERIOD = 16, /* of the tick's */
    LEAST_NS = 250000,   /* as the tick itself takes time */
    PART_BITS = 10,
    PARTS = 1 << PART_BITS,
};

uint64_t lprt_lasting_ns(void)
{
    const uint64_t period = lprt_tick_period_ns();

    if (!period)
        return 0;
    return period / PART_OF_PERIOD < LEAST_NS ? LEAST_NS : period / PART_OF_PERIOD;
}

/* The cells of what has lasted; none if they are not known.  More of its function is to
   be timed from here on. */
static struct lprt_shares find_lasting(const struct lprt_thread *t,
                                       const struct lineprof_visit_call *call)
{
    const uint32_t id = call->function->id;
    const uint64_t site = lprt_stretch_site((uint64_t)call->what);
    const uint64_t count = lprt_stretch_tag((uint64_t)call->what);

    if (id >= t->block_count || t->blocks[id] == &lprt_no_block)
        return (struct lprt_shares){0};
    struct lineprof_block *block = t->blocks[id];
    if (site + count > block->cell_count || !(block->flags & LPROF_BLOCK_WEIGHTED))
        return (struct lprt_shares){0};
    block->flags |= LPROF_BLOCK_LASTED;
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

static void add_ticked(const struct lprt_shares *lasting, struct lprt_ticks ticks,
                       uint64_t off_parts)
{
    const uint64_t period = lprt_clock_ticks(lprt_tick_period_ns());
    const uint64_t beyond =
        ticks.count - (ticks.count && ticks.since_ns < lprt_lasting_ns());
    const uint64_t stands_for =
        period * (ticks.count * off_parts + beyond * (PARTS - off_parts)) >> PART_BITS;
    const uint64_t off_ns = lprt_tick_period_ns() * ticks.count * off_parts >> PART_BITS;
    const uint64_t chance = stands_for < period ? stands_for : period;

    for (uint64_t i = 0; stands_for && i < lasting->count; i++) {
        struct lineprof_cell *cell = &lasting->cells[i];
        if (!lprt_own_share(lasting, i))
            continue;
        lprt_add(&cell->outliers, 1);
        lprt_add(&cell->outlier_ticks, lprt_share(lasting, i, chance));
        /* The rest is as sure as that it has lasted. */
        lprt_add(&cell->ticks, lprt_share(lasting, i, stands_for - chance));
        lprt_add(&cell->off_ns, lprt_share(lasting, i, off_ns));
    }
}

void lprt_lasting_add(const struct lineprof_visit_call *call, uint64_t raw)
{
    struct lprt_thread *t = lprt_self;
    const uint64_t period = lprt_clock_ticks(lprt_tick_period_ns());

    if (!t->chunk || !period || !t->reading || (int64_t)(raw - t->reading) <= 0 ||
        lprt_modules_are_paused())
        return;
    const struct lprt_shares lasting = find_lasting(t, call);
    const uint64_t passed = raw - t->reading;
    const uint64_t most = passed / period + 1; /* as a visit was timed before it */
    const uint64_t off_before = t->off_ns;
    if (!lasting.count)
        return;
    lprt_off_look(t);
    struct lprt_ticks ticks = lprt_tick_count((uint64_t)(uintptr_t)call->base, call->cfa);
    if (ticks.count > most)
        ticks.count = most;
    add_ticked(&lasting, ticks,
               parts_of(passed, lprt_clock_ticks(t->off_ns - off_before)));
    t->reading = raw;
    t->record->last = raw - lprt_frame_below(t, t->next)->bias;
}
