/* SPDX-License-Identifier: MIT */
/*
 * Frames of activations: how they are found, and what opening and closing them costs.
 * What instrumented code calls at a function's entry and exit is in lprt_hot.c; whatever
 * is not the common case goes to lprt_enter.c and lprt_leave.c.
 *
 * Virtual time: a raw reading less the frame's `bias`.  Each probe adds to the bias, in
 * advance, what it costs until the next reading.
 */
#ifndef LPRT_FRAME_H
#define LPRT_FRAME_H

#include "base/lprt_machine.h"
#include "count/lprt_thread.h"

#include <stdbool.h>
#include <stdint.h>

#define LPRT_LIKELY(x)   __builtin_expect(!!(x), 1)
#define LPRT_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The compiler moves no store across this: a signal handler may look at this point. */
#define LPRT_SIGNAL_FENCE() __atomic_signal_fence(__ATOMIC_SEQ_CST)

/*
 * Known costs of probes, in ticks, by what lies between two readings with no work in
 * between; 0 until they have been measured.
 */
struct lprt_costs {
    uint64_t line;          /* of a line to that of the next line */
    uint64_t untimed;       /* of all the events between two that are drawn by lot */
    uint64_t untimed_call;  /* of an entry, or of an exit, that reads no clock */
    uint64_t sampled;       /* of a visit that was drawn by lot, less `line`; in two's
                               complement, as it can be less */
    uint64_t before_enter;  /* of the caller's line to that of an entry, beyond `line` */
    uint64_t after_enter;   /* of an entry to that of the first line */
    uint64_t before_leave;  /* of a line to that of the exit, beyond `line` */
    uint64_t after_leave;   /* of an exit to that of the caller's next line */
    uint64_t sampled_enter; /* of a visit that was drawn by lot at an entry, beyond
                               `after_enter`; in two's complement */
    uint64_t sampled_leave; /* of one that an exit ends, beyond `line` and `sampled`, in
                               the place of `before_leave`; in two's complement */
    uint64_t stretch;     /* of what is told of a stretch's visit, outside the readings */
    uint64_t short_visit; /* a visit, or call, that is shorter is worth sampling */
    uint64_t outlier;     /* one that is longer is none of the short ones */
    int64_t step_back;    /* up to this it was not the clock that stepped back */
};

extern struct lprt_costs lprt_costs;

/*
 * What takes less than so many probes is short: about 1 us.  Of what is short as a rule
 * and drawn by lot, something a good deal longer is one of a kind: the line waited, or
 * others had the processor, or the machine.  It does not stand for others beyond that.  A
 * clock that is not one of time costs nothing; there they are numbers of ticks.
 */
enum {
    LPRT_SHORT = 48,
    LPRT_OUTLIER = 32, /* times as long as that */
    LPRT_SHORT_TICKS = 1024,
};

/*
 * A known cost is an average: some probes cost less, and then virtual time seems to run
 * back.  It stands still until it has caught up; but if it is behind by more ticks than
 * this, less is taken out.
 */
enum { LPRT_MOST_BEHIND = 16384 };

/* Whether an activation of a sampled function is timed in any case, as it is inside
   another one of which a line or a callee is timed. */
static inline bool lprt_is_measured(const struct lineprof_frame *previous)
{
    return previous && (previous->line | previous->measures);
}

/* The time of what a frame calls begins to be known. */
static inline void lprt_frame_measures(struct lineprof_frame *caller)
{
    caller->excluded = 0;
    caller->measures = 1;
}

/* The next open frame below one of `chunk`, over those that are incomplete; the root at
   last.  Moves *chunk to where that is. */
struct lineprof_frame *lprt_frame_step(struct lprt_thread *thread,
                                       struct lprt_chunk **chunk,
                                       struct lineprof_frame *frame);

/* The open frame below one of the thread's current chunk. */
struct lineprof_frame *lprt_frame_open_below(struct lprt_thread *thread,
                                             struct lineprof_frame *frame);

/* The first open one of a function's chain of activations, from an address on; NULL if
   there is none. */
struct lineprof_frame *lprt_frame_open_previous(uint64_t address);

/* ---- Shared by both paths ---- */

static inline struct lineprof_block *lprt_block_of(const struct lineprof_frame *frame)
{
    return (struct lineprof_block *)(uintptr_t)frame->block;
}

static inline struct lineprof_frame *lprt_frame_at(uint64_t address)
{
    return (struct lineprof_frame *)(uintptr_t)address;
}

/* The cell of the line that calls; the block itself if there is none. */
static inline struct lineprof_cell *lprt_calling_cell(const struct lineprof_frame *frame)
{
    return (struct lineprof_cell *)(uintptr_t)(frame->block + frame->calling);
}

/* The one below; what it holds may not be an open frame. */
static inline struct lineprof_frame *lprt_frame_below(const struct lprt_thread *thread,
                                                      struct lineprof_frame *frame)
{
    return frame == thread->begin ? thread->below : frame - 1;
}

/* A handler's add to the same word is not lost. */
static inline void lprt_add(uint64_t *word, uint64_t amount)
{
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
    *word += amount; /* where the checker sees it */
#else
    lprt_machine_add(word, amount);
#endif
}

/* The edge from a line to a function; NULL if it has not been called from there. */
static inline struct lprof_edge *lprt_edge_in(const struct lineprof_cell *cell,
                                              uint32_t callee)
{
    struct lprof_edge *edge = (struct lprof_edge *)(uintptr_t)cell->edges;

    while (edge && edge->function != callee)
        edge = (struct lprof_edge *)(uintptr_t)edge->next;
    return edge;
}

/* The call edge from the caller's line, which the callee's block remembers; a scratch
   where the caller is not profiled, or there is no room. */
struct lprof_edge *lprt_edge_find(struct lprt_thread *thread,
                                  struct lineprof_block *callee,
                                  const struct lineprof_frame *caller);

/* The one remembered is that edge. */
static inline bool lprt_edge_is_known(const struct lineprof_block *callee,
                                      const struct lineprof_frame *caller)
{
    return callee->caller == caller->block + caller->calling;
}

static inline struct lprof_edge *lprt_edge_known(const struct lineprof_block *callee)
{
    return (struct lprof_edge *)(uintptr_t)callee->edge;
}

#endif
