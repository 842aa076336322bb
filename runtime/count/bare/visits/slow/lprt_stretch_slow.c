/* SPDX-License-Identifier: MIT */
/* Timed visits of stretches, where there is no block, frame or histogram for one yet, or
   frames that control has left lie above it. */
#include "base/lprt_lock.h"
#include "base/lprt_stack.h"
#include "count/bare/lprt_turn.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/lprt_abandoned.h"
#include "count/lprt_chunk.h"
#include "count/lprt_frame.h"
#include "count/lprt_leave.h"
#include "store/lprt_region.h"

static struct lineprof_frame *top_of(struct lprt_thread *t, struct lprt_chunk **chunk)
{
    *chunk = t->chunk;
    return lprt_frame_step(t, chunk, t->next);
}

static bool is_of(const struct lineprof_frame *frame,
                  const struct lineprof_function *function)
{
    return lprt_block_of(frame)->function == function->id;
}

/* Frames further in than `keep`, which control has left. */
static void close_left(struct lprt_thread *t, struct lineprof_frame *keep)
{
    struct lprt_chunk *chunk;

    if (top_of(t, &chunk) != keep)
        lprt_abandoned_close(t, keep, 0);
}

/* All above the frame of the function that runs, those that were only being opened or
   closed as well.  Above another's frame there may be one that a handler interrupted in
   the midst of that, and it goes on there when it is back. */
static void close_above(struct lprt_thread *t, struct lineprof_frame *own)
{
    close_left(t, own);
    while (t->next != own + 1 && lprt_frame_below(t, t->next) != own)
        lprt_frame_close_top(t, 0);
}

/* The frame that is further out than a visit of the function, or that is it. */
static struct lineprof_frame *find_keeper(struct lprt_thread *t,
                                          const struct lprt_stretch_way *way)
{
    struct lprt_chunk *chunk;
    struct lineprof_frame *frame = top_of(t, &chunk);
    const bool same_cfa = way->function->flags & LINEPROF_FUNCTION_SAME_CFA;

    while (frame != &t->root &&
           !(frame->cfa == way->cfa && is_of(frame, way->function)) &&
           lprt_stack_is_left(&t->own, frame->cfa, way->cfa, same_cfa))
        frame = lprt_frame_step(t, &chunk, frame);
    return frame;
}

/* With signals blocked: a handler whose frames went there meanwhile would step down from
   the chunk when the last of them ends. */
static void open_in_next_chunk(struct lprt_thread *t, struct lprt_stretch_way *way)
{
    struct lprt_guard guard;

    if (lprt_region_is_full() && !t->chunk->above)
        return;
    lprt_lock_take(&guard);
    way->frame = t->next == t->end ? lprt_chunk_take_next(t) : t->next;
    if (way->frame)
        lprt_stretch_open(t, way);
    lprt_lock_release(&guard);
}

void lprt_stretch_make_way(void *argument)
{
    struct lprt_stretch_way *way = argument;
    struct lprt_thread *t = lprt_self;

    if (!way->function->id)
        return;
    lprt_turn_look(t, NULL, 0);
    way->block = lprt_thread_prepare(way->function);
    if (!way->block)
        return;
    t = lprt_self;
    struct lineprof_frame *keep = find_keeper(t, way);
    if (keep != &t->root && keep->cfa == way->cfa && is_of(keep, way->function)) {
        close_above(t, keep);
        way->frame = keep;
        return;
    }
    close_left(t, keep);
    if (t->next == t->end) {
        open_in_next_chunk(t, way);
    } else {
        way->frame = t->next;
    }
}

void lprt_stretch_add_edge(void *unused)
{
    struct lprt_thread *t = lprt_self;
    struct lineprof_frame *frame = lprt_frame_below(t, t->next);
    const struct lineprof_frame *caller = lprt_frame_below(t, frame);

    (void)unused;
    struct lprof_edge *edge =
        lprt_chunk_add_edge(t, lprt_calling_cell(caller), lprt_block_of(frame)->function);
    if (edge)
        lprt_add(&edge->calls, 1);
}

void lprt_stretch_find(void *argument)
{
    struct lprt_stretch_way *way = argument;
    struct lprt_thread *t = lprt_self;
    struct lprt_chunk *chunk;
    struct lineprof_frame *frame = top_of(t, &chunk);

    /* What lies on another stack is of no concern, and stays. */
    while (frame != &t->root && !lprt_stretch_is_of(frame, way->tag) &&
           lprt_stack_is_left(&t->own, frame->cfa, way->cfa, true))
        frame = lprt_frame_step(t, &chunk, frame);
    if (!lprt_stretch_is_of(frame, way->tag) || frame->cfa <= way->cfa)
        return;
    close_above(t, frame);
    way->frame = frame;
}

void lprt_stretch_catch(void *argument)
{
    const uint64_t *stack = argument;
    struct lprt_thread *t = lprt_self;
    struct lprt_chunk *chunk;
    struct lineprof_frame *frame = top_of(t, &chunk);

    while (frame != &t->root && lprt_stack_is_left(&t->own, frame->cfa, *stack, false))
        frame = lprt_frame_step(t, &chunk, frame);
    close_left(t, frame);
}

void lprt_stretch_close(void *unused)
{
    (void)unused;
    lprt_frame_close_top(lprt_self, 0);
}

static void widen(struct lineprof_counter *counter)
{
    const uint64_t word = __atomic_load_n(&counter->skip, __ATOMIC_ACQUIRE);
    struct lineprof_histogram *histogram = lprof_visits_few(word) < LPROF_VISITS_MOST
                                               ? NULL
                                               : lprt_chunk_add_histogram(lprt_self);

    if (!histogram)
        return;
    for (unsigned i = 0; i < LPROF_VISITS_MOST; i++)
        histogram->counts[lprof_visits_bucket(word, i)]++;
    __atomic_store_n(&counter->skip, (uint64_t)(uintptr_t)histogram, __ATOMIC_RELEASE);
}

/* Signals are blocked meanwhile, so no handler counts in between.  What is not in the
   region is nobody's: of a pause, or of a file that was cut. */
void lprt_stretch_widen(void *counter)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    if (lprt_self->chunk && lprt_region_has((uintptr_t)counter))
        widen(counter);
    lprt_lock_release(&guard);
}
