/* SPDX-License-Identifier: MIT */
#include "lprt_activation.h"
#include "lprt_control.h"
#include "lprt_hooks.h"
#include "lprt_lock.h"
#include "lprt_memory.h"
#include "lprt_modules.h"
#include "lprt_process.h"
#include "lprt_region.h"
#include "lprt_regions.h"
#include "lprt_say.h"
#include "lprt_user.h"

#include <string.h>

enum {
    ROUNDS = 16, /* of measuring */
    PAIRS = 32,  /* a round */
};

struct lprt_region_costs lprt_region_costs;

static bool costs_are_known;

static atomic_bool is_dead; /* not enabled, or the runtime could not start */
static atomic_bool is_used; /* there are threads with regions */

bool lprt_regions_are_dead(void)
{
    return atomic_load(&is_dead);
}

bool lprt_regions_are_used(void)
{
    return atomic_load(&is_used);
}

static struct lineprof_frame *innermost_complete(struct lprt_thread *t)
{
    struct lineprof_frame *frame = lprt_innermost(t);
    struct lprt_chunk *chunk = t->chunk;

    return frame->cfa ? frame : lprt_frame_step(t, &chunk, t->next);
}

/* A reading in virtual time, as lprt_virtual_time(). */
static uint64_t virtual_time(struct lprt_thread *t, uint64_t raw, uint64_t cost)
{
    return lprt_virtual_time(innermost_complete(t), raw, cost);
}

/* What has ended has taken some time: a maximum of 0 is none. */
static void note_length(struct lprof_region *record, uint64_t ticks)
{
    ticks += ticks == 0;
    if (record->max_ticks == 0 || ticks < record->min_ticks)
        record->min_ticks = ticks;
    if (ticks > record->max_ticks)
        record->max_ticks = ticks;
}

void lprt_regions_end_rest(struct lprof_region *record, uint64_t ticks, uint64_t raw)
{
    note_length(record, ticks);
    if (raw >= atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed))
        lprt_clock_look(raw);
}

/* ---- Preparing ---- */

static void say(const char *name, const char *what)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    lprt_say_trouble(name, what, 0);
    lprt_lock_release(&guard);
}

/* Nothing is in the way of recording. */
static bool is_ready(const struct lprt_thread *t)
{
    return !lprt_user_table.off && !lprt_modules_are_paused() && t->regions &&
           t->block_count;
}

/* Whatever was found at an address before may be something else now. */
static void renew_pass(struct lprt_regions *regions)
{
    const uint32_t pass = lprt_user_pass;

    if (!pass || regions->pass == pass)
        return;
    for (unsigned int i = 0; i < LPRT_NAME_SLOTS; i++)
        regions->names.slots[i].text = NULL;
    LPRT_SIGNAL_FENCE();
    regions->pass = pass;
}

/* Pairs of probes as the program makes them, one after the other; keeps what they cost if
   it is the least so far: less was interrupted. */
static void measure_round(const struct lprt_named *named, struct lprt_region_costs *least)
{
    unsigned int (*volatile begin)(const char *) = lprt_regions_begin;
    void (*volatile end)(unsigned int) = lprt_regions_end;
    const struct lprof_region *record = named->record;
    const uint64_t ticks = record->ticks;
    const uint64_t before = lprt_clock_read();

    for (int i = 0; i < PAIRS; i++)
        end(begin(named->name));
    const uint64_t pair = (lprt_clock_read() - before) / PAIRS;
    if (pair >= least->whole)
        return;
    least->inside = (record->ticks - ticks) / PAIRS;
    least->outside = pair - least->inside;
    least->whole = pair;
}

/* Signals are blocked, and the thread's own, so nothing else is opened meanwhile.  A
   clock that counts its readings shows no costs. */
static void measure_costs(struct lprt_thread *t)
{
    struct lprof_region record = {0};
    struct lprt_named named = {.record = &record, .name = "measured"};
    struct lprt_name_slot *slot = lprt_name_slot(&t->regions->names, named.name);
    const struct lprt_name_slot before = *slot;
    struct lprt_region_costs least = {.whole = UINT64_MAX};

    if (!lprt_costs.line || !is_ready(t) || t->regions->top != LPRT_NONE_OPEN ||
        t->regions->pass != lprt_user_pass)
        return;
    costs_are_known = true;
    slot->named = &named;
    slot->text = named.name;
    for (int i = 0; i < ROUNDS; i++)
        measure_round(&named, &least);
    slot->text = before.text;
    slot->named = before.named;
    lprt_region_costs = least;
}

static struct lprt_regions *make_regions(void)
{
    struct lprt_regions *regions = lprt_memory_take(sizeof *regions);

    atomic_store(&is_used, true);
    if (!regions)
        return NULL;
    regions->top = LPRT_NONE_OPEN;
    regions->pass = LPRT_NO_PASS;
    return regions;
}

static bool is_paused(void)
{
    if (lprt_modules_are_paused() && lprt_control_is_new())
        lprt_control_obey();
    return lprt_modules_are_paused();
}

static struct lprt_thread *prepare_thread(void)
{
    static const struct lineprof_unit unit = {.clock = LINEPROF_CLOCK_TSC,
                                              .mode = LINEPROF_MODE_ADAPTIVE};
    struct lprt_thread *t = NULL;

    if (lprt_process_start(&unit) != LPRT_ON)
        atomic_store(&is_dead, true);
    else if (!is_paused())
        t = lprt_thread_register();
    if (t && !t->regions)
        t->regions = make_regions();
    lprt_user_show();
    if (t && t->regions)
        renew_pass(t->regions);
    if (t && t->regions && !costs_are_known)
        measure_costs(t);
    return t && t->regions ? t : NULL;
}

/* A thread that is registered, and in a forked child knows it; NULL if nothing is to be
   recorded. */
static struct lprt_thread *ready_thread(void)
{
    struct lprt_thread *t = lprt_self;
    struct lprt_guard guard;

    if (LPRT_LIKELY(is_ready(t)))
        return t;
    if (lprt_regions_are_dead() || lprt_region_is_full() ||
        (lprt_modules_are_paused() && !lprt_control_is_new()))
        return NULL;
    lprt_lock_take(&guard);
    t = prepare_thread();
    lprt_lock_release(&guard);
    return t;
}

/* A name on a thread for which regions are recorded at this place; or NULL. */
static struct lprt_named *recorded_name(struct lprt_thread *t, const char *name,
                                        uintptr_t here)
{
    if (!t || !name || lprt_hooks_are_inside(&t->regions->hook, here))
        return NULL;
    t->regions->hook = 0;
    renew_pass(t->regions);
    return lprt_named_on(t, &t->regions->names, name);
}

/* ---- The long way ---- */

unsigned int lprt_regions_begin_slowly(const char *name, uintptr_t here)
{
    struct lprt_thread *t = ready_thread();
    struct lprt_named *named = recorded_name(t, name, here);
    uint64_t detour = 0;

    if (!named)
        return 0;
    if (t->regions->top >= LPRT_ALL_OPEN) {
        say(name, "too many regions are open, not recorded");
        return 0;
    }
    if (lprt_hooks_id)
        detour = lprt_hooks_start(&t->regions->hook, here, named->name);
    if (!detour && lprt_clock_read != lprt_clock_read_ordered)
        detour = LPRT_DETOUR_CLOCK;
    const uint64_t now = virtual_time(t, lprt_clock_read(), lprt_region_costs.inside);
    return lprt_activation_open(t->regions, named, now, detour);
}

/* All that are open above an offset, now; each is ended before its hook is told. */
static void close_to(struct lprt_thread *t, uint32_t offset, uintptr_t here)
{
    struct lprt_regions *regions = t->regions;
    const uint64_t raw = lprt_clock_read();
    const uint64_t now = virtual_time(t, raw, lprt_region_costs.outside);

    while (regions->top > offset) {
        lprt_add(&t->record->bias, lprt_region_costs.whole);
        const struct lprt_activation top = *lprt_activation_at(regions, regions->top);
        const uint64_t ticks = lprt_activation_close(regions, now);
        lprt_regions_end_rest(top.named->record, ticks, raw);
        if (top.detour && top.detour != LPRT_DETOUR_CLOCK)
            lprt_hooks_stop((uint32_t)top.detour, &regions->hook, here, top.named->name);
    }
}

void lprt_regions_end_slowly(unsigned int handle, uintptr_t here)
{
    struct lprt_thread *t = lprt_self;
    struct lprt_regions *regions = t->regions;

    if (!handle || !regions || handle > regions->top)
        return;
    if (handle < regions->top)
        say(lprt_activation_at(regions, regions->top)->named->name,
            "a region was left without its end, which is taken to be that of the one "
            "around it");
    close_to(t, handle - (uint32_t)sizeof(struct lprt_activation), here);
}

/* 0: none. */
static uint32_t find_open(struct lprt_regions *regions, const char *name)
{
    uint32_t offset = regions->top;

    while (offset > LPRT_NONE_OPEN &&
           strcmp(lprt_activation_at(regions, offset)->named->name, name) != 0)
        offset -= (uint32_t)sizeof(struct lprt_activation);
    return offset > LPRT_NONE_OPEN ? offset : 0;
}

/* It may have begun while nothing was recorded. */
void lprt_regions_end_named_slowly(const char *name, uintptr_t here)
{
    struct lprt_thread *t = lprt_self;
    struct lprt_regions *regions = t->regions;

    if (!name || (regions && lprt_hooks_are_inside(&regions->hook, here)))
        return;
    const uint32_t handle = regions ? find_open(regions, name) : 0;
    if (handle) {
        recorded_name(t, name, here); /* and then the short way knows it */
        lprt_regions_end_slowly(handle, here);
    } else if (!lprt_regions_are_dead() && !lprt_modules_were_paused() &&
               !lprt_region_is_full()) {
        say(name, "a region ends that has not begun");
    }
}

void lprt_regions_mark_slowly(const char *name, uintptr_t here)
{
    struct lprt_named *named = recorded_name(ready_thread(), name, here);

    if (!named)
        return;
    lprt_add(&named->record->calls, 1);
    if (lprt_control_is_new())
        lprt_control_obey();
}

void lprt_regions_set_thread_name(const char *name)
{
    struct lprt_thread *t = ready_thread();
    struct lprt_guard guard;

    if (!t)
        return;
    lprt_lock_take(&guard);
    lprt_thread_set_name(t, name);
    lprt_lock_release(&guard);
}

void lprt_regions_set_hooks(const struct lineprof_hooks *hooks)
{
    ready_thread(); /* what regions cost is measured without them */
    lprt_hooks_set(hooks);
}

void lprt_regions_close(struct lprt_thread *thread)
{
    struct lprt_regions *regions = thread->regions;

    if (!regions || regions->top == LPRT_NONE_OPEN)
        return;
    for (uint32_t at = regions->top; at > LPRT_NONE_OPEN;
         at -= (uint32_t)sizeof(struct lprt_activation))
        lprt_activation_at(regions, at)->detour = 0;
    close_to(thread, LPRT_NONE_OPEN, 0);
}

/* ---- Forked children ---- */

void lprt_regions_restart(struct lprt_thread *thread)
{
    struct lprt_regions *regions = thread->regions;

    if (!regions || regions->top == LPRT_NONE_OPEN)
        return;
    const uint64_t now = virtual_time(thread, lprt_clock_read(), 0);
    for (uint32_t at = regions->top; at > LPRT_NONE_OPEN;
         at -= (uint32_t)sizeof(struct lprt_activation)) {
        lprt_activation_at(regions, at)->begun = now;
        lprt_activation_at(regions, at)->inside = 0;
    }
}

void lprt_regions_drop(struct lprt_thread *thread)
{
    if (!thread->regions)
        return;
    thread->regions->top = LPRT_NONE_OPEN;
    for (struct lprt_named *named = thread->regions->names.first; named;
         named = named->next)
        named->active = NULL;
}
