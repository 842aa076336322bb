/* SPDX-License-Identifier: MIT */
/*
 * Where control went when frames were abandoned is known: to a function further out,
 * `keep`.  When it went there is not, but if lines of that function have begun since,
 * it was before the last of them.
 *
 * Then `keep` is put back to the line that it had called from, the frames are closed as
 * if they had been left at that last event, and it is moved on again.  So calls, times
 * and re-entries are charged to the line that the calls came from, by the rules that
 * always hold.
 */
#include "count/lprt_abandoned.h"
#include "count/lprt_frame.h"
#include "count/lprt_leave.h"
#include "count/lprt_visit.h"

/* This says what `keep` had done since; `callee` is 0 if nothing is known. */
struct progress {
    const struct lineprof_frame *callee; /* the abandoned frame right above it */
    uint64_t raw;                        /* reading of its last event */
    uint64_t line;                       /* that is current since */
};

static uint64_t raw_of_last(const struct lineprof_frame *frame)
{
    return frame->last + frame->bias - lprt_costs.line;
}

static struct lineprof_cell *cells_of(struct lineprof_block *block)
{
    return lprt_cell_at(block, LINEPROF_CELLS_AT((uint64_t)block->cell_count));
}

static bool is_in_block(struct lineprof_block *block, uint64_t cell)
{
    const uint64_t first = (uint64_t)(uintptr_t)cells_of(block);
    return first <= cell &&
           cell < first + block->cell_count * sizeof(struct lineprof_cell);
}

struct lineprof_cell *lprt_abandoned_call(const struct lineprof_frame *caller,
                                          const struct lineprof_block *callee)
{
    struct lineprof_block *block = lprt_block_of(caller);
    struct lineprof_cell *cells = cells_of(block);

    if (is_in_block(block, callee->caller))
        return (struct lineprof_cell *)(uintptr_t)callee->caller;
    for (uint32_t i = 0; i < block->cell_count; i++) {
        if (lprt_edge_in(&cells[i], callee->function))
            return &cells[i];
    }
    return NULL;
}

/* It is on another line than that of the call, or its last event is later than any of
   the abandoned frames', and of what these called. */
static bool has_run_on(const struct lprt_thread *thread,
                       const struct lineprof_frame *keep,
                       const struct lineprof_frame *top, const struct lineprof_cell *call)
{
    const uint64_t last = raw_of_last(keep);

    if (!call || !keep->line || call->drawn)
        return false;
    return call != lprt_cell_at(lprt_block_of(keep), keep->line) ||
           ((int64_t)(last - raw_of_last(top)) > 0 &&
            (int64_t)(last - (thread->record->last + top->bias)) > 0);
}

/* The line of the call gives back all that has been charged to it since then, but for the
   time of re-entries.  Costs are averages, so it may come out as less or more. */
static struct progress put_back(struct lineprof_frame *keep,
                                const struct lineprof_frame *callee,
                                struct lineprof_cell *call)
{
    const struct progress progress = {callee, raw_of_last(keep), keep->line};
    uint64_t since = keep->last - callee->entry - keep->excluded;

    if ((int64_t)since < 0)
        since = 0;
    if (since > call->ticks)
        since = call->ticks;
    lprt_add(&call->ticks, -since);
    keep->line = (uint64_t)(uintptr_t)call - keep->block;
    keep->calling = keep->line;
    keep->last -= since;
    return progress;
}

/* By now the costs of the abandoned frames' probes are in its bias. */
static void move_on(struct lineprof_frame *keep, const struct progress *progress)
{
    struct lineprof_cell *cell = lprt_cell_at(lprt_block_of(keep), keep->line);
    const uint64_t now = progress->raw - keep->bias;

    if ((int64_t)(now - keep->last) > 0) {
        lprt_add(&cell->ticks, now - keep->last);
        keep->last = now;
    }
    /* It had run on over several lines: that was not the call, nor is it to its node.
       (An outer activation may still owe the line the time of a visit.) */
    if (cell->child_ticks > cell->ticks && !keep->previous) {
        const uint64_t more = cell->child_ticks - cell->ticks;
        cell->child_ticks = cell->ticks;
        keep->inner -= more < keep->inner ? more : keep->inner;
    }
    keep->line = progress->line;
    keep->calling = progress->line;
}

static struct lineprof_frame *top_open(struct lprt_thread *thread)
{
    struct lprt_chunk *chunk = thread->chunk;
    return lprt_frame_step(thread, &chunk, thread->next);
}

static struct lineprof_frame *open_above(struct lprt_thread *thread,
                                         const struct lineprof_frame *keep)
{
    struct lprt_chunk *chunk = thread->chunk;
    struct lineprof_frame *frame = lprt_frame_step(thread, &chunk, thread->next);
    struct lineprof_frame *above = NULL;

    while (frame != keep) {
        above = frame;
        frame = lprt_frame_step(thread, &chunk, frame);
    }
    return above;
}

static struct progress look_back(struct lprt_thread *thread, struct lineprof_frame *keep)
{
    const struct lineprof_frame *callee = open_above(thread, keep);

    if (!callee || keep == &thread->root || callee->weight == LINEPROF_UNTIMED ||
        top_open(thread)->weight == LINEPROF_UNTIMED)
        return (struct progress){0};
    struct lineprof_cell *call = lprt_abandoned_call(keep, lprt_block_of(callee));
    if (!has_run_on(thread, keep, top_open(thread), call))
        return (struct progress){0};
    return put_back(keep, callee, call);
}

uint64_t lprt_abandoned_close(struct lprt_thread *thread, struct lineprof_frame *keep,
                              uint64_t raw)
{
    const struct progress progress = look_back(thread, keep);
    uint64_t at = progress.callee ? progress.raw : raw;

    while (top_open(thread) != keep)
        at = lprt_frame_close_top(thread, at);
    if (!progress.callee)
        return at;
    move_on(keep, &progress);
    return raw;
}
