/* SPDX-License-Identifier: MIT */
/*
 * An open region is a slot of a table that all threads share.  Its handle says which
 * slot, and how many have been begun before it, so that no two have the same for a long
 * time. Where its slot is looked for depends on where on a stack it was begun: so those
 * of a fiber are found without looking at all others.
 *
 * The beginning is counted on the thread that makes it, the time on the one that ends it:
 * each counter has one writer.
 */
#include "regions/lprt_fibers.h"
#include "base/lprt_lock.h"
#include "base/lprt_say.h"
#include "count/bare/lprt_pause.h"
#include "count/bare/lprt_turn.h"
#include "regions/lprt_hooks.h"
#include "regions/lprt_phases.h"
#include "regions/lprt_regions.h"

#include <string.h>

enum {
    SLOT_BITS = 14,
    SLOTS = 1 << SLOT_BITS,
    TRIES = 1024,           /* slots that are tried for one part of the memory */
    PART = LPRT_FIBER_PART, /* most pairs are nearer */
    CLOSE = 1 << 12,        /* what is nearer than that is on the same stack */
    MOST_AROUND = 1024,     /* regions in one another that are looked at */
    BUSY = 1,               /* a handle: being filled, or ended */
};

static _Atomic uint32_t handles[SLOTS]; /* 0: free */

static struct slot {
    struct lprt_named *named;         /* on the thread that began it */
    const struct lprt_thread *thread; /* that one; NULL: it is not known any more */
    uintptr_t here;                   /* where on which stack */
    uint64_t order;                   /* how many had been begun before */
    _Atomic uint64_t raw;             /* reading of the clock at the beginning */
    _Atomic uint64_t counted;         /* lprt_pause_counted() of that */
    uint64_t bias;                    /* of the thread that began it */
    _Atomic uint64_t inside;          /* ticks of those that were open in it */
    _Atomic uint32_t holds;           /* of those that are */
    _Atomic uint32_t around;          /* the handle of what it is in; 0: of nothing */
    uint32_t hooks;                   /* that were told; 0: none */
    bool is_inner;                    /* one of its name is around it */
} slots[SLOTS];

static _Atomic uint64_t begun;
static _Atomic uint32_t reach = 1; /* most tries that one has taken */

/* ---- Finding them ---- */

static uint32_t number_of(uint32_t handle)
{
    return handle % SLOTS;
}

static uint32_t first_slot(uintptr_t here)
{
    const uint64_t mixed = (uint64_t)(here / PART) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(mixed >> (64 - SLOT_BITS));
}

static bool is_open(uint32_t handle)
{
    return handle && atomic_load_explicit(&handles[number_of(handle)],
                                          memory_order_acquire) == handle;
}

/* On the stack that `here` is on. */
struct search {
    uintptr_t here;
    const char
        *name; /* NULL: any that `here` may be in, as frames lie below their callers' */
    uint32_t found; /* a handle; 0: none so far */
    uint64_t order; /* of that */
    uintptr_t distance;
};

/* The last that was begun of those that are surely on the same stack, or else the
   nearest one: another stack's may be in the same part of the memory. */
static bool is_better(const struct search *search, uintptr_t distance, uint64_t order)
{
    if (!search->found)
        return true;
    if (distance < CLOSE && search->distance < CLOSE)
        return order > search->order;
    return distance < search->distance;
}

/* Its owner may end it meanwhile, and another may take it. */
static void look_at(struct search *search, uint32_t number)
{
    const struct slot *slot = &slots[number];
    const uint32_t handle = atomic_load_explicit(&handles[number], memory_order_acquire);

    if (handle <= BUSY)
        return;
    const uintptr_t there = slot->here;
    const uint64_t order = slot->order;
    const char *name = slot->named->name;
    const uintptr_t distance =
        there < search->here ? search->here - there : there - search->here;
    const bool fits = search->name ? strcmp(name, search->name) == 0
                                   : there >= search->here || distance < CLOSE;
    if (distance >= PART || !fits || !is_open(handle) ||
        !is_better(search, distance, order))
        return;
    search->found = handle;
    search->order = order;
    search->distance = distance;
}

static void look_in(struct search *search, uintptr_t part)
{
    const uint32_t first = first_slot(part);

    for (uint32_t i = 0; i < reach; i++)
        look_at(search, (first + i) % SLOTS);
}

static uint32_t find(const char *name, uintptr_t here)
{
    struct search search = {.here = here, .name = name};

    look_in(&search, here);
    look_in(&search, here + PART);
    look_in(&search, here - PART);
    return search.found;
}

unsigned int lprt_fibers_find(const char *name, uintptr_t here)
{
    return find(name, here);
}

static bool is_in_one_of(const char *name, uint32_t around)
{
    for (int i = 0; i < MOST_AROUND && is_open(around); i++) {
        const struct slot *slot = &slots[number_of(around)];
        if (strcmp(slot->named->name, name) == 0)
            return true;
        around = slot->around;
    }
    return false;
}

/* ---- Beginning ---- */

static void say(const char *name, const char *what)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    lprt_say_trouble(name, what, 0);
    lprt_lock_release(&guard);
}

static void note_tries(uint32_t tries)
{
    uint32_t most = reach;

    while (most < tries && !atomic_compare_exchange_weak(&reach, &most, tries))
        ;
}

/* Takes a free slot, which is busy then.  0: there is none. */
static uint32_t take_slot(uintptr_t here, uint64_t order)
{
    const uint32_t first = first_slot(here);

    for (uint32_t i = 0; i < TRIES; i++) {
        const uint32_t number = (first + i) % SLOTS;
        uint32_t is_free = 0;
        if (!atomic_compare_exchange_strong(&handles[number], &is_free, BUSY))
            continue;
        note_tries(i + 1);
        return LPRT_IS_FIBER | (uint32_t)order << SLOT_BITS | number;
    }
    return 0;
}

/* What a probe takes is left out of the time of what is around it; a clock that counts
   its readings shows none of that. */
static bool has_costs(void)
{
    return lprt_region_costs.whole;
}

static void leave_out(uint64_t since)
{
    if (!has_costs())
        return;
    lprt_add(&lprt_regions_frame(lprt_self)->bias,
             lprt_ticks_since(since, lprt_clock_read()));
}

unsigned int lprt_fibers_begin(struct lprt_named *named, uintptr_t here)
{
    const uint32_t hooks =
        lprt_hooks_id ? lprt_hooks_start(&lprt_self->regions->hook, here, named->name)
                      : 0;
    const uint64_t start = has_costs() ? lprt_clock_read() : 0;
    const uint64_t order = atomic_fetch_add(&begun, 1);
    const uint32_t handle = take_slot(here, order);

    if (!handle) {
        say(named->name, "too many regions are open on fibers, not recorded");
        return 0;
    }
    struct slot *slot = &slots[number_of(handle)];
    slot->named = named;
    slot->thread = lprt_self;
    slot->here = here;
    slot->order = order;
    slot->hooks = hooks;
    slot->around = find(NULL, here);
    slot->is_inner = is_in_one_of(named->name, slot->around);
    slot->inside = 0;
    slot->holds = 0;
    if (slot->around)
        atomic_fetch_add(&slots[number_of(slot->around)].holds, 1);
    lprt_add(&named->record->calls, 1);
    leave_out(start);
    slot->bias = lprt_regions_frame(lprt_self)->bias;
    slot->raw = lprt_clock_read();
    slot->counted = lprt_pause_counted(slot->raw);
    atomic_store_explicit(&handles[number_of(handle)], handle, memory_order_release);
    return handle;
}

/* ---- Ending ---- */

static uint64_t ticks_since_begin(const struct slot *slot, uint64_t now)
{
    const uint64_t elapsed = lprt_ticks_since(slot->counted, lprt_pause_counted(now));
    const uint64_t taken =
        slot->thread == lprt_self ? lprt_regions_frame(lprt_self)->bias - slot->bias : 0;

    return taken < elapsed ? elapsed - taken : 0;
}

/* The record that the calling thread writes.  While nothing is to begin, as during a
   pause, a new thread gets none: then it is that of the beginning. */
static struct lprof_region *record_for(const struct slot *slot, uintptr_t here)
{
    const struct lprt_named *named = slot->thread == lprt_self
                                         ? slot->named
                                         : lprt_regions_name(slot->named->name, here);
    return named ? named->record : slot->named->record;
}

static void tell_around(const struct slot *slot, uint64_t ticks)
{
    if (!is_open(slot->around))
        return;
    atomic_fetch_add(&slots[number_of(slot->around)].inside, ticks);
    atomic_fetch_sub(&slots[number_of(slot->around)].holds, 1);
}

static void note(const struct slot *slot, struct lprof_region *record, uint64_t now)
{
    const uint64_t inside = slot->inside;
    const uint64_t elapsed = ticks_since_begin(slot, now);
    const uint64_t ticks = elapsed < inside ? inside : elapsed; /* clocks differ a bit */

    if (!slot->is_inner)
        lprt_add(&record->ticks, ticks);
    lprt_add(&record->self_ticks, ticks - inside);
    tell_around(slot, ticks);
    if (lprt_self->regions)
        lprt_timeline_add(&lprt_self->regions->timeline, record, slot->raw, now);
    lprt_regions_end_rest(record, ticks, now);
}

/* Those that were begun in it: all of them are looked for, since it is rare. */
static uint32_t first_held(uint32_t handle)
{
    for (uint32_t i = 0; i < SLOTS; i++) {
        const uint32_t held = atomic_load_explicit(&handles[i], memory_order_acquire);
        if (held > BUSY && slots[i].around == handle && is_open(held))
            return held;
    }
    return 0;
}

static uint32_t innermost_held(uint32_t handle)
{
    uint32_t inner = handle;

    for (int i = 0; i < MOST_AROUND && slots[number_of(inner)].holds; i++) {
        const uint32_t held = first_held(inner);
        if (!held)
            break;
        inner = held;
    }
    return inner;
}

void lprt_fibers_end_alone(unsigned int handle, uintptr_t here)
{
    struct slot *slot = &slots[number_of(handle)];
    uint32_t expected = handle;

    if (!(handle & LPRT_IS_FIBER) ||
        !atomic_compare_exchange_strong(&handles[number_of(handle)], &expected, BUSY))
        return;
    if (lprt_self->regions)
        lprt_turn_look(lprt_self, NULL, 0);
    const uint64_t now = lprt_clock_read();
    const uint32_t hooks = slot->hooks;
    const struct lprt_named *named = slot->named;
    const char *name = named->name;
    note(slot, record_for(slot, here), now);
    atomic_store_explicit(&handles[number_of(handle)], 0, memory_order_release);
    if (!lprt_self->regions)
        return;
    leave_out(now);
    if (hooks)
        lprt_hooks_stop(hooks, &lprt_self->regions->hook, here, name);
    if (named->is_phase)
        lprt_phases_end(named->record, now);
}

void lprt_fibers_end(unsigned int handle, uintptr_t here)
{
    while (is_open(handle)) {
        const uint32_t inner = innermost_held(handle);
        if (inner != handle)
            say(slots[number_of(inner)].named->name,
                "a region was left without its end, which is taken to be that of the one "
                "around it");
        lprt_fibers_end_alone(inner, here);
    }
}

/* ---- The process ---- */

/* What threads that do not exist in a child were in the midst of keeps its slot. */
void lprt_fibers_restart(void)
{
    if (!atomic_load(&begun))
        return;
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (atomic_load(&handles[i]) <= BUSY)
            continue;
        slots[i].raw = lprt_clock_read();
        slots[i].counted = lprt_pause_counted(slots[i].raw);
        slots[i].inside = 0;
        slots[i].thread = NULL;
    }
}

static bool close_one(uint32_t number, uint64_t now)
{
    struct slot *slot = &slots[number];
    uint32_t handle = atomic_load(&handles[number]);

    if (handle <= BUSY || slot->holds ||
        !atomic_compare_exchange_strong(&handles[number], &handle, BUSY))
        return false;
    note(slot, slot->named->record, now);
    atomic_store(&handles[number], 0);
    return true;
}

/* On the records of the threads that began them, which are at their end, too.  What holds
   others comes after them. */
void lprt_fibers_close(void)
{
    if (!atomic_load(&begun))
        return;
    const uint64_t now = lprt_clock_read();
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < SLOTS; i++)
            any |= close_one(i, now);
    }
}
