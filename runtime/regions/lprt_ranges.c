/* SPDX-License-Identifier: MIT */
/*
 * An open range is a slot of a table; its number says which, and how many have been
 * begun before it, so that no two have the same.  The beginning is counted on the thread
 * that makes it, the time on the one that ends it: each counter has one writer.
 */
#include "regions/lprt_ranges.h"
#include "base/lprt_lock.h"
#include "base/lprt_say.h"
#include "count/bare/lprt_pause.h"
#include "count/lprt_activation.h"
#include "regions/lprt_phases.h"
#include "regions/lprt_regions.h"

enum {
    SLOTS = 4096,
    TRIES = 64, /* slots that are looked at; more are not free by chance */
    BUSY = 1,   /* in `range`: being filled, or read */
};

static struct slot {
    _Atomic uint64_t range;           /* its number; 0: free */
    const char *name;                 /* the runtime's copy */
    uint64_t raw;                     /* reading of the clock at the beginning */
    uint64_t counted;                 /* lprt_pause_counted() of that */
    uint64_t bias;                    /* of the thread that began it */
    const struct lprt_thread *thread; /* that one; NULL: of a forked child's parent */
} slots[SLOTS];

static _Atomic uint64_t begun;

static struct slot *slot_of(uint64_t range)
{
    return &slots[range % SLOTS];
}

/* A free slot, which is busy now.  NULL if there is none.  Numbers begin with SLOTS, so
   none is 0 or BUSY. */
static struct slot *take_slot(uint64_t *range)
{
    for (int i = 0; i < TRIES; i++) {
        uint64_t is_free = 0;
        *range = SLOTS + atomic_fetch_add(&begun, 1);
        if (atomic_compare_exchange_strong(&slot_of(*range)->range, &is_free, BUSY))
            return slot_of(*range);
    }
    return NULL;
}

static void say_full(const char *name)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    lprt_say_trouble(name, "too many ranges are open, not recorded", 0);
    lprt_lock_release(&guard);
}

uint64_t lprt_ranges_begin(const char *name, uintptr_t here)
{
    struct lprt_named *named = lprt_regions_name(name, here);
    uint64_t range = 0;
    struct slot *slot = named ? take_slot(&range) : NULL;

    if (!slot) {
        if (named)
            say_full(name);
        return 0;
    }
    lprt_add(&named->record->calls, 1);
    slot->name = named->name;
    slot->thread = lprt_self;
    slot->bias = lprt_regions_frame(lprt_self)->bias;
    slot->raw = lprt_clock_read();
    slot->counted = lprt_pause_counted(slot->raw);
    atomic_store_explicit(&slot->range, range, memory_order_release);
    return range;
}

static uint64_t ticks_since_begin(const struct slot *slot, uint64_t now)
{
    const uint64_t elapsed = lprt_ticks_since(slot->counted, lprt_pause_counted(now));
    const uint64_t taken =
        slot->thread == lprt_self ? lprt_regions_frame(lprt_self)->bias - slot->bias : 0;

    return taken < elapsed ? elapsed - taken : 0;
}

void lprt_ranges_end(uint64_t range, uintptr_t here)
{
    struct slot *slot = slot_of(range);
    uint64_t expected = range;

    if (range < SLOTS || !atomic_compare_exchange_strong(&slot->range, &expected, BUSY))
        return;
    const uint64_t now = lprt_clock_read();
    const uint64_t ticks = ticks_since_begin(slot, now);
    const uint64_t raw = slot->raw;
    const char *name = slot->name;
    atomic_store_explicit(&slot->range, 0, memory_order_release);
    struct lprt_named *named = lprt_regions_name(name, here);
    if (!named)
        return;
    lprt_add(&named->record->ticks, ticks);
    lprt_add(&named->record->self_ticks, ticks);
    lprt_timeline_add(&lprt_self->regions->timeline, named->record, raw, now);
    lprt_regions_end_rest(named->record, ticks, now);
    if (named->is_phase)
        lprt_phases_end(named->record, now);
}

void lprt_ranges_restart(void)
{
    for (struct slot *slot = slots; slot < slots + SLOTS; slot++) {
        if (atomic_load(&slot->range) <= BUSY)
            continue;
        slot->raw = lprt_clock_read();
        slot->counted = lprt_pause_counted(slot->raw);
        slot->thread = NULL;
    }
}
