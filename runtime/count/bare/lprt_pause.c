/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_pause.h"
#include "base/lprt_machine.h"
#include "count/bare/lprt_event.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_regions_anew.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/lprt_abandoned.h"
#include "count/lprt_account.h"
#include "count/lprt_activation.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "count/lprt_leave.h"
#include "count/tree/lprt_node.h"
#include "store/lprt_region.h"

#include <stddef.h>

/* ---- The time of pauses ---- */

/* Changed under the lock, read without: a change is made where nobody looks, and shown by
   `changes`, whose last digit says where to look. */
static struct {
    uint64_t changes;
    struct {
        uint64_t ticks; /* that pauses took which are over */
        uint64_t since; /* the reading at which one began that is not; 0: none */
    } states[2];
} paused;

static uint64_t load(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static void store(uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

void lprt_pause_time(bool is_paused)
{
    const uint64_t now = lprt_clock_pair().ticks;
    const uint64_t changes = paused.changes;
    const uint64_t ticks = paused.states[changes % 2].ticks;
    const uint64_t since = paused.states[changes % 2].since;

    if (is_paused == (since != 0))
        return;
    store(&paused.states[(changes + 1) % 2].ticks,
          ticks + (since ? lprt_ticks_since(since, now) : 0));
    store(&paused.states[(changes + 1) % 2].since, is_paused ? now + !now : 0);
    store(&paused.changes, changes + 1);
}

uint64_t lprt_pause_ticks(uint64_t raw)
{
    uint64_t changes = load(&paused.changes);
    uint64_t before = 0;
    uint64_t ticks = 0;

    if (lprt_clock_kind() == LINEPROF_CLOCK_CPU)
        return 0; /* a thread's says nothing of another's */
    do {
        before = changes;
        const uint64_t since = load(&paused.states[before % 2].since);
        ticks = load(&paused.states[before % 2].ticks) +
                (since ? lprt_ticks_since(since, raw) : 0);
        changes = load(&paused.changes);
    } while (changes != before);
    return ticks;
}

bool lprt_pause_is_new(const struct lprt_thread *t)
{
    return t->is_idle || t->pauses != load(&paused.changes);
}

uint64_t lprt_pause_counted(uint64_t raw)
{
    return raw - lprt_pause_ticks(raw);
}

/* ---- Blocks that are nobody's ---- */

/* One for each function in which the thread was during a pause.  They stay. */
struct lprt_idle {
    struct lprt_idle *next;
    struct lineprof_block *own; /* the function's */
    uint64_t padding[6];
    struct lineprof_block block; /* and its tables */
};

static struct lineprof_block *make_idle(struct lprt_thread *t, struct lineprof_block *own)
{
    struct lprt_idle *idle =
        lprt_machine_map(offsetof(struct lprt_idle, block) +
                         LINEPROF_BLOCK_BYTES((uint64_t)own->cell_count));

    if (!idle)
        return NULL;
    idle->own = own;
    idle->next = t->idle_blocks;
    idle->block.function = own->function;
    idle->block.thread = own->thread;
    lprt_block_set_tables(
        &idle->block, own->cell_count,
        (uint32_t)(own->first_counter - (uint64_t)(uintptr_t)own - own->counters_bias) *
            8);
    __atomic_store_n(&t->idle_blocks, idle, __ATOMIC_RELEASE); /* others walk them */
    return &idle->block;
}

static struct lprt_idle *find_idle(const struct lprt_thread *t,
                                   const struct lineprof_block *block)
{
    struct lprt_idle *idle = t->idle_blocks;

    while (idle && &idle->block != block)
        idle = idle->next;
    return idle;
}

struct lineprof_block *lprt_pause_own_block(const struct lprt_thread *t,
                                            struct lineprof_block *block)
{
    const struct lprt_idle *idle = find_idle(t, block);

    return idle ? idle->own : block;
}

void lprt_pause_walk_idle(const struct lprt_thread *t,
                          void (*visit)(struct lineprof_block *block))
{
    struct lprt_idle *idle = __atomic_load_n(&t->idle_blocks, __ATOMIC_ACQUIRE);

    for (; idle; idle = idle->next)
        visit(&idle->block);
}

/* NULL if there is no memory. */
static struct lineprof_block *idle_block(struct lprt_thread *t,
                                         struct lineprof_block *own)
{
    struct lprt_idle *idle = t->idle_blocks;

    while (idle && idle->own != own)
        idle = idle->next;
    struct lineprof_block *block = idle ? &idle->block : make_idle(t, own);
    if (!block)
        return NULL;
    __atomic_store_n(&block->flags, own->flags, __ATOMIC_RELAXED);
    block->probe_ticks = own->probe_ticks;
    block->caller = 0;
    block->edge = (uint64_t)(uintptr_t)&t->root_edge;
    return block;
}

/* ---- Frames ---- */

/* Open frames and what goes by them, from the outside in. */
static void walk_open(struct lprt_thread *t,
                      void (*visit)(struct lprt_thread *t, struct lineprof_frame *frame,
                                    uint64_t amount),
                      uint64_t amount)
{
    for (struct lprt_chunk *chunk = lprt_chunk_first(t); chunk; chunk = chunk->above) {
        const bool is_last = chunk == t->chunk;
        const struct lineprof_frame *end = is_last ? t->next : chunk->end;
        for (struct lineprof_frame *frame = chunk->begin; frame < end; frame++) {
            if (frame->cfa)
                visit(t, frame, amount);
        }
        if (is_last)
            return;
    }
}

static struct lineprof_frame *innermost(struct lprt_thread *t)
{
    struct lprt_chunk *chunk = t->chunk;
    return lprt_frame_step(t, &chunk, t->next);
}

static bool is_of_visit(const struct lineprof_frame *frame)
{
    return lprt_block_of(frame)->flags & LPROF_BLOCK_WEIGHTED;
}

static bool has_entry(const struct lineprof_frame *frame)
{
    return frame->weight != LINEPROF_UNTIMED;
}

/* Else its times have no meaning. */
static bool has_times(const struct lineprof_frame *frame)
{
    return has_entry(frame) || frame->line;
}

/* ---- Up to the pause ---- */

/* As when the frame is closed, but that it stays.  Returns the cost of its probes that
   read no clock. */
static uint64_t charge_frame(struct lprt_thread *t, struct lineprof_frame *frame,
                             struct lineprof_frame *caller, uint64_t now)
{
    struct lineprof_block *block = lprt_block_of(frame);
    struct lprt_callers callers = {.caller = caller,
                                   .previous = lprt_frame_open_previous(frame->previous)};

    if (!callers.previous)
        callers.edge = lprt_edge_counted(t, block, caller);
    if (!lprt_visit_was_running(frame))
        lprt_visit_charge_off(frame, now);
    lprt_heap_look(frame);
    return lprt_frame_account(frame, callers, now);
}

static uint64_t charge(struct lprt_thread *t, struct lineprof_frame *frame,
                       struct lineprof_frame *caller, uint64_t now)
{
    uint64_t cost = 0;

    if (!is_of_visit(frame))
        lprt_visit_count(frame);
    if (is_of_visit(frame))
        lprt_stretch_charge(frame, now);
    else if (has_times(frame))
        cost = charge_frame(t, frame, caller, now);
    lprt_block_of(frame)->active = 0;
    return cost;
}

/* From the inside out.  Returns when that was, in virtual time, in which all that probes
   cost is left out by then. */
static uint64_t charge_all(struct lprt_thread *t, uint64_t now)
{
    struct lprt_chunk *chunk = t->chunk;
    struct lineprof_frame *top = lprt_frame_step(t, &chunk, t->next);
    struct lineprof_frame *frame = top;

    while (frame != &t->root) {
        struct lineprof_frame *caller = lprt_frame_step(t, &chunk, frame);
        const uint64_t cost = charge(t, frame, caller, now);
        top->bias += cost;
        now -= cost;
        frame = caller;
    }
    return now;
}

/* What has been charged is no visit yet: that ends when its line does. */
static void begin_at(struct lprt_thread *t, struct lineprof_frame *frame, uint64_t now)
{
    lprt_block_of(frame)->active = (uint64_t)(uintptr_t)frame;
    if (lprt_heap_is_on)
        lprt_heap_begin_anew(frame);
    if (has_times(frame))
        frame->last = now;
    if (is_of_visit(frame))
        return;
    frame->visited = 0;
    frame->excluded = 0;
    frame->untimed = 0;
    frame->inner = 0;
    if (has_entry(frame))
        frame->entry = now;
    frame->off_ns = t->off_ns;
}

static void make_nobodys(struct lprt_thread *t, struct lineprof_frame *frame,
                         uint64_t now)
{
    struct lineprof_block *block = idle_block(t, lprt_block_of(frame));

    if (block)
        frame->block = (uint64_t)(uintptr_t)block;
    lprt_node_rest(frame);
    begin_at(t, frame, now);
}

void lprt_pause_begin(struct lprt_thread *t, uint64_t raw)
{
    struct lineprof_frame *top = innermost(t);
    const uint64_t now = raw - top->bias;

    lprt_off_look(t);
    t->idle_last =
        charge_all(t, has_times(top) && (int64_t)(now - top->last) < 0 ? top->last : now);
    walk_open(t, make_nobodys, t->idle_last);
    t->is_idle = true;
    t->idle_raw = raw;
    t->idle_off_ns = t->off_ns;
    t->counted = lprt_pause_counted(raw);
    __atomic_store_n(&t->record->paused_at, t->idle_last + !t->idle_last,
                     __ATOMIC_RELEASE);
}

/* ---- From the resumption on ---- */

static void move_regions(struct lprt_thread *t, uint64_t ticks)
{
    if (t->regions)
        lprt_activations_move(t->regions, ticks);
}

enum { PART_BITS = 10 };

/* Of `ns` the part that `ticks` are of `whole`. */
static uint64_t part_of(uint64_t ns, uint64_t ticks, uint64_t whole)
{
    if (ticks >= whole)
        return ns;
    return (ns >> PART_BITS) * ((ticks << PART_BITS) / whole);
}

static void make_own(struct lprt_thread *t, struct lineprof_frame *frame, uint64_t now)
{
    frame->block = (uint64_t)(uintptr_t)lprt_pause_own_block(t, lprt_block_of(frame));
    lprt_node_go_on(frame);
    begin_at(t, frame, now);
}

static void set_off(struct lprt_thread *t, struct lineprof_frame *frame, uint64_t off_ns)
{
    (void)t;
    frame->off_ns = off_ns;
}

static void come_back(struct lprt_thread *t, uint64_t raw)
{
    const uint64_t counted = lprt_pause_counted(raw);
    const uint64_t passed = lprt_ticks_since(t->idle_raw, raw);
    uint64_t ran = lprt_clock_kind() == LINEPROF_CLOCK_CPU
                       ? 0
                       : lprt_ticks_since(t->counted, counted);

    if (ran > passed)
        ran = passed;
    const uint64_t now = raw - innermost(t)->bias - ran;
    lprt_off_look(t);
    walk_open(t, make_own, now);
    walk_open(t, set_off, t->off_ns - part_of(t->off_ns - t->idle_off_ns, ran, passed));
    move_regions(t, now - t->idle_last);
    t->reading = raw - ran;
    t->is_idle = false;
    __atomic_store_n(&t->record->last, now, __ATOMIC_RELAXED);
    __atomic_store_n(&t->record->paused_at, 0, __ATOMIC_RELEASE);
}

/* ---- A pause that was not seen ---- */

static void begin_later(struct lprt_thread *t, struct lineprof_frame *frame,
                        uint64_t ticks)
{
    (void)t;
    if (has_times(frame))
        frame->last += ticks;
    if (has_entry(frame))
        frame->entry += ticks;
}

/* No more than has passed since the thread's last event. */
static void leave_out(struct lprt_thread *t, uint64_t raw, uint64_t ticks)
{
    const struct lineprof_frame *top = innermost(t);
    const uint64_t now = raw - top->bias;
    const uint64_t last =
        has_times(top) && top != &t->root && (int64_t)(top->last - t->record->last) > 0
            ? top->last
            : t->record->last;
    const uint64_t passed = lprt_ticks_since(last, now);

    if (ticks > passed)
        ticks = passed;
    if (!ticks)
        return;
    lprt_off_look(t);
    const uint64_t off_ns = part_of(t->off_ns - top->off_ns, ticks, passed);
    walk_open(t, begin_later, ticks);
    walk_open(t, set_off, top->off_ns + off_ns);
    move_regions(t, ticks);
    t->reading += ticks;
}

static void note_seen(struct lprt_thread *t, uint64_t pauses, uint64_t ticks)
{
    t->pauses = pauses;
    t->paused = ticks;
    __atomic_store_n(&t->record->paused_ticks, ticks, __ATOMIC_RELAXED);
}

void lprt_pause_end(struct lprt_thread *t, uint64_t raw)
{
    const uint64_t changes = load(&paused.changes);
    const uint64_t before = lprt_pause_ticks(raw);

    if (t->is_idle)
        come_back(t, raw);
    else
        leave_out(t, raw, before - t->paused);
    note_seen(t, changes, before);
}

/* ---- Threads ---- */

void lprt_pause_enter(struct lprt_thread *t)
{
    note_seen(t, paused.changes, lprt_pause_ticks(lprt_clock_pair().ticks));
    t->is_idle = false;
    t->record->paused_at = 0;
}

void lprt_pause_leave(struct lprt_thread *t)
{
    if (!t->is_idle)
        return;
    t->is_idle = false;
    t->record->last = t->idle_last;
    t->record->paused_at = 0;
}

void lprt_pause_restart(struct lprt_thread *t, uint64_t now)
{
    const uint64_t raw = lprt_clock_pair().ticks;

    note_seen(t, paused.changes, lprt_pause_ticks(raw));
    t->counted = lprt_pause_counted(raw);
    t->idle_raw = raw;
    t->idle_off_ns = t->off_ns;
    t->idle_last = now;
    t->record->paused_at = t->is_idle ? now + !now : 0;
}
