/* SPDX-License-Identifier: MIT */
/*
 * Opening and closing activations: what instrumented code calls at a function's entry
 * and exit.  The hot path is in lprt_hot.c; whatever is not the common case goes to
 * the functions below.
 *
 * Virtual time: a raw reading less the frame's `bias`.  Each probe adds to the bias, in
 * advance, what it costs until the next reading.
 */
#ifndef LPRT_FRAME_H
#define LPRT_FRAME_H

#include "lprt_thread.h"

#include <stdbool.h>
#include <stdint.h>

#define LPRT_LIKELY(x)   __builtin_expect(!!(x), 1)
#define LPRT_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* What the compiler must not move across: a signal handler may look at this point. */
#define LPRT_SIGNAL_FENCE() __atomic_signal_fence(__ATOMIC_SEQ_CST)

/*
 * Known costs of probes, in ticks, by what lies between two readings with no work in
 * between; 0 until they have been measured.
 */
struct lprt_costs {
    uint64_t line;         /* of a line to that of the next line */
    uint64_t before_enter; /* of the caller's line to that of an entry, beyond `line` */
    uint64_t after_enter;  /* of an entry to that of the first line */
    uint64_t before_leave; /* of a line to that of the exit, beyond `line` */
    uint64_t after_leave;  /* of an exit to that of the caller's next line */
    uint64_t step_back;    /* less than this is no clock that stepped back */
};

extern struct lprt_costs lprt_costs;

/* Entry points for a module, by the clock of the process; `enter` and `leave` of a
   kind belong together. */
struct lprt_entry_points {
    lineprof_enter_fn enter;
    lineprof_leave_fn leave;
};

/* hits_only   all of the module's functions are built so */
struct lprt_entry_points lprt_entry_points(bool hits_only);

/* For a process that does not record: everything goes to the dummies, which have to
   be ready. */
struct lprt_entry_points lprt_entry_points_off(void);
void lprt_dummy_prepare(const struct lineprof_function *function);

struct lineprof_frame *lprt_enter_slowly(struct lineprof_function *function,
                                         uint64_t cfa);

/* raw     the reading at the exit; 0 if none was made */
void lprt_leave_slowly(struct lineprof_frame *frame, uint64_t raw);

/* Close all that is open on a thread that ends. */
void lprt_frames_close(struct lprt_thread *thread);

/* ---- Shared by both paths ---- */

static inline struct lineprof_block *lprt_block_of(const struct lineprof_frame *frame)
{
    return (struct lineprof_block *)(uintptr_t)frame->block;
}

static inline struct lineprof_frame *lprt_frame_at(uint64_t address)
{
    return (struct lineprof_frame *)(uintptr_t)address;
}

/* The current line's cell; the block itself if there is none. */
static inline struct lineprof_cell *lprt_cell_of(const struct lineprof_frame *frame)
{
    return (struct lineprof_cell *)(uintptr_t)(frame->block + frame->line);
}

/* The one below; what it holds may not be an open frame. */
static inline struct lineprof_frame *lprt_frame_below(const struct lprt_thread *thread,
                                                      struct lineprof_frame *frame)
{
    return frame == thread->begin ? thread->below : frame - 1;
}

/* One instruction, so that a handler's add to the same word cannot be lost. */
static inline void lprt_add(uint64_t *word, uint64_t amount)
{
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
    *word += amount; /* where the checker sees it */
#else
    __asm__("addq %1, %0" : "+m"(*word) : "er"(amount) : "cc");
#endif
}

/* The call edge from the caller's line; counts of no profiled caller go to a scratch. */
struct lprof_edge *lprt_edge_find(struct lprt_thread *thread, struct lprt_slot *slot,
                                  const struct lineprof_frame *caller, uint32_t callee);

static inline struct lprof_edge *lprt_edge_of(struct lprt_thread *thread,
                                              struct lprt_slot *slot,
                                              const struct lineprof_frame *caller,
                                              uint32_t callee)
{
    struct lprof_edge *edge = slot->edge;

    if (LPRT_UNLIKELY(slot->caller != lprt_cell_of(caller)))
        edge = lprt_edge_find(thread, slot, caller, callee);
    return edge;
}

/* A frame that has been taken: all but its times and its `cfa`. */
static inline void lprt_frame_fill(struct lprt_thread *thread,
                                   struct lineprof_frame *frame,
                                   const struct lineprof_function *function,
                                   const struct lprt_slot *slot)
{
    const uint64_t address = (uint64_t)(uintptr_t)frame;

    frame->line = function->first_line;
    frame->block = (uint64_t)(uintptr_t)slot->block;
    frame->previous = slot->block->active;
    frame->excluded = 0;
    slot->block->active = address;
    thread->record->top = address;
}

static inline void lprt_frame_begin_untimed(struct lineprof_frame *frame,
                                            const struct lineprof_frame *caller,
                                            uint64_t cfa)
{
    frame->bias = caller->bias;
    frame->last = 0;
    frame->entry = 0;
    LPRT_SIGNAL_FENCE();
    frame->cfa = cfa;
}

/* A frame has been left for its caller's: tell readers.
   now      virtual; 0 if it is not known */
static inline void lprt_frame_show_left(struct lprt_thread *thread,
                                        const struct lineprof_frame *caller, uint64_t now)
{
    struct lprof_thread *record = thread->record;

    if (now)
        record->last = now;
    if (caller == &thread->root) {
        record->bias = caller->bias;
        caller = NULL;
    }
    record->top = (uint64_t)(uintptr_t)caller;
}

/*
 * Close a frame that has been made invisible (cfa 0) at the virtual time `now`: the
 * current line, the total or the outer activation's share, the caller's line and edge.
 *
 * previous   the open frame of the same function below it, or NULL
 * caller     the open frame below it, or the root
 */
static inline void lprt_frame_account(struct lprt_thread *thread,
                                      const struct lineprof_frame *frame,
                                      struct lineprof_frame *previous,
                                      struct lineprof_frame *caller, uint64_t now)
{
    struct lineprof_block *block = lprt_block_of(frame);
    const uint64_t elapsed = now - frame->entry;

    if (LPRT_LIKELY(frame->line))
        lprt_add(&lprt_cell_of(frame)->ticks, now - frame->last);
    block->active = frame->previous;
    if (previous) {
        lprt_add(&previous->last, elapsed);
        lprt_add(&previous->excluded, elapsed);
    } else {
        struct lprt_slot *slot = &thread->slots[block->function];
        lprt_add(&block->ticks, elapsed);
        lprt_add(&lprt_edge_of(thread, slot, caller, block->function)->ticks, elapsed);
    }
    if (caller->block != frame->block && LPRT_LIKELY(caller->line) &&
        !(lprt_block_of(caller)->flags & LPROF_BLOCK_UNTIMED))
        lprt_add(&lprt_cell_of(caller)->child_ticks, elapsed - caller->excluded);
    caller->excluded = 0;
}

#endif
