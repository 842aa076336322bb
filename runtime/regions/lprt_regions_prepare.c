/* SPDX-License-Identifier: MIT */
/* What a thread needs to have regions, and what they cost. */
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "count/lprt_activation.h"
#include "count/lprt_control.h"
#include "count/lprt_modules.h"
#include "lprt_user.h"
#include "process/lprt_process.h"
#include "regions/lprt_hooks.h"
#include "regions/lprt_regions.h"
#include "store/lprt_region.h"

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

/* Signals are blocked, and the thread's own, so nothing else is opened meanwhile.  The
   short way is what is measured, by which there are no hooks.  A clock that counts its
   readings shows no costs. */
static void measure_costs(struct lprt_thread *t)
{
    struct lprof_region record = {0};
    struct lprt_named named = {.record = &record, .name = "measured"};
    struct lprt_name_slot *slot = lprt_name_slot(&t->regions->names, named.name);
    const struct lprt_name_slot before = *slot;
    const uint32_t pass = t->regions->pass;
    const struct lprt_stack stack = t->regions->stack;
    struct lprt_region_costs least = {.whole = UINT64_MAX};

    if (!lprt_costs.line || !is_ready(t) || t->regions->top ||
        lprt_clock_read != lprt_clock_read_ordered)
        return;
    costs_are_known = true;
    t->regions->pass = lprt_user_pass;
    t->regions->stack = (struct lprt_stack){0, UINTPTR_MAX, true}; /* on a fiber, too */
    slot->named = &named;
    slot->text = named.name;
    for (int i = 0; i < ROUNDS; i++)
        measure_round(&named, &least);
    slot->text = before.text;
    slot->named = before.named;
    t->regions->pass = pass;
    t->regions->stack = stack;
    lprt_region_costs = least;
    lprt_timeline_reset(&t->regions->timeline); /* of what was measured */
}

struct wanted {
    uint32_t thread;
    struct lprof_open_regions *found;
};

static void look_for_record(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct wanted *wanted = arg;
    struct lprof_open_regions *record = payload;

    if (kind == LPROF_RECORD_OPEN_REGIONS && record->thread == wanted->thread)
        wanted->found = record;
}

/* There is one already where another process has left it. */
static struct lprof_open_regions *make_record(uint32_t thread)
{
    struct wanted wanted = {.thread = thread};

    lprt_region_walk(look_for_record, &wanted);
    if (wanted.found)
        return wanted.found;
    struct lprof_open_regions *record = lprt_region_add(
        sizeof *record + LPRT_SHOWN_OPEN * sizeof(struct lprt_activation));
    if (!record)
        return NULL;
    record->thread = thread;
    record->region_bytes = sizeof(struct lprt_activation);
    record->capacity = LPRT_SHOWN_OPEN;
    lprt_region_publish(record, LPROF_RECORD_OPEN_REGIONS);
    return record;
}

static void make_places(struct lprt_regions *regions)
{
    struct lprt_activation *shown = (struct lprt_activation *)(regions->shown + 1);

    regions->places[0] = &regions->ground;
    for (uint32_t i = 0; i < LPRT_MOST_OPEN; i++)
        regions->places[1 + i] =
            i < LPRT_SHOWN_OPEN ? &shown[i] : &regions->private[i - LPRT_SHOWN_OPEN];
}

static struct lprt_regions *make_regions(const struct lprt_thread *t)
{
    struct lprt_regions *regions = lprt_memory_take(sizeof *regions);

    atomic_store(&is_used, true);
    if (!regions)
        return NULL;
    /* It lies before what is open in the file, and so is read before that: what is open
       then was so at the end of all that it shows. */
    lprt_timeline_open(&regions->timeline, t->record->thread);
    regions->shown = make_record(t->record->thread);
    if (!regions->shown)
        return NULL;
    make_places(regions);
    regions->stack = lprt_stack_guess();
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
        t->regions = make_regions(t);
    if (t && t->regions && !t->regions->timeline.record)
        lprt_timeline_open(&t->regions->timeline, t->record->thread);
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

void lprt_regions_take_over(const struct lprt_thread *thread)
{
    if (thread->regions)
        thread->regions->stack = lprt_stack_guess();
}

struct lprt_named *lprt_regions_name(const char *name, uintptr_t here)
{
    struct lprt_thread *t = ready_thread();

    if (!t || !name || lprt_hooks_are_inside(&t->regions->hook, here))
        return NULL;
    t->regions->hook = 0;
    renew_pass(t->regions);
    return lprt_named_on(t, &t->regions->names, name);
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
