/* SPDX-License-Identifier: MIT */
/*
 * The short way of a region: its name was begun here before, and nothing is unusual.  No
 * lock and no call; the clock is the processor's, and is read as early as can be: the
 * processor has time for the rest while it reads.
 *
 * Names are literals, so the address tells which.  Only another object that is loaded can
 * have another literal there, and each tells the runtime: then lprt_user_pass changes.
 */
#include "regions/lprt_regions.h"
#include "base/lprt_machine.h"
#include "count/lprt_activation.h"
#include "count/lprt_control.h"
#include "lprt_user.h"

#include <string.h>

/* The name on a thread whose regions take the short way; or NULL. */
LPRT_ALWAYS_INLINE struct lprt_named *known_name(const struct lprt_thread *t,
                                                 const char *name)
{
    struct lprt_regions *regions = t->regions;

    if (LPRT_UNLIKELY(!regions || regions->pass != lprt_user_pass || !t->block_count))
        return NULL;
    const struct lprt_name_slot *slot = lprt_name_slot(&regions->names, name);
    struct lprt_named *named = slot->named;
    return LPRT_LIKELY(slot->text == name) ? named : NULL;
}

unsigned int lprt_regions_begin(const char *name)
{
    struct lprt_thread *t = lprt_self;
    struct lprt_named *named = known_name(t, name);
    struct lineprof_frame *frame = lprt_innermost(t);

    if (LPRT_UNLIKELY(!named || t->regions->top >= LPRT_MOST_OPEN || !frame->cfa ||
                      !lprt_is_on_own_stack(t->regions, LPRT_HERE)))
        return lprt_regions_begin_slowly(name, LPRT_HERE);
    const struct lprt_moment moment =
        lprt_moment_at(frame, lprt_stamp_ordered(), lprt_region_costs.inside);
    return lprt_activation_open(t->regions, named, moment, 0);
}

/* A text at the same address may be another by now. */
unsigned int lprt_regions_begin_text(const char *name, uintptr_t here)
{
    struct lprt_thread *t = lprt_self;
    struct lprt_named *named = known_name(t, name);
    struct lineprof_frame *frame = lprt_innermost(t);

    if (LPRT_UNLIKELY(!named || !name || t->regions->top >= LPRT_MOST_OPEN ||
                      !frame->cfa || !lprt_is_on_own_stack(t->regions, here) ||
                      strcmp(named->name, name) != 0))
        return lprt_regions_begin_slowly(name, here);
    const struct lprt_moment moment =
        lprt_moment_at(frame, lprt_stamp_ordered(), lprt_region_costs.inside);
    return lprt_activation_open(t->regions, named, moment, 0);
}

LPRT_ALWAYS_INLINE void end_top(struct lprt_regions *regions,
                                struct lineprof_frame *frame)
{
    const struct lprt_topmost topmost = lprt_activation_topmost(regions);
    const uint64_t raw = lprt_stamp_ordered();
    const struct lprt_moment moment =
        lprt_moment_at(frame, raw, lprt_region_costs.outside);
    const uint64_t ticks = lprt_activation_close(regions, topmost, moment);

    if (LPRT_UNLIKELY(
            raw >= atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed) ||
            lprt_region_is_extreme(topmost.record, ticks)))
        lprt_regions_end_rest(topmost.record, ticks, raw);
}

void lprt_regions_end(unsigned int handle)
{
    struct lprt_thread *t = lprt_self;
    struct lprt_regions *regions = t->regions;
    struct lineprof_frame *frame = lprt_innermost(t);

    if (LPRT_UNLIKELY(!handle || !regions || handle != regions->top || !frame->cfa ||
                      !t->block_count || lprt_activation_at(regions, handle)->detour))
        lprt_regions_end_slowly(handle, LPRT_HERE);
    else
        end_top(regions, frame);
}

void lprt_regions_end_alone(unsigned int handle, uintptr_t here)
{
    struct lprt_regions *regions = lprt_self->regions;

    if (LPRT_LIKELY(regions && handle == regions->top))
        lprt_regions_end(handle);
    else
        lprt_regions_end_alone_slowly(handle, here);
}

void lprt_regions_end_named(const char *name)
{
    struct lprt_thread *t = lprt_self;
    const struct lprt_named *named = known_name(t, name);
    struct lineprof_frame *frame = lprt_innermost(t);

    if (LPRT_UNLIKELY(!named || !frame->cfa ||
                      !lprt_is_on_own_stack(t->regions, LPRT_HERE) ||
                      lprt_activation_at(t->regions, t->regions->top)->named != named ||
                      lprt_activation_at(t->regions, t->regions->top)->detour))
        lprt_regions_end_named_slowly(name, LPRT_HERE);
    else
        end_top(t->regions, frame);
}

void lprt_regions_mark(const char *name)
{
    struct lprt_named *named = known_name(lprt_self, name);

    if (LPRT_LIKELY(named && !lprt_control_is_new())) /* no clock says when to look */
        lprt_add(&named->record->calls, 1);
    else
        lprt_regions_mark_slowly(name, LPRT_HERE);
}
