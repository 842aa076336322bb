/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_reset.h"
#include "base/lprt_lock.h"
#include "base/lprt_machine.h"
#include "count/bare/lprt_event.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_regions_anew.h"
#include "count/bare/lprt_turn.h"
#include "count/bare/visits/lprt_few.h"
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_counts.h"
#include "count/lprt_cut.h"
#include "count/lprt_frame.h"
#include "count/tree/lprt_node.h"
#include "process/lprt_process.h"
#include "regions/lprt_fibers.h"
#include "regions/lprt_ranges.h"
#include "store/lprt_region.h"

#include <signal.h>
#include <stddef.h>

uint64_t lprt_resets;

/* ---- A thread's counters ---- */

/* A store for each word: a loop that libc could do would be a call of libc. */
static void clear_words(void *begin, size_t bytes)
{
    uint64_t *words = begin;

    for (size_t i = 0; i < bytes / sizeof *words; i++)
        __atomic_store_n(&words[i], 0, __ATOMIC_RELAXED);
}

/* The edges stay, linked as they are: there are only so many. */
static void clear_cell(struct lineprof_cell *cell)
{
    const uint64_t edges = cell->edges;

    for (struct lprof_edge *edge = (struct lprof_edge *)(uintptr_t)edges; edge;
         edge = (struct lprof_edge *)(uintptr_t)edge->next) {
        edge->calls = 0;
        edge->ticks = 0;
    }
    clear_words(cell, sizeof *cell);
    __atomic_store_n(&cell->edges, edges, __ATOMIC_RELAXED);
}

/* Histograms stay the lines', as edges do. */
static void clear_few(struct lineprof_block *block)
{
    struct lineprof_counter *counters = (struct lineprof_counter *)(block + 1);

    for (uint64_t i = 0; i < block->cell_count; i++) {
        struct lineprof_histogram *histogram = lprt_few_histogram(counters[i].skip);
        if (histogram)
            clear_words(histogram, sizeof *histogram);
        else
            __atomic_store_n(&counters[i].skip, 0, __ATOMIC_RELAXED);
    }
}

static void clear_block(struct lineprof_block *block)
{
    const uint64_t count = block->cell_count;
    struct lineprof_cell *cells = lprt_cell_at(block, LINEPROF_CELLS_AT(count));

    block->calls = 0;
    block->primitive_calls = 0;
    block->ticks = 0;
    block->off_ns = 0;
    block->steps_back = 0;
    if (block->flags & LPROF_BLOCK_WEIGHTED)
        clear_few(block);
    else
        clear_words(block + 1, count * sizeof(struct lineprof_counter));
    for (uint64_t i = 0; i < count; i++)
        clear_cell(&cells[i]);
    clear_words(cells + count, LPROF_HISTOGRAMS_BYTES(block->flags, count));
}

static void clear_table(const struct lprt_thread *t, struct lineprof_block **blocks,
                        uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (blocks[i] == &lprt_no_block)
            continue;
        clear_block(blocks[i]);
        lprt_heap_clear(t, blocks[i]);
    }
}

/* They stay, as edges do. */
static void clear_nodes(const struct lprt_thread *t)
{
    const struct lprt_node_table *table = t->node_table;

    for (uint64_t i = 0; table && i <= table->mask; i++) {
        if (table->slots[i])
            table->slots[i]->calls = table->slots[i]->ticks = 0;
    }
    if (t->node_other)
        t->node_other->calls = t->node_other->ticks = 0;
}

static void clear_blocks(const struct lprt_thread *t)
{
    const uint64_t shown = __atomic_load_n(&t->block_count, __ATOMIC_ACQUIRE);
    const uint64_t count =
        shown ? shown : __atomic_load_n(&t->hidden_blocks, __ATOMIC_RELAXED);

    clear_table(t, t->blocks, count);
    clear_table(t, t->loose_blocks, t->loose_count);
}

/* ---- What is open ---- */

/* What is being closed (cfa 0) is not to bring back what it holds either. */
static void begin_anew(const struct lprt_thread *t, struct lineprof_frame *frame,
                       uint64_t now)
{
    frame->visited = 0;
    if (!frame->cfa)
        return;
    frame->excluded = 0;
    frame->untimed = 0;
    frame->inner = 0;
    frame->off_ns = t->off_ns;
    if (!(lprt_block_of(frame)->flags & LPROF_BLOCK_UNTIMED)) {
        frame->last = now;
        if (frame->weight != LINEPROF_UNTIMED) /* else it may be the weight of a visit */
            frame->entry = now;
    }
}

/* Also those that are not taken, which may keep visits. */
static void begin_frames_anew(const struct lprt_thread *t, uint64_t now)
{
    for (struct lprt_chunk *chunk = lprt_chunk_first(t); chunk; chunk = chunk->above) {
        for (struct lineprof_frame *frame = chunk->begin; frame < chunk->end; frame++)
            begin_anew(t, frame, now);
    }
}

static const struct lineprof_frame *innermost(struct lprt_thread *t)
{
    struct lprt_chunk *chunk = t->chunk;
    return lprt_frame_step(t, &chunk, t->next);
}

static void restart(struct lprt_thread *t, const struct lineprof_frame *frame)
{
    const uint64_t resets = __atomic_load_n(&lprt_resets, __ATOMIC_ACQUIRE);
    const struct lineprof_frame *from = frame ? frame : innermost(t);
    const bool is_open = from != &t->root;
    const bool has_last = is_open && from->weight != LINEPROF_UNTIMED;
    const uint64_t now = has_last ? from->last : lprt_clock_read() - from->bias;

    clear_blocks(t);
    clear_nodes(t);
    lprt_window_drop(t);
    begin_frames_anew(t, now);
    lprt_regions_reset(t, (struct lprt_moment){.raw = now + from->bias, .now = now});
    t->resets = resets;
    __atomic_fetch_and(&t->record->flags, ~(uint32_t)LPROF_THREAD_OUTDATED,
                       __ATOMIC_RELEASE);
}

/* A handler must not count in between; the one of a file that is cut does not. */
void lprt_reset_thread(struct lprt_thread *thread, const struct lineprof_frame *frame)
{
    const uint64_t all = ~(uint64_t)0;
    const uint64_t bus = UINT64_C(1) << (SIGBUS - 1);
    const uint64_t all_but_cuts = all & ~bus;
    uint64_t before = 0;

    lprt_machine_set_signals(&all, &before);
    if (lprt_cut_is_armed() && !(before & bus))
        lprt_machine_set_signals(&all_but_cuts, NULL);
    restart(thread, frame);
    lprt_machine_set_signals(&before, NULL);
}

/* ---- All threads ---- */

/* What another process has left in the region it counted in, and no thread has come to
   use. */
static void clear_left_region(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct lprof_region *record = payload;

    (void)arg;
    if (kind != LPROF_RECORD_REGION)
        return;
    for (const struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        if (lprt_regions_know(t, record))
            return;
    }
    lprt_region_clear(record);
}

static void clear_left_timeline(enum lprof_record_kind kind, void *payload, void *arg)
{
    (void)arg;
    if (kind != LPROF_RECORD_TIMELINE)
        return;
    for (const struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        if (t->regions && t->regions->timeline.record == payload)
            return;
    }
    lprt_timeline_clear(payload);
}

/* Before it can know: else it might be done already, and stay marked. */
static void mark_all(void)
{
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        if (!lprt_thread_has_ended(t))
            __atomic_fetch_or(&t->record->flags, LPROF_THREAD_OUTDATED, __ATOMIC_RELEASE);
    }
}

static void reset_all(void)
{
    mark_all();
    __atomic_store_n(&lprt_resets, lprt_resets + 1, __ATOMIC_RELEASE);
    lprt_region_header()->resets++;
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        if (lprt_thread_has_ended(t))
            lprt_reset_thread(t, NULL);
    }
    lprt_turn_call();
    lprt_counts_reset();
    lprt_region_walk(clear_left_region, NULL);
    lprt_region_walk(clear_left_timeline, NULL);
    lprt_ranges_restart();
    lprt_fibers_restart();
}

void lprt_reset(void)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    if (lprt_process_has_run())
        reset_all();
    lprt_lock_release(&guard);
}
