/* SPDX-License-Identifier: MIT */
/*
 * What lines that are current have taken, as if their activations ended now: in sums
 * alone, nothing of the program's own counters is changed, so their visits stay whole.
 * What happens when an activation ends is in lprt_account.h.
 */
#include "count/bare/visits/lprt_stretch.h"
#include "count/lprt_activation.h"
#include "count/lprt_leave.h"
#include "regions/lprt_inside.h"

/* Where a thread's sums are. */
struct side {
    struct lprt_thread *thread;
    const struct lprt_counters *counters;
    const struct lprt_inside *inside;
    enum lprt_side side;
    uint64_t now;
};

/* Up to when it is charged: what was current before the region is no part of it. */
static uint64_t end_of(const struct side *side, const struct lineprof_frame *frame)
{
    const uint64_t since = side->inside->record->since;

    return frame->line && (int64_t)(frame->last - since) < 0 ? since : side->now;
}

/* NULL if the block is none of these: what was counted there is nobody's. */
static struct lprof_block_sums *sums_of(const struct side *side,
                                        const struct lineprof_block *block)
{
    uint32_t number = 0;

    return lprt_counters_find_block(side->counters, block, &number)
               ? (struct lprof_block_sums *)lprt_inside_table(side->inside, number,
                                                              side->side)
               : NULL;
}

/* line     offset of its cell; 0: none
   NULL if there is none. */
static struct lprof_site_sums *site_of(const struct side *side,
                                       const struct lineprof_block *block, uint64_t line)
{
    const uint64_t first = LPROF_CELLS_AT((uint64_t)block->cell_count);
    const uint64_t site = (line - first) / sizeof(struct lprof_cell);
    struct lprof_block_sums *sums = sums_of(side, block);

    return sums && line && site < block->cell_count
               ? (struct lprof_site_sums *)(sums + 1) + site
               : NULL;
}

static void add_wide(struct lprof_site_sums *sums, const struct lineprof_cell *more)
{
    sums->sampled_squares_low += more->sampled_squares_low;
    sums->sampled_squares_high += more->sampled_squares_high +
                                  (sums->sampled_squares_low < more->sampled_squares_low);
}

/* The visit itself is one of when it ends. */
static void add_visit(const struct side *side, const struct lineprof_frame *frame)
{
    struct lineprof_block *block = lprt_block_of(frame);
    struct lprof_site_sums *sums = site_of(side, block, frame->line);

    if (!sums || frame->excluded) /* of the rest of a loop nothing is told yet */
        return;
    const uint64_t drawn = ((struct lineprof_cell *)(frame->block + frame->line))->drawn;
    struct lineprof_cell more = {.drawn = drawn};
    lprt_stretch_foresee(frame, end_of(side, frame), &more);
    sums->ticks += more.ticks;
    sums->child_ticks += more.child_ticks;
    sums->sampled_ticks += more.sampled_ticks;
    add_wide(sums, &more);
}

static uint64_t elapsed_in(const struct lineprof_frame *frame, uint64_t end)
{
    const uint64_t whole = lprt_ticks_since(frame->entry, end);

    return whole - (frame->untimed < whole ? frame->untimed : whole);
}

/* What is long stands for itself alone. */
static uint64_t weighted(const struct lineprof_frame *frame, uint64_t ticks)
{
    return ticks < lprt_costs.outlier ? ticks * frame->weight
                                      : ticks * (frame->weight != 0);
}

static void add_edge(const struct side *side, const struct lprof_edge *edge,
                     uint64_t ticks)
{
    uint32_t number = 0;
    uint64_t index = 0;

    if (!lprt_counters_find_edge(side->counters, edge, &number, &index))
        return;
    struct lprof_edge_sums *sums =
        (struct lprof_edge_sums *)lprt_inside_table(side->inside, number, side->side);
    sums[index].ticks += ticks;
}

/* The outer activation's line has nothing of the inner one's time, nor has what it was
   calling when that began. */
static void leave_out(const struct side *side, const struct lineprof_frame *previous,
                      const struct lineprof_frame *frame,
                      const struct lineprof_frame *caller)
{
    const struct lineprof_block *block = lprt_block_of(previous);
    const uint64_t elapsed = elapsed_in(frame, end_of(side, previous));
    struct lprof_site_sums *line = site_of(side, block, previous->line);
    struct lprof_site_sums *calling = site_of(side, block, previous->calling);

    if (line)
        line->ticks -= elapsed;
    if (calling && caller != previous)
        calling->child_ticks -= elapsed;
}

static void add_activation(const struct side *side, const struct lineprof_frame *frame,
                           const struct lineprof_frame *caller)
{
    const struct lineprof_block *block = lprt_block_of(frame);
    const struct lineprof_frame *previous = lprt_frame_open_previous(frame->previous);
    const uint64_t calling_end = end_of(side, caller);
    const uint64_t called = elapsed_in(frame, calling_end);
    const uint64_t excluded = calling_end == side->now ? caller->excluded : 0;
    struct lprof_block_sums *sums = sums_of(side, block);
    struct lprof_site_sums *calling =
        site_of(side, lprt_block_of(caller), caller->calling);

    if (previous) {
        leave_out(side, previous, frame, caller);
    } else if (sums) {
        sums->ticks += weighted(frame, elapsed_in(frame, end_of(side, frame)));
        add_edge(side, lprt_edge_counted(side->thread, block, caller),
                 weighted(frame, called));
    }
    if (calling && caller->block != frame->block &&
        !(lprt_block_of(caller)->flags & LPROF_BLOCK_WEIGHTED))
        calling->child_ticks += weighted(frame, called - excluded);
}

static void add_frame(const struct side *side, const struct lineprof_frame *frame,
                      const struct lineprof_frame *caller)
{
    const struct lineprof_block *block = lprt_block_of(frame);
    struct lprof_site_sums *line = site_of(side, block, frame->line);

    if (block->flags & LPROF_BLOCK_WEIGHTED) {
        add_visit(side, frame);
        return;
    }
    if (line)
        line->ticks += lprt_ticks_since(frame->last, end_of(side, frame));
    if (frame->weight != LINEPROF_UNTIMED)
        add_activation(side, frame, caller);
}

void lprt_inside_add_open(struct lprt_thread *t, const struct lprt_inside *inside,
                          enum lprt_side which, uint64_t now)
{
    const struct side side = {t, t->regions->counters, inside, which, now};
    struct lprt_chunk *chunk = t->chunk;

    if (t->is_idle)
        return;
    struct lineprof_frame *frame = lprt_frame_step(t, &chunk, t->next);
    while (frame != &t->root) {
        struct lineprof_frame *caller = lprt_frame_step(t, &chunk, frame);
        add_frame(&side, frame, caller);
        frame = caller;
    }
}
