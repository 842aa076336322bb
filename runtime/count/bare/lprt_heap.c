/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_heap.h"
#include "base/lprt_say.h"
#include "count/bare/lprt_event.h"
#include "count/lprt_loose.h"
#include "lineprof/heap.h"
#include "store/lprt_config.h"
#include "store/lprt_region.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>

/* The library that counts is in the program, or was preloaded: then the linker has found
   it.  Weak: mostly it is not there. */
#pragma weak __lineprof_heap_v1
#pragma weak __lineprof_heap_total_v1
#pragma weak __lineprof_heap_hold_v1

bool lprt_heap_is_on;
bool lprt_heap_holds;

/* ---- The clock, and what has been charged of it ---- */

/* Three words in a row, in the record of a thread and in a block. */
static_assert(offsetof(struct lprof_thread, heap_bytes) ==
                      offsetof(struct lprof_thread, heap_allocs) +
                          offsetof(struct lineprof_heap_clock, bytes) &&
                  offsetof(struct lprof_thread, heap_freed) ==
                      offsetof(struct lprof_thread, heap_allocs) +
                          offsetof(struct lineprof_heap_clock, freed),
              "the clock of a thread is in its record");

static_assert(offsetof(struct lprof_header, heap_peak) ==
                  offsetof(struct lprof_header, heap_live) +
                      offsetof(struct lineprof_heap_total, peak),
              "the total is in the header");

static_assert(offsetof(struct lprof_header, heap_peaks) ==
                      offsetof(struct lprof_header, heap_live) +
                          offsetof(struct lineprof_heap_total, peaks) &&
                  sizeof(struct lprof_held) == sizeof(struct lineprof_heap_held) &&
                  offsetof(struct lprof_held, peak_bytes) ==
                      offsetof(struct lineprof_heap_held, at_peak) &&
                  offsetof(struct lprof_held, peaks) ==
                      offsetof(struct lineprof_heap_held, peaks),
              "what is held is in the file");

static struct lineprof_heap_clock clock_of(const struct lprt_thread *t)
{
    const struct lprof_thread *record = t->record;

    return (struct lineprof_heap_clock){
        __atomic_load_n(&record->heap_allocs, __ATOMIC_RELAXED),
        __atomic_load_n(&record->heap_bytes, __ATOMIC_RELAXED),
        __atomic_load_n(&record->heap_freed, __ATOMIC_RELAXED)};
}

static struct lprof_heap *heap_of(const struct lineprof_block *block)
{
    return block->heap ? (struct lprof_heap *)((uintptr_t)block + block->heap) : NULL;
}

static struct lprof_heap_cell *cells_of(const struct lineprof_block *block)
{
    return (struct lprof_heap_cell *)(heap_of(block) + 1);
}

/* As many as there are sites if none is: no line is current. */
static uint64_t current_site(const struct lineprof_frame *frame)
{
    const uint64_t count = lprt_block_of(frame)->cell_count;
    const uint64_t site =
        (frame->line - LINEPROF_CELLS_AT(count)) / sizeof(struct lineprof_cell);

    return frame->line && site < count ? site : count;
}

/* NULL if there is none. */
static struct lprof_heap_cell *current_cell(const struct lineprof_frame *frame)
{
    const struct lineprof_block *block = lprt_block_of(frame);
    const uint64_t site = current_site(frame);

    return site < block->cell_count ? &cells_of(block)[site] : NULL;
}

/* ---- Lines' own ---- */

/* Of its function's activations on the thread it is the one that is charged.  Those that
   are not counted have none: in a pause, built to count hits, without lines. */
static bool is_charged(const struct lineprof_frame *frame)
{
    const struct lprof_heap *heap = heap_of(lprt_block_of(frame));

    return heap && heap->frame == (uint64_t)(uintptr_t)frame;
}

/* What is not counted is its caller's, as what is not profiled is. */
static const struct lineprof_frame *charged_from(struct lprt_thread *t,
                                                 const struct lineprof_frame *frame)
{
    struct lprt_chunk *chunk = t->chunk;
    struct lineprof_frame *at = t->next;
    bool is_below = false;

    if (LPRT_LIKELY(is_charged(frame)) || frame == &t->root)
        return frame;
    do {
        at = lprt_frame_step(t, &chunk, at);
        is_below |= at == frame;
    } while (at != &t->root && !(is_below && is_charged(at)));
    return at;
}

static void set_own(struct lprof_thread *record, const struct lineprof_heap_clock *now)
{
    record->own_allocs = now->allocs;
    record->own_bytes = now->bytes;
    record->own_freed = now->freed;
    LPRT_SIGNAL_FENCE();
}

static void charge_own(struct lprt_thread *t, const struct lineprof_frame *frame,
                       const struct lineprof_heap_clock *now)
{
    struct lprof_thread *record = t->record;

    if (LPRT_LIKELY(now->allocs == record->own_allocs && now->freed == record->own_freed))
        return;
    const struct lineprof_frame *charged = charged_from(t, frame);
    struct lprof_heap_cell *cell = charged == &t->root ? NULL : current_cell(charged);
    const struct lineprof_heap_clock before = {record->own_allocs, record->own_bytes,
                                               record->own_freed};
    set_own(record, now);
    if (!cell)
        return;
    lprt_add(&cell->own_allocs, now->allocs - before.allocs);
    lprt_add(&cell->own_bytes, now->bytes - before.bytes);
    lprt_add(&cell->own_freed, now->freed - before.freed);
}

/* ---- With callees ---- */

static void set_charged(struct lprof_heap *heap, const struct lineprof_heap_clock *now)
{
    heap->allocs = now->allocs;
    heap->bytes = now->bytes;
    heap->freed = now->freed;
    LPRT_SIGNAL_FENCE();
}

/* The line of the activation that is charged, if that is the frame. */
static void charge(const struct lineprof_frame *frame, struct lprof_heap *heap,
                   const struct lineprof_heap_clock *now)
{
    const struct lprof_heap before = *heap;

    if (LPRT_LIKELY(now->allocs == before.allocs && now->freed == before.freed))
        return;
    struct lprof_heap_cell *cell = current_cell(frame);
    set_charged(heap, now);
    if (!cell)
        return;
    lprt_add(&cell->allocs, now->allocs - before.allocs);
    lprt_add(&cell->bytes, now->bytes - before.bytes);
    lprt_add(&cell->freed, now->freed - before.freed);
}

/* ---- Frames ---- */

void lprt_heap_frame_begins(struct lineprof_frame *frame)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    struct lprof_heap *heap = heap_of(lprt_block_of(frame));
    const struct lineprof_heap_clock now = clock_of(t);

    charge_own(t, lprt_frame_open_below(t, frame), &now);
    if (!heap)
        return;
    if (heap->frame)
        charge(lprt_frame_at(heap->frame), heap, &now);
    heap->frame = (uint64_t)(uintptr_t)frame;
    set_charged(heap, &now);
}

void lprt_heap_frame_ends(struct lineprof_frame *frame)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    struct lprof_heap *heap = heap_of(lprt_block_of(frame));
    const struct lineprof_heap_clock now = clock_of(t);

    if (heap && !is_charged(frame))
        return; /* it has ended already */
    charge_own(t, frame, &now);
    if (!heap)
        return;
    charge(frame, heap, &now);
    heap->frame = (uint64_t)(uintptr_t)lprt_frame_open_previous(frame->previous);
}

/* Control came back from elsewhere (longjmp): what lies above has been left by then. */
static void end_above(struct lprt_thread *t, const struct lineprof_frame *keep)
{
    struct lprt_chunk *chunk = t->chunk;
    struct lineprof_frame *frame = lprt_frame_step(t, &chunk, t->next);

    while (frame != keep && frame != &t->root && frame->cfa < keep->cfa) {
        if (is_charged(frame))
            lprt_heap_frame_ends(frame);
        frame = lprt_frame_step(t, &chunk, frame);
    }
}

/* One word of the clock, as in the two functions above. */
static inline void charge_word(uint64_t now, uint64_t *own, uint64_t *own_cell,
                               uint64_t *all, uint64_t *all_cell)
{
    const uint64_t more_of_own = now - *own;
    const uint64_t more = now - *all;

    *own = now;
    *all = now;
    LPRT_SIGNAL_FENCE();
    lprt_add(own_cell, more_of_own);
    lprt_add(all_cell, more);
}

/* The topmost frame, which is the one that is charged.  If nothing has been allocated or
   freed since it was charged last, all of the thread's is some line's own already. */
static inline void charge_top(struct lprt_thread *t, const struct lineprof_frame *frame,
                              struct lprof_heap *heap)
{
    struct lprof_thread *record = t->record;
    struct lprof_heap_cell *cell = current_cell(frame);

    if (record->heap_allocs != heap->allocs) {
        charge_word(record->heap_allocs, &record->own_allocs, &cell->own_allocs,
                    &heap->allocs, &cell->allocs);
        charge_word(record->heap_bytes, &record->own_bytes, &cell->own_bytes,
                    &heap->bytes, &cell->bytes);
    }
    if (record->heap_freed != heap->freed)
        charge_word(record->heap_freed, &record->own_freed, &cell->own_freed,
                    &heap->freed, &cell->freed);
}

void lprt_heap_line_ends(struct lineprof_frame *frame)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    struct lprof_heap *heap = heap_of(lprt_block_of(frame));

    if (LPRT_LIKELY(heap && is_charged(frame) && frame == lprt_frame_below(t, t->next) &&
                    current_cell(frame))) {
        charge_top(t, frame, heap);
        return;
    }
    if (LPRT_UNLIKELY(lprt_is_loose(frame)))
        return;
    if (LPRT_UNLIKELY(frame != lprt_frame_below(t, t->next)))
        end_above(t, frame);
    const struct lineprof_heap_clock now = clock_of(t);
    if (LPRT_UNLIKELY(heap && !heap->frame)) { /* control has come back to it */
        set_charged(heap, &now);
        heap->frame = (uint64_t)(uintptr_t)frame;
    }
    charge_own(t, frame, &now);
    if (is_charged(frame))
        charge(frame, heap, &now);
}

/* ---- Beginning anew ---- */

void lprt_heap_begin_anew(const struct lineprof_frame *frame)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    struct lprof_heap *heap = heap_of(lprt_block_of(frame));
    const struct lineprof_heap_clock now = clock_of(t);

    set_own(t->record, &now);
    if (!heap)
        return;
    heap->frame = (uint64_t)(uintptr_t)frame;
    set_charged(heap, &now);
}

void lprt_heap_clear(const struct lprt_thread *thread, struct lineprof_block *block)
{
    struct lprof_heap *heap = heap_of(block);
    const struct lineprof_heap_clock now = clock_of(thread);

    if (!heap)
        return;
    uint64_t *words = (uint64_t *)(heap + 1);
    const uint64_t count =
        block->cell_count * (sizeof(struct lprof_heap_cell) / sizeof *words);
    for (uint64_t i = 0; i < count; i++)
        __atomic_store_n(&words[i], 0, __ATOMIC_RELAXED);
    set_charged(heap, &now);
    set_own(thread->record, &now);
}

void lprt_heap_clear_thread(struct lprt_thread *thread)
{
    static const struct lineprof_heap_clock none;

    thread->record->heap_allocs = 0;
    thread->record->heap_bytes = 0;
    thread->record->heap_freed = 0;
    set_own(thread->record, &none);
}

/* ---- Who holds what ---- */

static struct lprof_held *held_of(const struct lineprof_block *block)
{
    return (struct lprof_held *)(cells_of(block) + block->cell_count);
}

/* The line whose own an allocation is that the thread makes now. */
static struct lineprof_heap_held *held_by_line(void)
{
    struct lprt_thread *t = lprt_self;

    if (!t->chunk)
        return NULL;
    const struct lineprof_frame *frame = charged_from(t, lprt_frame_below(t, t->next));
    if (frame == &t->root)
        return NULL;
    const struct lineprof_block *block = lprt_block_of(frame);
    const uint64_t site = current_site(frame);
    return site < block->cell_count ? (struct lineprof_heap_held *)&held_of(block)[site]
                                    : NULL;
}

static void hold(void)
{
    lprt_heap_holds = __lineprof_heap_hold_v1(held_by_line, lprt_region_header());
    if (!lprt_heap_holds)
        lprt_say_trouble("LINEPROF_HEAP_PEAK", "is not counted", ENOMEM);
}

void lprt_heap_start_holding(void)
{
    if (!lprt_config_heap_peak())
        return;
    if (lprt_heap_is_on)
        hold();
    else if (!__lineprof_heap_v1)
        lprt_say_trouble("LINEPROF_HEAP_PEAK", "nothing counts bytes in this program", 0);
}

/* It is the most there has been. */
static void begin_peak(struct lprof_header *header)
{
    header->heap_peak = (int64_t)header->heap_live > 0 ? header->heap_live : 0;
    header->heap_peaks++;
}

void lprt_heap_begin_child(void)
{
    if (!lprt_heap_is_on)
        return;
    begin_peak(lprt_region_header());
    if (lprt_heap_holds)
        hold();
}

/* What was held at the peak is kept, and nothing is held any more. */
static void drop_held(enum lprof_record_kind kind, void *payload, void *arg)
{
    const struct lineprof_block *block = payload;
    const uint64_t peaks = lprt_region_header()->heap_peaks;

    (void)arg;
    if (kind != LPROF_RECORD_BLOCK || !(block->flags & LPROF_BLOCK_HOLDS))
        return;
    struct lprof_held *held = held_of(block);
    for (uint64_t i = 0; i < block->cell_count; i++) {
        if (held[i].peaks != peaks)
            held[i].peak_bytes = held[i].bytes;
        held[i].peaks = peaks;
        held[i].bytes = 0;
    }
}

void lprt_heap_take_over(uint64_t live)
{
    struct lprof_header *header = lprt_region_header();

    if (!lprt_heap_is_on)
        return;
    lprt_region_walk(drop_held, NULL);
    header->heap_live = live;
    if ((int64_t)live > (int64_t)header->heap_peak)
        begin_peak(header);
    if (lprt_heap_holds)
        hold();
}

/* ---- Threads, and the start ---- */

void lprt_heap_enter_thread(struct lprt_thread *thread)
{
    const struct lineprof_heap_clock now = clock_of(thread);

    if (!lprt_heap_is_on)
        return;
    set_own(thread->record, &now);
    *__lineprof_heap_v1() = (struct lineprof_heap_clock *)&thread->record->heap_allocs;
}

void lprt_heap_leave_thread(void)
{
    if (lprt_heap_is_on)
        *__lineprof_heap_v1() = NULL;
}

void lprt_heap_keep_total(void)
{
    struct lprof_header *header = lprt_region_header();

    if (lprt_heap_is_on)
        __lineprof_heap_total_v1((struct lineprof_heap_total *)&header->heap_live);
}

void lprt_heap_drop_total(void)
{
    if (!lprt_heap_is_on)
        return;
    if (lprt_heap_holds)
        __lineprof_heap_hold_v1(NULL, NULL);
    __lineprof_heap_total_v1(NULL);
}

void lprt_heap_start(void)
{
    if (!__lineprof_heap_v1 || !__lineprof_heap_v1())
        return;
    if (lprt_config_time_all())
        lprt_heap_is_on = true;
    else
        lprt_say_trouble("LINEPROF_MODE",
                         "bytes of lines are counted in mode exact alone", 0);
}
