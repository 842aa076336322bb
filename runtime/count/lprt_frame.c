/* SPDX-License-Identifier: MIT */
/* Finding the frames that are open, and the call edges between their lines. */
#include "count/lprt_frame.h"
#include "count/lprt_chunk.h"

struct lprt_costs lprt_costs = {.short_visit = LPRT_SHORT_TICKS,
                                .outlier = LPRT_SHORT_TICKS * LPRT_OUTLIER,
                                .step_back = INT64_MAX};

struct lineprof_frame *lprt_frame_step(struct lprt_thread *thread,
                                       struct lprt_chunk **chunk,
                                       struct lineprof_frame *frame)
{
    for (;;) {
        if (frame == (*chunk)->begin) {
            *chunk = (*chunk)->below;
            if (!*chunk)
                return &thread->root;
            frame = (*chunk)->end;
        }
        frame--;
        if (frame->cfa)
            return frame;
    }
}

struct lineprof_frame *lprt_frame_open_below(struct lprt_thread *t,
                                             struct lineprof_frame *frame)
{
    struct lprt_chunk *chunk = t->chunk;
    return lprt_frame_step(t, &chunk, frame);
}

/* A child that was made by a bare clone() counts in the same frames without knowing, and
   a chain may go round then.  No other has so many closed frames in a row. */
enum { MOST_CLOSED = 1 << 20 };

struct lineprof_frame *lprt_frame_open_previous(uint64_t address)
{
    struct lineprof_frame *frame = lprt_frame_at(address);

    for (int i = 0; frame && !frame->cfa; i++)
        frame = i < MOST_CLOSED ? lprt_frame_at(frame->previous) : NULL;
    return frame;
}

struct lprof_edge *lprt_edge_find(struct lprt_thread *thread,
                                  struct lineprof_block *callee,
                                  const struct lineprof_frame *caller)
{
    struct lineprof_cell *cell = lprt_calling_cell(caller);
    struct lprof_edge *edge = NULL;

    if (caller->calling && cell != &thread->root_line.cell) {
        edge = lprt_edge_in(cell, callee->function);
        if (!edge)
            edge = lprt_chunk_add_edge(thread, cell, callee->function);
    }
    if (!edge)
        edge = &thread->root_edge;
    callee->caller = 0;
    LPRT_SIGNAL_FENCE();
    callee->edge = (uint64_t)(uintptr_t)edge;
    LPRT_SIGNAL_FENCE();
    callee->caller = (uint64_t)(uintptr_t)cell;
    return edge;
}
