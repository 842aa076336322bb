/* SPDX-License-Identifier: MIT */
/*
 * What is open in a forked child.  Readers of the file see it, so it lies in the region,
 * where the parent goes on at once: it is put aside before the fork.
 */
#include "count/bare/lprt_regions_anew.h"
#include "count/lprt_activation.h"
#include "regions/lprt_inside.h"
#include "regions/lprt_regions.h"
#include "store/lprt_region.h"

static struct {
    struct lprt_activation shown[LPRT_SHOWN_OPEN];
    uint32_t count;
} aside;

void lprt_regions_put_aside(struct lprt_thread *thread)
{
    struct lprt_regions *regions = thread->regions;
    const uint32_t open = regions ? regions->top : 0;

    aside.count = open < LPRT_SHOWN_OPEN ? open : LPRT_SHOWN_OPEN;
    for (uint32_t i = 0; i < aside.count; i++)
        aside.shown[i] = *lprt_activation_at(regions, 1 + i);
}

/* It is the parent's; what is to be used next is found when something begins. */
static void forget_timeline(struct lprt_regions *regions)
{
    regions->timeline = (struct lprt_timeline){0};
}

void lprt_regions_restart(struct lprt_thread *thread)
{
    struct lprt_regions *regions = thread->regions;

    if (!regions)
        return;
    for (uint32_t i = 0; i < aside.count; i++)
        *lprt_activation_at(regions, 1 + i) = aside.shown[i];
    lprt_activations_begin_at(
        regions, lprt_moment_at(lprt_regions_frame(thread), lprt_clock_read(), 0));
    lprt_activations_show(regions, regions->top);
    forget_timeline(regions);
    lprt_inside_forget(regions);
}

void lprt_regions_drop(struct lprt_thread *thread)
{
    struct lprt_regions *regions = thread->regions;

    if (!regions)
        return;
    regions->top = 0;
    lprt_activations_show(regions, regions->top);
    forget_timeline(regions);
    lprt_inside_forget(regions);
    for (struct lprt_named *named = regions->names.first; named; named = named->next)
        named->active = NULL;
}

/* ---- What another process has left ---- */

/* At its last event: of its thread's frames, or the begin or end of a region. */
static uint64_t last_event(const struct lprof_open_regions *left, uint64_t last)
{
    const struct lprt_activation *all = (const struct lprt_activation *)(left + 1);

    for (uint64_t i = 0; i < left->capacity; i++) {
        const bool is_gap = i < left->open && !all[i].record;
        if (!is_gap && (int64_t)(all[i].begun - last) > 0)
            last = all[i].begun;
    }
    return last;
}

static bool is_outermost(const struct lprt_activation *all, uint64_t place)
{
    const struct lprof_region *record = all[place].record;

    while (place > 0) {
        if (all[--place].record == record)
            return false;
    }
    return true;
}

/* Returns how much of it is not the time of what lies around it. */
static uint64_t close_left(struct lprt_activation *all, uint64_t place, uint64_t now)
{
    struct lprt_activation *top = &all[place];
    struct lprof_region *record = top->record;
    const uint64_t elapsed = record ? lprt_activation_length(top, top->inside, now)
                                    : lprt_ticks_since(top->begun, top->inside);

    if (record) {
        record->self_ticks += elapsed - top->inside;
        if (is_outermost(all, place))
            record->ticks += elapsed;
        lprt_regions_end_rest(record, elapsed, 0);
    }
    *top = (struct lprt_activation){.begun = now};
    return elapsed;
}

void lprt_regions_close_left(struct lprof_open_regions *left, uint64_t last)
{
    struct lprt_activation *all = (struct lprt_activation *)(left + 1);
    const uint64_t now = last_event(left, last);
    uint64_t open = left->open < left->capacity ? left->open : left->capacity;

    while (open > 0) {
        const uint64_t elapsed = close_left(all, --open, now);
        if (open > 0)
            all[open - 1].inside += elapsed;
    }
    left->open = 0;
}
