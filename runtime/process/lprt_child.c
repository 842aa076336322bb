/* SPDX-License-Identifier: MIT */
/*
 * The parent may change anything in the region while the child copies it.  What the
 * child keeps from there is what never changes: units, functions, which blocks there
 * are.  The rest is put aside before the fork, or begun anew.
 *
 * A child that is to have a file of its own keeps what it is inside of, and nothing else:
 * it may do one thing and end.  What it enters is added as if it were for the first time.
 */
#include "process/lprt_child.h"
#include "base/lprt_lock.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_pause.h"
#include "count/bare/lprt_regions_anew.h"
#include "count/bare/lprt_reset.h"
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_counts.h"
#include "count/lprt_frame.h"
#include "count/lprt_leave.h"
#include "count/lprt_timeline.h"
#include "count/tree/lprt_node.h"
#include "process/lprt_kept.h"
#include "regions/lprt_fibers.h"
#include "regions/lprt_ranges.h"
#include "regions/lprt_regions.h"
#include "stats/lprt_series.h"
#include "store/lprt_function.h"
#include "store/lprt_layouts.h"
#include "store/lprt_parts.h"
#include "store/lprt_region.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { USUAL_FRAMES = 64 };

static struct {
    struct lineprof_frame usual[USUAL_FRAMES];
    struct lineprof_frame *frames; /* usual, or mapped; NULL: there was no memory */
    size_t count;
    uint64_t now; /* ticks at which the child begins */
} aside;

static struct lprt_thread *registered_self(void)
{
    return lprt_self->chunk ? lprt_self : NULL;
}

/* ---- Before the fork ---- */

/* Call `visit` with each run of taken frames, from the first on. */
static void walk_taken(struct lprt_thread *t,
                       void (*visit)(struct lineprof_frame *frames, size_t count))
{
    for (struct lprt_chunk *chunk = lprt_chunk_first(t); chunk; chunk = chunk->above) {
        const struct lineprof_frame *end = chunk == t->chunk ? t->next : chunk->end;
        visit(chunk->begin, (size_t)(end - chunk->begin));
        if (chunk == t->chunk)
            return;
    }
}

static void count_frames(struct lineprof_frame *frames, size_t count)
{
    (void)frames;
    aside.count += count;
}

static void put_aside(struct lineprof_frame *frames, size_t count)
{
    memcpy(aside.frames + aside.count, frames, count * sizeof *frames);
    aside.count += count;
}

static struct lineprof_frame *room_for(size_t count)
{
    if (count <= USUAL_FRAMES)
        return aside.usual;
    void *room = mmap(NULL, count * sizeof *aside.frames, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room == MAP_FAILED ? NULL : room;
}

void lprt_child_prepare(void)
{
    struct lprt_thread *t = lprt_self;

    LPRT_GUARDED();
    aside.count = 0;
    aside.frames = aside.usual;
    lprt_regions_put_aside(t);
    if (!t->chunk) /* not registered */
        return;
    walk_taken(t, count_frames);
    aside.frames = room_for(aside.count);
    if (!aside.frames)
        return;
    aside.count = 0;
    walk_taken(t, put_aside);
}

void lprt_child_release(void)
{
    LPRT_GUARDED();
    if (aside.frames && aside.frames != aside.usual)
        munmap(aside.frames, aside.count * sizeof *aside.frames);
    aside.frames = NULL;
}

/* ---- What a child keeps of the region ---- */

static void learn_kept(enum lprof_record_kind kind, void *payload, void *arg)
{
    (void)arg;
    lprt_function_learn(kind, payload);
}

static bool to_less_memory(struct lprt_thread *self)
{
    lprt_kept_choose(self, aside.frames, aside.count);
    if (!lprt_region_to_memory(lprt_kept_keeps))
        return false;
    lprt_function_forget();
    lprt_layouts_forget();
    lprt_region_walk(learn_kept, NULL);
    lprt_threads_keep_only(self);
    if (self)
        lprt_chunk_drop_unused(self);
    return true;
}

bool lprt_child_to_memory(void)
{
    LPRT_GUARDED();
    return lprt_parts_started() ? lprt_region_to_memory(NULL)
                                : to_less_memory(registered_self());
}

/* ---- In the child ---- */

static void clear_block(struct lineprof_block *block)
{
    const size_t size = lprt_block_bytes(block);

    block->calls = 0;
    block->primitive_calls = 0;
    block->ticks = 0;
    block->off_ns = 0;
    block->active = 0;
    block->steps_back = 0;
    block->caller = 0;
    memset(block + 1, 0, size - sizeof *block);
}

static void clear_edges(struct lprof_edges *edges)
{
    memset(edges + 1, 0, edges->capacity * sizeof(struct lprof_edge));
}

static void clear_nodes(struct lprof_nodes *nodes)
{
    memset(nodes + 1, 0, nodes->capacity * sizeof(struct lprof_node));
}

/* What they are of begins anew; nothing is written there any more. */
static void clear_sums(struct lprof_inside_sums *sums)
{
    memset(sums + 1, 0, 2 * sums->sum_count * sizeof(uint64_t));
}

static void clear_record(enum lprof_record_kind kind, void *payload, void *arg)
{
    (void)arg;
    if (kind == LPROF_RECORD_BLOCK)
        clear_block(payload);
    else if (kind == LPROF_RECORD_EDGES)
        clear_edges(payload);
    else if (kind == LPROF_RECORD_HISTOGRAMS)
        lprt_chunk_clear_histograms(payload);
    else if (kind == LPROF_RECORD_NODES)
        clear_nodes(payload);
    else if (kind == LPROF_RECORD_REGION)
        lprt_region_clear(payload);
    else if (kind == LPROF_RECORD_COUNTS)
        lprt_counts_clear(payload);
    else if (kind == LPROF_RECORD_TIMELINE)
        lprt_timeline_clear(payload);
    else if (kind == LPROF_RECORD_STATS)
        lprt_series_clear(payload);
    else if (kind == LPROF_RECORD_INSIDE)
        ((struct lprof_inside *)payload)->flags = 0;
    else if (kind == LPROF_RECORD_INSIDE_SUMS)
        clear_sums(payload);
}

static void learn_nodes(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct lprof_nodes *nodes = payload;

    (void)arg;
    if (kind != LPROF_RECORD_NODES)
        return;
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        if (t->record->thread == nodes->thread)
            lprt_node_learn(t, nodes);
    }
}

/* Threads go on with the nodes that are in the region now. */
static void take_nodes(void)
{
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread)
        lprt_node_forget(t);
    lprt_region_walk(learn_nodes, NULL);
}

/* From the outside in: each is the innermost of its function so far. */
static void reopen(struct lineprof_frame *frames, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        frames[i] = aside.frames[aside.count++];
        frames[i].excluded = 0;
        frames[i].bias = 0;
        frames[i].visited = 0;
        frames[i].untimed = 0;
        frames[i].node = 0;
        frames[i].inner = 0;
        frames[i].off_ns = lprt_self->off_ns;
        if (!frames[i].cfa)
            continue;
        struct lineprof_block *block = lprt_block_of(&frames[i]);
        block->active = (uint64_t)(uintptr_t)&frames[i];
        frames[i].last = block->flags & LPROF_BLOCK_UNTIMED ? 0 : aside.now;
        if (frames[i].weight != LINEPROF_UNTIMED)
            frames[i].entry = frames[i].last;
        lprt_heap_begin_anew(&frames[i]);
    }
}

static void take_over(struct lprt_thread *t)
{
    lprt_chunk_clear(t);
    lprt_heap_clear_thread(t);
    if (aside.frames) {
        aside.count = 0;
        aside.now = lprt_clock_pair().ticks;
        walk_taken(t, reopen);
    } else {
        aside.count = 0;
        lprt_chunk_reset(t); /* its leaves will find nothing to close */
    }
    lprt_off_start(t);
    t->record->tid = (uint64_t)syscall(SYS_gettid);
    t->record->begun = lprt_clock_pair().ticks;
    t->record->top = aside.count ? (uint64_t)(uintptr_t)(t->next - 1) : 0;
    if (t->block_count == 0)
        return; /* still as its parent, which was forked and has not called anything */
    t->hidden_blocks = t->block_count; /* its next call makes the file */
    t->block_count = 0;
}

static void begin_anew(struct lprt_thread *self)
{
    lprt_threads_give_up(self);
    if (self)
        take_over(self);
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        t->root.bias = 0;
        t->timing = 0;
        lprt_window_drop(t);
        t->record->bias = 0;
        t->record->last = 0;
        t->record->lived = 0;
        t->record->off_ns = 0;
        t->record->delayed_ns = 0;
        if (t != self)
            lprt_heap_clear_thread(t);
        t->known_delay_ns = 0;
        t->record->paused_at = 0;
        t->record->flags &= ~(uint32_t)LPROF_THREAD_OUTDATED;
        t->resets = lprt_resets;
        t->loose_count = 0; /* its blocks may not have been kept */
    }
    if (self) {
        lprt_pause_restart(self, lprt_clock_pair().ticks);
        lprt_regions_restart(self);
    }
    lprt_ranges_restart();
    lprt_fibers_restart();
    lprt_child_release();
}

void lprt_child_start_over(void)
{
    LPRT_GUARDED();
    lprt_region_walk(clear_record, NULL);
    lprt_heap_begin_child();
    take_nodes();
    begin_anew(registered_self());
}

/* ---- In another's image ---- */

struct learning {
    const char *known_end;
    bool failed;
};

static void learn_record(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct learning *learning = arg;

    lprt_layouts_learn(kind, payload);
    if ((const char *)payload >= learning->known_end)
        learning->failed |=
            !lprt_function_learn(kind, payload) || !lprt_threads_learn(kind, payload);
}

/* Of a thread's last record of edges, which comes last, some may be free. */
static void learn_edges(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct lprof_edges *edges = payload;

    (void)arg;
    if (kind != LPROF_RECORD_EDGES)
        return;
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        if (t->record->thread == edges->thread)
            lprt_chunk_learn_edges(t, edges);
    }
}

/* The reading, as of its innermost frame, at which a thread's last event was. */
static uint64_t raw_of_last_event(struct lprt_thread *t)
{
    struct lprt_chunk *chunk = t->chunk;
    struct lineprof_frame *top = lprt_frame_step(t, &chunk, t->next);
    uint64_t last = t->record->last;

    for (struct lineprof_frame *frame = top; frame != &t->root;
         frame = lprt_frame_step(t, &chunk, frame)) {
        if ((int64_t)(frame->last - last) > 0)
            last = frame->last;
        frame->thread = (uint64_t)(uintptr_t)t; /* it had meant something else there, */
        frame->off_ns = t->off_ns;              /* by another thread's clock */
    }
    return last + top->bias + !(last + top->bias);
}

/* What was killed while it opened a frame is named here, and is none. */
static void close_block(enum lprof_record_kind kind, void *payload, void *arg)
{
    (void)arg;
    if (kind == LPROF_RECORD_BLOCK)
        ((struct lineprof_block *)payload)->active = 0;
}

static bool is_outdated(uint32_t id)
{
    const struct lprt_thread *t = lprt_threads_first();

    while (t && t->record->thread != id)
        t = t->next_thread;
    return t && t->record->flags & LPROF_THREAD_OUTDATED;
}

/* A reset before it was killed reached no thread that had no event since. */
static void clear_outdated(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct lprof_region *region = payload;
    struct lprof_open_regions *open = payload;
    struct lprof_timeline *timeline = payload;

    (void)arg;
    if (kind == LPROF_RECORD_REGION && is_outdated(region->thread))
        lprt_region_clear(region);
    if (kind == LPROF_RECORD_OPEN_REGIONS && is_outdated(open->thread))
        open->open = 0;
    if (kind == LPROF_RECORD_TIMELINE && is_outdated(timeline->thread))
        lprt_timeline_clear(timeline);
}

static void close_regions(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct lprof_open_regions *open = payload;
    const struct lprt_thread *t = lprt_threads_first();

    (void)arg;
    if (kind == LPROF_RECORD_INSIDE) /* what it did last is in none */
        ((struct lprof_inside *)payload)->flags = 0;
    if (kind != LPROF_RECORD_OPEN_REGIONS)
        return;
    while (t && t->record->thread != open->thread)
        t = t->next_thread;
    lprt_regions_close_left(open, t ? t->record->last : 0);
}

static void close_left(struct lprt_thread *t)
{
    if (t->record->paused_at) { /* its frames count where that process had memory */
        t->record->top = 0;
        t->record->last = t->record->paused_at;
    }
    lprt_chunk_resume(t);
    if (t->record->flags & LPROF_THREAD_OUTDATED)
        lprt_reset_thread(t, NULL);
    t->switch_mark = &t->switch_arm; /* it does not run: nothing is to be looked up */
    uint64_t raw = raw_of_last_event(t);

    while (t->next != t->begin || t->below != &t->root)
        raw = lprt_frame_close_top(t, raw);
}

bool lprt_child_take_over(uint64_t known)
{
    struct lprt_thread *self = registered_self();
    struct learning learning = {(const char *)lprt_region_header() + known, false};
    const struct lprt_thread before = self ? *self : (struct lprt_thread){0};

    LPRT_GUARDED();
    lprt_region_walk(learn_record, &learning);
    lprt_region_walk(learn_edges, NULL);
    take_nodes();
    lprt_region_walk(clear_outdated, NULL);
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread)
        close_left(t);
    lprt_region_walk(close_block, NULL);
    lprt_region_walk(close_regions, NULL);
    if (self) { /* its stack is the child's */
        self->chunk = before.chunk;
        self->begin = before.begin;
        self->end = before.end;
        self->below = before.below;
        self->next = before.next;
    }
    begin_anew(self);
    return !learning.failed;
}

bool lprt_child_is_inside(void)
{
    return lprt_self->chunk && lprt_self->record->top;
}
