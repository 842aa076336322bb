/* SPDX-License-Identifier: MIT */
/* The long way of a region: first names, hooks, ends out of order, other clocks. */
#include "base/lprt_lock.h"
#include "base/lprt_say.h"
#include "base/lprt_stack.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_activation.h"
#include "count/lprt_control.h"
#include "count/lprt_modules.h"
#include "count/timing/lprt_tick.h"
#include "regions/lprt_fibers.h"
#include "regions/lprt_hooks.h"
#include "regions/lprt_inside.h"
#include "regions/lprt_phases.h"
#include "regions/lprt_regions.h"
#include "store/lprt_region.h"

#include <string.h>

struct lineprof_frame *lprt_regions_frame(struct lprt_thread *t)
{
    struct lineprof_frame *frame = lprt_innermost(t);
    struct lprt_chunk *chunk = t->chunk;

    return frame->cfa ? frame : lprt_frame_step(t, &chunk, t->next);
}

/* A clock that counts its readings shows what they cost. */
struct lprt_aside lprt_regions_set_aside(struct lprt_thread *t)
{
    if (!lprt_region_costs.whole)
        return (struct lprt_aside){0};
    lprt_off_look(t);
    return (struct lprt_aside){
        .raw = lprt_clock_read(), .off_ns = t->off_ns, .tick_ns = lprt_tick_last_ns()};
}

/* Nor has a line lasted because the clock ticked meanwhile. */
static void leave_out_ticks(struct lprt_thread *t, uint64_t since_ns)
{
    const uint64_t last_ns = lprt_tick_last_ns();
    const uint64_t period_ns = lprt_tick_period_ns();

    if (!period_ns || (int64_t)(last_ns - since_ns) <= 0)
        return;
    t->left_ticks = (last_ns - since_ns + period_ns / 2) / period_ns;
    t->left_tick_ns = last_ns;
}

void lprt_regions_leave_out(struct lprt_thread *t, struct lprt_aside aside)
{
    if (!aside.raw)
        return;
    const uint64_t ticks = lprt_ticks_since(aside.raw, lprt_clock_read());
    lprt_off_leave_out_since(t, aside.off_ns);
    leave_out_ticks(t, aside.tick_ns);
    lprt_add(&lprt_regions_frame(t)->bias, ticks);
}

/* As lprt_moment_at(); during a pause the virtual time is that at which it began. */
static struct lprt_moment moment_at(struct lprt_thread *t, uint64_t raw, uint64_t cost)
{
    struct lprt_moment moment = lprt_moment_at(lprt_regions_frame(t), raw, cost);

    if (t->is_idle)
        moment.now = t->idle_last;
    return moment;
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

static void say(const char *name, const char *what)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    lprt_say_trouble(name, what, 0);
    lprt_lock_release(&guard);
}

/* Looked for when first needed: reading /proc is slow. */
static void find_stack(struct lprt_regions *regions)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    regions->stack = lprt_stack_find();
    lprt_lock_release(&guard);
}

/* Which memory is for signals the kernel tells, which takes longer than all the rest. */
static bool is_in_fiber_part(struct lprt_regions *regions, uintptr_t here)
{
    const uintptr_t part = here / LPRT_FIBER_PART;
    uintptr_t *known = &regions->fiber_parts[part % LPRT_FIBER_PARTS];

    if (*known != part && lprt_stack_is_for_signals(here))
        return false;
    *known = part;
    return true;
}

bool lprt_regions_are_on_fiber(struct lprt_regions *regions, uintptr_t here)
{
    if (!lprt_is_on_own_stack(regions, here) && !regions->stack.is_whole)
        find_stack(regions);
    return !lprt_is_on_own_stack(regions, here) && is_in_fiber_part(regions, here);
}

unsigned int lprt_regions_begin_slowly(const char *name, uintptr_t here)
{
    struct lprt_named *named = lprt_regions_name(name, here);
    struct lprt_thread *t = lprt_self;
    uint64_t detour = 0;

    if (!named)
        return 0;
    if (lprt_regions_are_on_fiber(t->regions, here))
        return lprt_fibers_begin(named, here);
    if (t->regions->top >= LPRT_MOST_OPEN) {
        say(name, "too many regions are open, not recorded");
        return 0;
    }
    if (lprt_hooks_id)
        detour = lprt_hooks_start(&t->regions->hook, here, named->name);
    if (named->has_lines && !named->active)
        lprt_inside_begin(t, named);
    if (!detour &&
        (lprt_named_is_long(named) || lprt_clock_read != lprt_clock_read_ordered))
        detour = LPRT_DETOUR_CLOCK;
    const struct lprt_moment moment =
        moment_at(t, lprt_clock_read(), lprt_region_costs.inside);
    return lprt_activation_open(t->regions, named, moment, detour);
}

static void tell_stop(struct lprt_regions *regions, const struct lprt_activation *ended,
                      uintptr_t here)
{
    if (ended->detour && ended->detour != LPRT_DETOUR_CLOCK)
        lprt_hooks_stop((uint32_t)ended->detour, &regions->hook, here,
                        ended->named->name);
}

/* The hook's own lines are outside. */
static void end_lines(struct lprt_thread *t, struct lprt_named *named, uint64_t now)
{
    if (named->has_lines && !named->active)
        lprt_inside_end(t, named, now);
}

/* What is left open at the end of its thread ends no phase. */
static void end_phase(const struct lprt_named *named)
{
    if (named->is_phase && !lprt_lock_is_held())
        lprt_phases_end(named->record, lprt_clock_read());
}

/* What is topmost, if it is a gap. */
static bool close_gap(struct lprt_regions *regions)
{
    struct lprt_activation *top = lprt_activation_at(regions, regions->top);

    if (!regions->top || top->named)
        return false;
    lprt_activation_at(regions, regions->top - 1)->inside +=
        lprt_ticks_since(top->begun, top->inside);
    top->begun = 0;
    regions->top--;
    lprt_activations_show(regions, regions->top);
    return true;
}

static void close_gaps(struct lprt_regions *regions)
{
    while (close_gap(regions))
        ;
}

/* All that are open above a place, now; each is ended before its hook is told. */
static void close_to(struct lprt_thread *t, uint32_t place, uintptr_t here)
{
    struct lprt_regions *regions = t->regions;
    const struct lprt_moment moment =
        moment_at(t, lprt_clock_read(), lprt_region_costs.outside);

    while (regions->top > place) {
        if (close_gap(regions))
            continue;
        lprt_add(&t->record->bias, lprt_region_costs.whole);
        const struct lprt_activation top = *lprt_activation_at(regions, regions->top);
        const uint64_t ticks =
            lprt_activation_close(regions, lprt_activation_topmost(regions), moment);
        lprt_regions_end_rest(top.named->record, ticks, moment.raw);
        end_lines(t, top.named, moment.now);
        tell_stop(regions, &top, here);
        end_phase(top.named);
    }
}

void lprt_regions_end_slowly(unsigned int handle, uintptr_t here)
{
    struct lprt_thread *t = lprt_self;
    struct lprt_regions *regions = t->regions;

    if (handle & LPRT_IS_FIBER)
        lprt_fibers_end(handle, here);
    if (regions)
        close_gaps(regions);
    if (!handle || !regions || handle > regions->top)
        return;
    lprt_turn_look(t, NULL, 0);
    if (handle < regions->top)
        say(lprt_activation_at(regions, regions->top)->named->name,
            "a region was left without its end, which is taken to be that of the one "
            "around it");
    close_to(t, handle - 1, here);
}

static bool is_named(const struct lprt_activation *activation, const char *name)
{
    return activation->named && strcmp(activation->named->name, name) == 0;
}

/* 0: none. */
static uint32_t find_open(struct lprt_regions *regions, const char *name)
{
    uint32_t place = regions->top;

    while (place && !is_named(lprt_activation_at(regions, place), name))
        place--;
    return place;
}

/* ---- Ends out of order ---- */

/* Take one from the middle of those that are open with its name.  Returns for how long of
   the time that it took no other one of these was open. */
static uint64_t take_from_name(const struct lprt_activation *ended, uint64_t elapsed)
{
    struct lprt_named *named = ended->named;
    struct lprt_activation *above = NULL;

    /* It is there, but where the file was cut: then those below are not known any more.
     */
    for (struct lprt_activation *at = named->active; at && at != ended; at = at->previous)
        above = at;
    if (above)
        above->previous = ended->previous;
    else
        named->active = ended->previous;
    if (ended->previous)
        return 0;
    return above ? lprt_ticks_since(ended->begun, above->begun) : elapsed;
}

/* How much of what is open above one of those is on no account yet, at the time `now`.
   The topmost is no gap. */
static uint64_t pending_above(struct lprt_regions *regions, uint32_t ended, uint64_t now)
{
    uint32_t inner = ended + 1;

    while (!lprt_activation_at(regions, inner)->named)
        inner++;
    const struct lprt_activation *named = lprt_activation_at(regions, inner);
    uint64_t ticks = lprt_activation_length(named, named->inside, now);
    while (--inner > ended) {
        const struct lprt_activation *gap = lprt_activation_at(regions, inner);
        ticks = lprt_ticks_since(gap->begun, gap->inside + ticks);
    }
    return ticks;
}

/* Returns when that was, in virtual time. */
static uint64_t leave_gap(struct lprt_thread *t, uint32_t handle)
{
    struct lprt_activation *ended = lprt_activation_at(t->regions, handle);
    const struct lprt_moment moment =
        moment_at(t, lprt_clock_read(), lprt_region_costs.outside);
    const uint64_t pending = pending_above(t->regions, handle, moment.now);
    const uint64_t inside = ended->inside + pending;
    const uint64_t elapsed = lprt_activation_length(ended, inside, moment.now);
    struct lprof_region *record = ended->record;

    lprt_add(&record->self_ticks, elapsed - inside);
    lprt_add(&record->ticks, take_from_name(ended, elapsed));
    lprt_activation_at(t->regions, handle - 1)->inside += elapsed;
    ended->record = NULL;
    ended->named = NULL;
    ended->begun = pending;
    ended->inside = 0;
    lprt_timeline_add(&t->regions->timeline, record, ended->raw, moment.raw);
    lprt_regions_end_rest(record, elapsed, moment.raw);
    return moment.now;
}

void lprt_regions_end_alone_slowly(unsigned int handle, uintptr_t here)
{
    struct lprt_thread *t = lprt_self;
    struct lprt_regions *regions = t->regions;

    if (handle & LPRT_IS_FIBER)
        lprt_fibers_end_alone(handle, here);
    if (regions)
        close_gaps(regions);
    if (!handle || !regions || handle > regions->top)
        return;
    lprt_turn_look(t, NULL, 0);
    struct lprt_activation *ended = lprt_activation_at(regions, handle);
    if (handle == regions->top) {
        lprt_regions_end_slowly(handle, here);
    } else if (ended->named) {
        const struct lprt_activation was = *ended;
        end_lines(t, was.named, leave_gap(t, handle));
        tell_stop(regions, &was, here);
        end_phase(was.named);
    }
}

/* A thread that has no regions yet may go on with a fiber that has: the fiber is not on
   that thread's stack, where nothing is open. */
static uint32_t find_innermost(struct lprt_regions *regions, const char *name,
                               uintptr_t here)
{
    if (!regions || lprt_regions_are_on_fiber(regions, here))
        return lprt_fibers_find(name, here);
    return find_open(regions, name);
}

/* It may have begun while nothing was recorded. */
void lprt_regions_end_named_slowly(const char *name, uintptr_t here)
{
    struct lprt_regions *regions = lprt_self->regions;

    if (!name || (regions && lprt_hooks_are_inside(&regions->hook, here)))
        return;
    const uint32_t handle = find_innermost(regions, name, here);
    if (handle) {
        lprt_regions_name(name, here); /* and then the short way knows it */
        lprt_regions_end_slowly(handle, here);
    } else if (!lprt_regions_are_dead() && !lprt_modules_were_paused() &&
               !lprt_region_is_full()) {
        say(name, "a region ends that has not begun");
    }
}

void lprt_regions_mark_slowly(const char *name, uintptr_t here)
{
    struct lprt_named *named = lprt_regions_name(name, here);

    if (!named)
        return;
    lprt_add(&named->record->calls, 1);
    if (lprt_control_is_new())
        lprt_control_obey();
}

void lprt_regions_close(struct lprt_thread *thread)
{
    struct lprt_regions *regions = thread->regions;

    if (!regions)
        return;
    for (uint32_t place = regions->top; place; place--)
        lprt_activation_at(regions, place)->detour = 0;
    if (regions->top)
        close_to(thread, 0, 0);
    /* Whoever comes after it there may have a clock of its own. */
    for (uint32_t place = 1; place <= LPRT_SHOWN_OPEN; place++)
        lprt_activation_at(regions, place)->begun = 0;
}
