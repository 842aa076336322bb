/* SPDX-License-Identifier: MIT */
#include "count/lprt_chunk.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "store/lprt_region.h"

#include <string.h>

enum {
    FIRST_FRAMES = 128, /* in a chunk */
    MOST_FRAMES = 8192,
    EDGES_AT_ONCE = 50,    /* a record of 2 KiB */
    FIRST_HISTOGRAMS = 10, /* of 4 KiB; then twice as many as before, */
    MOST_HISTOGRAMS = 160, /* up to 60 KiB */
};

static struct lprt_chunk *add_chunk(struct lprt_thread *t, uint64_t capacity)
{
    struct lprt_chunk *chunk = lprt_memory_take(sizeof *chunk);
    struct lprof_frames *frames =
        lprt_region_add(sizeof *frames + capacity * sizeof(struct lprof_frame));

    if (!chunk || !frames)
        return NULL;
    frames->thread = t->record->thread;
    frames->frame_bytes = sizeof(struct lprof_frame);
    frames->capacity = capacity;
    lprt_region_publish(frames, LPROF_RECORD_FRAMES);
    chunk->begin = (struct lineprof_frame *)(frames + 1);
    chunk->end = chunk->begin + capacity;
    return chunk;
}

static void use_chunk(struct lprt_thread *t, struct lprt_chunk *chunk,
                      struct lineprof_frame *next)
{
    t->chunk = chunk;
    t->begin = chunk->begin;
    t->end = chunk->end;
    t->below = chunk->below ? chunk->below->end - 1 : &t->root;
    t->next = next;
}

static struct lprt_chunk *chunk_above(struct lprt_thread *t)
{
    struct lprt_chunk *chunk = t->chunk;
    const uint64_t capacity = 2 * (uint64_t)(chunk->end - chunk->begin);

    if (!chunk->above) {
        chunk->above = add_chunk(t, capacity < MOST_FRAMES ? capacity : MOST_FRAMES);
        if (chunk->above)
            chunk->above->below = chunk;
    }
    return chunk->above;
}

struct lineprof_frame *lprt_chunk_take_next(struct lprt_thread *thread)
{
    struct lprt_chunk *chunk = chunk_above(thread);

    LPRT_GUARDED();
    if (!chunk)
        return NULL;
    use_chunk(thread, chunk, chunk->begin + 1);
    return chunk->begin;
}

struct lineprof_frame *lprt_chunk_climb(struct lprt_thread *thread)
{
    struct lprt_guard guard;
    struct lineprof_frame *frame = NULL;

    if (lprt_region_is_full() && !thread->chunk->above)
        return NULL;
    lprt_lock_take(&guard);
    frame = lprt_chunk_take_next(thread);
    lprt_lock_release(&guard);
    return frame;
}

void lprt_chunk_descend(struct lprt_thread *thread)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    struct lprt_chunk *below = thread->chunk->below;
    if (thread->next == thread->begin && below)
        use_chunk(thread, below, below->end);
    lprt_lock_release(&guard);
}

static bool add_edges(struct lprt_thread *t)
{
    struct lprof_edges *edges =
        lprt_region_add(sizeof *edges + EDGES_AT_ONCE * sizeof(struct lprof_edge));

    if (!edges)
        return false;
    edges->thread = t->record->thread;
    edges->edge_bytes = sizeof(struct lprof_edge);
    edges->capacity = EDGES_AT_ONCE;
    lprt_region_publish(edges, LPROF_RECORD_EDGES);
    t->edge_next = (struct lprof_edge *)(edges + 1);
    t->edge_end = t->edge_next + EDGES_AT_ONCE;
    return true;
}

struct lprof_edge *lprt_chunk_add_edge(struct lprt_thread *thread,
                                       struct lineprof_cell *cell, uint32_t callee)
{
    struct lprt_guard guard;
    struct lprof_edge *edge = NULL;

    if (lprt_region_is_full() && thread->edge_next == thread->edge_end)
        return NULL;
    lprt_lock_take(&guard);
    if (thread->edge_next != thread->edge_end || add_edges(thread)) {
        edge = thread->edge_next++;
        edge->function = callee;
        edge->next = cell->edges;
        __atomic_store_n(&cell->edges, (uint64_t)(uintptr_t)edge, __ATOMIC_RELEASE);
    }
    lprt_lock_release(&guard);
    return edge;
}

static bool add_histograms(struct lprt_thread *t)
{
    const uint64_t twice = t->histograms ? 2 * t->histograms->capacity : FIRST_HISTOGRAMS;
    const uint64_t capacity = twice < MOST_HISTOGRAMS ? twice : MOST_HISTOGRAMS;
    struct lprof_histograms *histograms =
        lprt_region_add(sizeof *histograms + capacity * sizeof(struct lprof_histogram));

    if (!histograms)
        return false;
    histograms->thread = t->record->thread;
    histograms->histogram_bytes = sizeof(struct lprof_histogram);
    histograms->capacity = capacity;
    lprt_region_publish(histograms, LPROF_RECORD_HISTOGRAMS);
    t->histograms = histograms;
    return true;
}

/* It is taken before a line names it: if the process is killed in between it is lost, and
   no line gets one that has another's visits. */
struct lineprof_histogram *lprt_chunk_add_histogram(struct lprt_thread *thread)
{
    const struct lprof_histograms *before = thread->histograms;

    LPRT_GUARDED();
    if ((!before || before->taken >= before->capacity) && !add_histograms(thread))
        return NULL;
    struct lprof_histograms *from = thread->histograms;
    struct lineprof_histogram *histogram =
        (struct lineprof_histogram *)(from + 1) + from->taken;
    __atomic_store_n(&from->taken, from->taken + 1, __ATOMIC_RELEASE);
    return histogram;
}

void lprt_chunk_clear_histograms(struct lprof_histograms *histograms)
{
    memset(histograms + 1, 0, histograms->capacity * sizeof(struct lprof_histogram));
    histograms->taken = 0;
}

bool lprt_chunk_start(struct lprt_thread *thread)
{
    struct lprt_chunk *chunk = add_chunk(thread, FIRST_FRAMES);

    if (chunk)
        use_chunk(thread, chunk, chunk->begin);
    return chunk != NULL;
}

void lprt_chunk_clear(const struct lprt_thread *thread)
{
    for (struct lprt_chunk *chunk = lprt_chunk_first(thread); chunk;
         chunk = chunk->above) {
        for (struct lineprof_frame *frame = chunk->begin; frame < chunk->end; frame++)
            frame->cfa = frame->visited = 0;
    }
}

void lprt_chunk_reset(struct lprt_thread *thread)
{
    struct lprt_chunk *first = lprt_chunk_first(thread);

    use_chunk(thread, first, first->begin);
    lprt_chunk_clear(thread);
}

void lprt_chunk_drop_unused(struct lprt_thread *thread)
{
    thread->chunk->above = NULL;
    thread->edge_next = NULL;
    thread->edge_end = NULL;
    thread->histograms = NULL;
}

/* ---- Of another process ---- */

static struct lprt_chunk *last_chunk(const struct lprt_thread *t)
{
    struct lprt_chunk *chunk = t->chunk;

    while (chunk && chunk->above)
        chunk = chunk->above;
    return chunk;
}

bool lprt_chunk_learn(struct lprt_thread *thread, struct lprof_frames *frames)
{
    struct lprt_chunk *chunk = lprt_memory_take(sizeof *chunk);

    if (!chunk)
        return false;
    chunk->begin = (struct lineprof_frame *)(frames + 1);
    chunk->end = chunk->begin + frames->capacity;
    chunk->below = last_chunk(thread);
    if (chunk->below)
        chunk->below->above = chunk;
    else
        use_chunk(thread, chunk, chunk->begin);
    return true;
}

void lprt_chunk_learn_edges(struct lprt_thread *thread, struct lprof_edges *edges)
{
    struct lprof_edge *edge = (struct lprof_edge *)(edges + 1);

    thread->edge_end = edge + edges->capacity;
    while (edge < thread->edge_end && edge->function)
        edge++;
    thread->edge_next = edge;
}

void lprt_chunk_learn_histograms(struct lprt_thread *thread,
                                 struct lprof_histograms *histograms)
{
    thread->histograms = histograms;
}

void lprt_chunk_resume(struct lprt_thread *thread)
{
    struct lineprof_frame *top = (struct lineprof_frame *)(uintptr_t)thread->record->top;

    for (struct lprt_chunk *chunk = lprt_chunk_first(thread); chunk;
         chunk = chunk->above) {
        if (chunk->begin <= top && top < chunk->end) {
            use_chunk(thread, chunk, top + 1);
            return;
        }
    }
    lprt_chunk_reset(thread);
}
