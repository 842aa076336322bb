/* SPDX-License-Identifier: MIT */
/*
 * Inside and outside add up to what a counter was where they were last looked at.  So
 * what has changed since then is told without a copy of it; and only the one of the two
 * that is not in use is written to, each word at once.
 */
#include "regions/lprt_inside.h"
#include "base/lprt_lock.h"
#include "base/lprt_say.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_activation.h"
#include "count/lprt_leave.h"
#include "store/lprt_region.h"

#include <assert.h>
#include <string.h>

/* ---- Sums ---- */

/* Of one counter: where they go on being looked at. */
struct tables {
    uint64_t *to;
    const uint64_t *other;
};

static inline void settle(struct tables *at, uint64_t now)
{
    const uint64_t other = *at->other++;

    if (LPRT_UNLIKELY(*at->to + other != now))
        *at->to = now - other;
    at->to++;
}

/* Two words of one number, the low one first. */
static inline void settle_wide(struct tables *at, uint64_t low, uint64_t high)
{
    const uint64_t other = *at->other;

    settle(at, low);
    settle(at, high - (low < other));
}

#define SETTLE(type, name, doc) settle(at, from->name);

static_assert(sizeof(struct lprof_site_sums) == 14 * sizeof(uint64_t),
              "as many words as are settled, in their order");

/* Its two words of squares come last. */
static void settle_site(struct tables *at, const struct lprof_counter *counter,
                        const struct lprof_cell *cell, bool is_weighted)
{
    const bool counts_down = !is_weighted && cell->drawn;

    settle(at, counter->hits);
    settle(at, cell->ticks);
    settle(at, cell->child_ticks);
    settle(at, cell->timed);
    settle(at, cell->off_ns);
    settle(at, counts_down ? cell->drawn - counter->skip - 1 : cell->drawn);
    settle(at, cell->sampled);
    settle(at, cell->sampled_ticks);
    settle(at, cell->sampled_off_ns);
    settle(at, cell->outliers);
    settle(at, cell->outlier_ticks);
    settle(at, cell->variance);
    settle_wide(at, cell->sampled_squares_low, cell->sampled_squares_high);
}

static void settle_words(struct tables *at, const void *words, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        settle(at, ((const uint64_t *)words)[i]);
}

static void settle_head(struct tables *at, const struct lprof_block *from)
{
    LPROF_BLOCK_SUMS_FIELDS(SETTLE)
}

static void settle_block(struct tables *at, const struct lprt_counter *from)
{
    const struct lprof_block *block = from->payload;
    const uint64_t count = from->elements;
    const struct lprof_counter *counters = (const struct lprof_counter *)(block + 1);
    const unsigned char *bytes = from->payload;
    const struct lprof_cell *cells =
        (const struct lprof_cell *)(bytes + LPROF_CELLS_AT(count));
    const struct lprof_heap *heap =
        (const struct lprof_heap *)(bytes + LPROF_HEAP_AT(block->flags, count));

    settle_head(at, block);
    for (uint64_t i = 0; i < count; i++)
        settle_site(at, &counters[i], &cells[i], from->is_weighted);
    if (from->has_heap)
        settle_words(at, heap + 1,
                     count * (sizeof(struct lprof_heap_cell) / sizeof(uint64_t)));
}

static void settle_edges(struct tables *at, const struct lprt_counter *counter)
{
    const struct lprof_edges *edges = counter->payload;
    const struct lprof_edge *from = (const struct lprof_edge *)(edges + 1);

    for (uint64_t i = 0; i < counter->elements; i++, from++) {
        LPROF_EDGE_SUMS_FIELDS(SETTLE)
    }
}

static void settle_counts(struct tables *at, const struct lprt_counter *from)
{
    const struct lprof_count *counts =
        (const struct lprof_count *)((const struct lprof_counts *)from->payload + 1);

    for (uint64_t i = 0; i < from->elements; i++)
        settle(at, counts[i].count + counts[i].bias);
}

static void settle_region(struct tables *at, const struct lprt_counter *counter)
{
    const struct lprof_region *from = counter->payload;

    LPROF_REGION_SUMS_FIELDS(SETTLE)
}

static void settle_counter(struct tables at, const struct lprt_counter *from)
{
    static void (*const settle_kind[])(struct tables * at,
                                       const struct lprt_counter *from) = {
        [LPROF_RECORD_BLOCK] = settle_block,
        [LPROF_RECORD_EDGES] = settle_edges,
        [LPROF_RECORD_COUNTS] = settle_counts,
        [LPROF_RECORD_REGION] = settle_region,
    };

    settle_kind[from->kind](&at, from);
}

/* ---- Records ---- */

static struct lprt_inside *make_inside(const struct lprt_thread *t,
                                       const struct lprt_named *named)
{
    struct lprt_inside *inside = lprt_memory_take(sizeof *inside);
    struct lprof_inside *record = inside ? lprt_region_add(sizeof *inside->record) : NULL;

    if (!record)
        return NULL;
    record->thread = t->record->thread;
    record->region = (uint64_t)(uintptr_t)named->record;
    record->resets = t->resets;
    inside->record = record;
    lprt_region_publish(record, LPROF_RECORD_INSIDE);
    return inside;
}

/* All of what it has counted was on the side that is in use: of what is new, inside. */
static bool add_sums(struct lprt_inside *inside, const struct lprt_counter *of)
{
    struct lprof_inside_sums *sums = NULL;

    if (lprt_room_make(&inside->all,
                       (inside->count + UINT64_C(1)) * sizeof(struct lprt_inside_of)))
        sums = lprt_region_add(sizeof *sums + 2 * of->sum_count * sizeof(uint64_t));
    if (!sums)
        return false;
    sums->inside = (uint64_t)(uintptr_t)inside->record;
    sums->of = (uint64_t)(uintptr_t)of->payload;
    sums->sum_count = of->sum_count;
    lprt_region_publish(sums, LPROF_RECORD_INSIDE_SUMS);
    *lprt_inside_at(inside, inside->count++) =
        (struct lprt_inside_of){.sums = sums, .may_change = true};
    return true;
}

static struct lprt_counters *counters_of(struct lprt_thread *t)
{
    struct lprt_regions *regions = t->regions;

    if (!regions->counters)
        regions->counters = lprt_memory_take(sizeof *regions->counters);
    return regions->counters && lprt_counters_find(regions->counters, t->record->thread)
               ? regions->counters
               : NULL;
}

/* Counting has begun anew since: then both are 0. */
static void clear_outdated(const struct lprt_thread *t, const struct lprt_inside *inside)
{
    if (inside->record->resets == t->resets)
        return;
    for (uint32_t i = 0; i < inside->count; i++) {
        struct lprof_inside_sums *sums = lprt_inside_at(inside, i)->sums;
        memset(sums + 1, 0, 2 * sums->sum_count * sizeof(uint64_t));
        lprt_inside_at(inside, i)->may_change = true;
    }
    inside->record->resets = t->resets;
}

/* ---- Beginning and ending ---- */

static void charge_heap(struct lprt_thread *t)
{
    struct lprt_chunk *chunk = t->chunk;

    if (!lprt_heap_is_on)
        return;
    for (struct lineprof_frame *frame = lprt_frame_step(t, &chunk, t->next);
         frame != &t->root; frame = lprt_frame_step(t, &chunk, frame))
        lprt_heap_look(frame);
}

/* A block's counters change where it is called, or where light code of it is timed; one
   that counts no calls always may change, and one that is open.  Which are open on fibers
   nobody knows. */
static bool has_changed(struct lprt_inside_of *of, const struct lprt_counter *counter)
{
    const struct lprof_block *block = counter->payload;

    if (counter->kind != LPROF_RECORD_BLOCK || block->flags & LPROF_BLOCK_LOOSE)
        return true;
    const uint64_t seen = of->seen;
    const bool could = of->may_change;
    of->seen = counter->is_weighted ? block->call_skip : block->calls;
    of->may_change = block->active || (!of->seen && !counter->is_weighted);
    return could || of->may_change || of->seen != seen;
}

/* One side of all that the thread counts in.  false if there is no room. */
static bool settle_all(struct lprt_thread *t, struct lprt_inside *inside,
                       enum lprt_side side)
{
    const struct lprt_counters *counters = counters_of(t);

    if (!counters)
        return false;
    while (inside->count < counters->count) {
        if (!add_sums(inside, lprt_counters_at(counters, inside->count)))
            return false;
    }
    for (uint32_t i = 0; i < inside->count; i++) {
        const struct lprt_counter *counter = lprt_counters_at(counters, i);
        if (has_changed(lprt_inside_at(inside, i), counter))
            settle_counter((struct tables){.to = lprt_inside_table(inside, i, side),
                                           .other = lprt_inside_table(inside, i, !side)},
                           counter);
    }
    return true;
}

static void take_side(struct lprt_thread *t, struct lprt_inside *inside,
                      enum lprt_side side, uint64_t now)
{
    if (side == LPRT_OUTSIDE)
        inside->record->since = now;
    lprt_frames_count_visits(t);
    charge_heap(t);
    clear_outdated(t, inside);
    inside->is_off = lprt_region_is_full() || !settle_all(t, inside, side);
    if (!inside->is_off)
        lprt_inside_add_open(t, inside, side, now);
}

static void set_open(struct lprt_inside *inside, bool is_open)
{
    const uint32_t flags = (is_open ? LPROF_INSIDE_OPEN : 0) |
                           (inside->is_off ? LPROF_INSIDE_INCOMPLETE : 0);

    __atomic_store_n(&inside->record->flags, flags, __ATOMIC_RELEASE);
}

static void say_full(const struct lprt_named *named)
{
    named->inside->is_off = true;
    lprt_say_trouble(named->name, "there is no room for what lines do in it", 0);
}

static void begin(struct lprt_thread *t, struct lprt_named *named, uint64_t now)
{
    if (!named->inside)
        named->inside = make_inside(t, named);
    if (!named->inside || named->inside->depth++ || named->inside->is_off)
        return;
    lprt_turn_look(t, NULL, 0);
    take_side(t, named->inside, LPRT_OUTSIDE, now);
    if (named->inside->is_off)
        say_full(named);
    named->inside->record->begun = now + lprt_regions_frame(t)->bias;
    set_open(named->inside, !named->inside->is_off);
}

static void end(struct lprt_thread *t, struct lprt_named *named, uint64_t now)
{
    struct lprt_inside *inside = named->inside;

    if (!inside || !inside->depth || --inside->depth ||
        !(inside->record->flags & LPROF_INSIDE_OPEN))
        return;
    take_side(t, inside, LPRT_INSIDE, now);
    if (inside->is_off)
        say_full(named);
    set_open(inside, false);
}

static void guarded(struct lprt_thread *t, struct lprt_named *named,
                    void (*what)(struct lprt_thread *t, struct lprt_named *named,
                                 uint64_t now),
                    uint64_t now)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    what(t, named, now);
    lprt_lock_release(&guard);
}

void lprt_inside_begin(struct lprt_thread *thread, struct lprt_named *named)
{
    const struct lprt_aside aside = lprt_regions_set_aside(thread);

    const uint64_t raw = aside.raw ? aside.raw : lprt_clock_read();
    guarded(thread, named, begin, raw - lprt_regions_frame(thread)->bias);
    lprt_regions_leave_out(thread, aside);
}

void lprt_inside_end(struct lprt_thread *thread, struct lprt_named *named, uint64_t now)
{
    const struct lprt_aside aside = lprt_regions_set_aside(thread);

    guarded(thread, named, end, now);
    lprt_regions_leave_out(thread, aside);
}

void lprt_inside_forget(struct lprt_regions *regions)
{
    regions->counters = NULL;
    for (struct lprt_named *named = regions->names.first; named; named = named->next)
        named->inside = NULL;
}
