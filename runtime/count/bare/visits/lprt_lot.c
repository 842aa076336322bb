/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/lprt_lot.h"
#include "count/bare/lprt_event.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/bare/visits/lprt_trigger.h"
#include "count/lprt_counts.h"
#include "count/lprt_frame.h"
#include "count/timing/lprt_budget.h"
#include "store/lprt_config.h"

enum {
    PART_OF_VISITS = 16, /* so far: no more are passed over until the next */
    PART_OF_TIME = 64,   /* that timing a stretch is to cost at most */
    LINES_OF_STRETCH = 4,
    MOST_SKIPPED_EVER = 16384,  /* where timing costs too much; twice that is a weight */
    MOST_SKIPPED_LASTING = 512, /* of what may last: calls of something unknown, loops */
};

/* ---- Where they are ---- */

/* Of the module, if it has the count of that number; else NULL.  A module that is loaded
   again has the same ones at another address. */
static const struct lineprof_layout *layout_at(const struct lineprof_module *module,
                                               uint64_t layout, uint64_t count)
{
    if (layout >= (uint64_t)(module->layouts_end - module->layouts_begin))
        return NULL;
    const struct lineprof_layout *at = module->layouts_begin[layout];
    const uint64_t first = (uint64_t)(at->counts - module->counts_begin);
    return count - first < at->count_count ? at : NULL;
}

static const struct lineprof_layout *layout_of(const struct lprt_loaded *loaded,
                                               struct lprt_lot *lot, uint64_t count)
{
    if (LPRT_UNLIKELY(!lot->layout)) {
        struct lprt_counts_search search = {.loaded = loaded, .count = count};
        lprt_keeping_vectors(lprt_counts_find, &search);
        lot->layout = search.layout + 1;
        lot->outside = search.outside;
    }
    return layout_at(loaded->code, lot->layout - 1, count);
}

/* No vector register is to be in use, so none of what is returned is put together from
   others in one. */
static struct lprt_lot_place place_of(const struct lprt_arrays *arrays, uint64_t count)
{
    struct lprt_lot *lot = &arrays->lots[count];
    const struct lineprof_layout *layout = layout_of(arrays->loaded, lot, count);
    struct lprt_lot_place place = {0};

    if (!layout || !layout->visits)
        return place;
    place.lot = lot;
    place.function = layout->function;
    place.what =
        layout->visits[arrays->loaded->code->counts_begin + count - layout->counts];
    return place;
}

struct lprt_lot_place lprt_lot_find(const struct lprt_thread *thread,
                                    const struct lprof_count *count)
{
    const uintptr_t at = (uintptr_t)count;

    for (uint32_t i = 0; i < thread->counts_room; i++) {
        const struct lprt_arrays *arrays = &thread->counts[i];
        if (!arrays->counting || !arrays->lots || !arrays->loaded)
            continue;
        const uintptr_t first = (uintptr_t)(arrays->counting + 1);
        const uint64_t index = (at - first) / sizeof *count;
        if (at >= first && index < arrays->counting->count_count)
            return place_of(arrays, index);
    }
    return (struct lprt_lot_place){0};
}

/* ---- Drawing ---- */

static uint64_t most_skipped(const struct lineprof_frame *frame)
{
    return frame->visit & LPRT_STRETCH_MAY_LAST ? MOST_SKIPPED_LASTING
                                                : LPRT_LOT_MOST_SKIPPED;
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
   costs together depends on how much is called, and lines seem longer while they are
   timed, so that is looked at, too (lprt_budget.h); where it is next to nothing more are
   timed. */
static uint64_t draw(struct lprt_thread *t, const struct lprt_lot *lot, uint64_t visits,
                     const struct lineprof_frame *frame)
{
    const uint64_t ticks =
        lot->ticks + lasted_of(lprt_block_of(frame), visits) * lot->times;
    const uint64_t worth =
        PART_OF_TIME * lot->cost / LPRT_BUDGET_ONE * lprt_budget_pressure(t);
    const uint64_t most = most_skipped(frame);
    uint64_t mean = visits / PART_OF_VISITS;

    if (!lot->cost) /* nor is it known yet how long it takes */
        return 1;
    if (mean > most)
        mean = most;
    mean = lprt_budget_spare(t, mean);
    mean = lprt_budget_lots(t, mean ? mean : 1);
    if (mean > MOST_SKIPPED_EVER)
        mean = MOST_SKIPPED_EVER;
    if (ticks && mean > worth / ticks)
        mean = worth / ticks;
    return mean > 1 ? 1 + lprt_event_skip(t, mean) : 1;
}

uint64_t lprt_lot_draw(struct lprt_thread *t, struct lprt_lot *lot,
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
