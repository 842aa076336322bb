/* SPDX-License-Identifier: MIT */
#include "lprt_regions.h"
#include "lprt_clock.h"
#include "lprt_control.h"
#include "lprt_frame.h"
#include "lprt_lock.h"
#include "lprt_memory.h"
#include "lprt_modules.h"
#include "lprt_process.h"
#include "lprt_region.h"
#include "lprt_say.h"

#include <stdatomic.h>
#include <string.h>

enum {
    MOST_OPEN = 1024, /* on a thread */
    MOST_NAMES = 4096,
    CACHE_SLOTS = 64,
    ROUNDS = 16, /* of measuring */
    PAIRS = 32,  /* a round */
};

/* A name on a thread. */
struct named {
    struct lprof_region *record;
    const char *name;
    uint64_t begun; /* virtual ticks of the outermost one that is open */
    uint64_t open;
    struct named *next;
};

struct activation {
    struct named *named;
    uint64_t begun;  /* virtual ticks */
    uint64_t inside; /* ticks of those that were open in it */
};

/* Private memory of a thread.  The slots say where a name was last found by the address
   of its text: names are mostly literals. */
struct lprt_regions {
    unsigned int depth;
    unsigned int name_count;
    struct named *names;
    struct named *slots[CACHE_SLOTS];
    struct activation open[MOST_OPEN];
};

/* Of a pair of probes with nothing in between, in ticks. */
static struct costs {
    uint64_t inside;  /* between the two readings */
    uint64_t outside; /* the rest */
} costs;

static bool costs_are_known;

static atomic_bool is_dead; /* not enabled, or the runtime could not start */

/* ---- Opening and closing ---- */

/* The frame whose bias is the thread's. */
static struct lineprof_frame *innermost(struct lprt_thread *t)
{
    struct lineprof_frame *frame = lprt_frame_below(t, t->next);
    struct lprt_chunk *chunk = t->chunk;

    return LPRT_LIKELY(frame->cfa) ? frame : lprt_frame_step(t, &chunk, t->next);
}

static uint64_t since(uint64_t begun, uint64_t now)
{
    return (int64_t)(now - begun) > 0 ? now - begun : 0;
}

/* A reading in virtual time; then `cost` is left out of what follows. */
static uint64_t read_time(struct lprt_thread *t, uint64_t cost, uint64_t *raw)
{
    struct lineprof_frame *frame = innermost(t);

    *raw = lprt_clock_read();
    const uint64_t now = *raw - frame->bias;
    lprt_add(&frame->bias, cost);
    if (frame == &t->root)
        t->record->bias = frame->bias;
    return now;
}

/* The place is taken first, so that a handler's go above it. */
static unsigned int open_one(struct lprt_thread *t, struct named *named)
{
    struct lprt_regions *regions = t->regions;
    struct activation *activation = &regions->open[regions->depth];
    uint64_t raw = 0;

    regions->depth++;
    LPRT_SIGNAL_FENCE();
    lprt_add(&named->record->calls, 1);
    activation->named = named;
    activation->inside = 0;
    activation->begun = read_time(t, costs.inside, &raw);
    if (named->open++ == 0)
        named->begun = activation->begun;
    return (unsigned int)(activation - regions->open) + 1;
}

static void note_length(struct lprof_region *record, uint64_t ticks)
{
    ticks += ticks == 0; /* what has ended has taken some time */
    if (record->max_ticks == 0 || ticks < record->min_ticks)
        record->min_ticks = ticks;
    if (ticks > record->max_ticks)
        record->max_ticks = ticks;
}

static void close_top(struct lprt_regions *regions, uint64_t now)
{
    const struct activation *top = &regions->open[regions->depth - 1];
    struct named *named = top->named;
    const uint64_t elapsed = since(top->begun, now);

    lprt_add(&named->record->self_ticks, since(top->inside, elapsed));
    note_length(named->record, elapsed);
    if (--named->open == 0)
        lprt_add(&named->record->ticks, since(named->begun, now));
    if (top != regions->open)
        regions->open[regions->depth - 2].inside += elapsed;
    LPRT_SIGNAL_FENCE();
    regions->depth--;
}

/* All that are open above the first `depth`.  Returns the reading. */
static uint64_t close_to(struct lprt_thread *t, unsigned int depth)
{
    uint64_t raw = 0;
    const uint64_t now = read_time(t, costs.outside, &raw);

    while (t->regions->depth > depth)
        close_top(t->regions, now);
    return raw;
}

/* ---- The slow path ---- */

static void say(const char *name, const char *what)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    lprt_say_trouble(name, what, 0);
    lprt_lock_release(&guard);
}

/* Pairs of probes, one after the other; keeps what they cost if it is the least so far:
   less was interrupted. */
static void measure_round(struct lprt_thread *t, struct costs *least)
{
    struct lprof_region scratch = {0};
    struct named named = {.record = &scratch};
    const uint64_t before = lprt_clock_read();

    for (int i = 0; i < PAIRS; i++)
        close_to(t, open_one(t, &named) - 1);
    const uint64_t pair = (lprt_clock_read() - before) / PAIRS;
    if (pair >= least->inside + least->outside)
        return;
    least->inside = scratch.ticks / PAIRS;
    least->outside = pair - least->inside;
}

/* Signals are blocked, and the thread's own, so nothing else is opened meanwhile.  A
   clock that counts its readings shows no costs. */
static void measure_costs(struct lprt_thread *t)
{
    struct costs least = {.outside = UINT64_MAX};

    costs_are_known = true;
    if (!lprt_costs.line || t->regions->depth == MOST_OPEN)
        return;
    for (int i = 0; i < ROUNDS; i++)
        measure_round(t, &least);
    costs = least;
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
        t->regions = lprt_memory_take(sizeof *t->regions);
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

    if (atomic_load_explicit(&is_dead, memory_order_relaxed) ||
        (lprt_modules_are_paused() && !lprt_control_is_new()))
        return NULL;
    if (LPRT_LIKELY(t->regions && t->block_count))
        return t;
    if (lprt_region_is_full())
        return NULL;
    lprt_lock_take(&guard);
    t = prepare_thread();
    lprt_lock_release(&guard);
    return t;
}

struct wanted {
    uint32_t thread;
    const char *name;
    struct lprof_region *found;
};

static void look_for_record(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct wanted *wanted = arg;
    struct lprof_region *record = payload;

    if (kind == LPROF_RECORD_REGION && record->thread == wanted->thread &&
        record->name_bytes == strlen(wanted->name) &&
        memcmp(record + 1, wanted->name, record->name_bytes) == 0)
        wanted->found = record;
}

/* There is one already where another process has left it. */
static struct lprof_region *make_record(const struct lprt_thread *t, const char *name)
{
    struct wanted wanted = {.thread = t->record->thread, .name = name};
    const size_t bytes = strlen(name);

    lprt_region_walk(look_for_record, &wanted);
    if (wanted.found)
        return wanted.found;
    struct lprof_region *record = lprt_region_add(sizeof *record + bytes);
    if (!record)
        return NULL;
    record->thread = wanted.thread;
    record->name_bytes = (uint32_t)bytes;
    memcpy(record + 1, name, bytes);
    lprt_region_publish(record, LPROF_RECORD_REGION);
    return record;
}

static struct named *add_name(struct lprt_thread *t, const char *name)
{
    const size_t bytes = strlen(name) + 1;
    struct named *named = lprt_memory_take(sizeof *named + bytes);
    struct lprof_region *record = named ? make_record(t, name) : NULL;

    if (!record)
        return NULL;
    named->record = record;
    named->name = memcpy(named + 1, name, bytes);
    named->next = t->regions->names;
    t->regions->names = named;
    t->regions->name_count++;
    return named;
}

static struct named *add_name_guarded(struct lprt_thread *t, const char *name)
{
    struct lprt_guard guard;

    if (lprt_region_is_full())
        return NULL;
    if (t->regions->name_count == MOST_NAMES) {
        say(name, "too many names of regions, not recorded");
        return NULL;
    }
    lprt_lock_take(&guard);
    struct named *named = add_name(t, name);
    lprt_lock_release(&guard);
    return named;
}

/* ---- Names ---- */

static struct named *find_name(const struct lprt_regions *regions, const char *name)
{
    struct named *named = regions->names;

    while (named && strcmp(named->name, name) != 0)
        named = named->next;
    return named;
}

static struct named *name_on(struct lprt_thread *t, const char *name)
{
    const uintptr_t address = (uintptr_t)name;
    struct named **slot = &t->regions->slots[(address ^ address >> 6) % CACHE_SLOTS];
    struct named *named = *slot;

    if (LPRT_LIKELY(named && strcmp(named->name, name) == 0))
        return named;
    named = find_name(t->regions, name);
    if (!named)
        named = add_name_guarded(t, name);
    *slot = named;
    return named;
}

/* ---- What the program calls ---- */

unsigned int lprt_regions_begin(const char *name)
{
    struct lprt_thread *t = ready_thread();
    struct named *named = t ? name_on(t, name) : NULL;

    if (!named)
        return 0;
    if (t->regions->depth >= MOST_OPEN) {
        say(name, "too many regions are open, not recorded");
        return 0;
    }
    return open_one(t, named);
}

void lprt_regions_end(unsigned int handle)
{
    struct lprt_thread *t = lprt_self;

    if (!handle || !t->regions || handle > t->regions->depth)
        return;
    if (LPRT_UNLIKELY(handle < t->regions->depth))
        say(t->regions->open[t->regions->depth - 1].named->name,
            "a region was left without its end, which is taken to be that of the one "
            "around it");
    const uint64_t raw = close_to(t, handle - 1);
    if (LPRT_UNLIKELY(raw >=
                      atomic_load_explicit(&lprt_clock_next_look, memory_order_relaxed)))
        lprt_clock_look(raw);
}

static unsigned int find_open(const struct lprt_regions *regions, const char *name)
{
    unsigned int depth = regions ? regions->depth : 0;

    while (depth && strcmp(regions->open[depth - 1].named->name, name) != 0)
        depth--;
    return depth;
}

/* It may have begun while nothing was recorded. */
void lprt_regions_end_named(const char *name)
{
    const unsigned int handle = find_open(lprt_self->regions, name);

    if (handle)
        lprt_regions_end(handle);
    else if (!atomic_load(&is_dead) && !lprt_modules_were_paused() &&
             !lprt_region_is_full())
        say(name, "a region ends that has not begun");
}

void lprt_regions_mark(const char *name)
{
    struct lprt_thread *t = ready_thread();
    struct named *named = t ? name_on(t, name) : NULL;

    if (!named)
        return;
    lprt_add(&named->record->calls, 1);
    if (lprt_control_is_new()) /* no clock says when to look */
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

void lprt_regions_close(struct lprt_thread *thread)
{
    if (thread->regions && thread->regions->depth)
        close_to(thread, 0);
}

/* ---- Forked children ---- */

void lprt_regions_restart(struct lprt_thread *thread)
{
    struct lprt_regions *regions = thread->regions;
    uint64_t raw = 0;
    const uint64_t now = regions && regions->depth ? read_time(thread, 0, &raw) : 0;

    for (unsigned int i = 0; regions && i < regions->depth; i++) {
        struct activation *activation = &regions->open[i];
        activation->begun = now;
        activation->inside = 0;
        activation->named->begun = now;
    }
}

void lprt_regions_drop(struct lprt_thread *thread)
{
    if (!thread->regions)
        return;
    thread->regions->depth = 0;
    for (struct named *named = thread->regions->names; named; named = named->next)
        named->open = 0;
}
