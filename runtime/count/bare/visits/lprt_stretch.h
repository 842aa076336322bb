/* SPDX-License-Identifier: MIT */
/*
 * Timed visits of stretches of lines, for functions whose code is there twice (enum
 * lineprof_visit).
 *
 * Such a visit has a frame of its own, which stands for no call: it has no more than a
 * line and its time.  All that happens between two readings, at the begin and at the end
 * of what is here, is left out of the thread's virtual time, and so is the known cost of
 * what lies around them.
 */
#ifndef LPRT_STRETCH_H
#define LPRT_STRETCH_H

#include "count/bare/visits/lprt_lot.h"
#include "count/lprt_frame.h"

/* For the `visit` and the `tell` of a module.  In assembler: lprt_trigger_<machine>.S. */
void lprt_stretch_begin_entry(void) __attribute__((__visibility__("hidden")));
void lprt_stretch_begin_entry_near(void) __attribute__((__visibility__("hidden")));
void lprt_stretch_tell_entry(void) __attribute__((__visibility__("hidden")));
void lprt_stretch_tell_entry_near(void) __attribute__((__visibility__("hidden")));

/* As code tells, but of nothing: what lies around telling costs as much.  To be called by
   lprt_stretch_probe(). */
void lprt_stretch_look_entry(void) __attribute__((__visibility__("hidden")));
void lprt_stretch_look(const int64_t *what, uint64_t stack)
    __attribute__((__visibility__("hidden")));

/*
 * What they call.  Both use general registers only, and are safe in signal handlers.
 *
 * stack    the stack pointer of the code that calls, before it called
 *
 * The first returns whether to go on in the timed copy, the second the answer to
 * LINEPROF_VISIT_ASKS; to all else it has none.
 */
bool lprt_stretch_begin(struct lineprof_visit_call *call, uint64_t stack)
    __attribute__((__visibility__("hidden")));
bool lprt_stretch_tell(const int64_t *what, uint64_t stack)
    __attribute__((__visibility__("hidden")));

/* A visit that control has left ends: its current line is charged, but what the thread
   did not run, and bytes, have been.

   now      in virtual time */
void lprt_stretch_end_left(struct lineprof_frame *frame, uint64_t now)
    __attribute__((__visibility__("hidden")));

/*
 * A part of a function begins or ends on the calling thread: the line that is current in
 * the function's visit there, if there is one, rests from the first to the last.
 *
 * block    the function's, on the thread
 */
void lprt_stretch_part(const struct lineprof_block *block, bool begins)
    __attribute__((__visibility__("hidden")));

struct lprt_rounds;

/* A loop that calls nothing has ended, in its rest or before that.
   block    of the function, on the thread */
void lprt_stretch_end_loop(const struct lineprof_block *block,
                           const struct lprt_rounds *rounds)
    __attribute__((__visibility__("hidden")));

/* The time of a visit's current line up to now is charged, and the line goes on.
   now      in virtual time */
void lprt_stretch_charge(struct lineprof_frame *frame, uint64_t now)
    __attribute__((__visibility__("hidden")));

/*
 * What the cell of a visit's current line would have more if it ended now.
 *
 * cell     that it is added to, with `drawn` as it is in the line's own
 */
void lprt_stretch_foresee(const struct lineprof_frame *frame, uint64_t now,
                          struct lineprof_cell *cell)
    __attribute__((__visibility__("hidden")));

/* Cells of light code's block have changed, or do so next. */
static inline void lprt_stretch_note(struct lineprof_block *block)
{
    lprt_add(&block->call_skip, 1);
}

/* As instrumented code calls `tell`: to measure what that costs. */
void lprt_stretch_probe(void (*tell)(void), int64_t what)
    __attribute__((__visibility__("hidden")));

/*
 * What a frame keeps of its visit: in `entry` its weight, that is for how many visits of
 * the stretch it stands, above what its current line has taken itself, or while that is
 * not in a call what it has called; in `visit` the lot that
 * it was drawn by, whose address leaves room for its function's number, for how the
 * current line became that, for whether it may last, and whether the line is in a call;
 * in `histogram` what timing it has cost so far; in `measures` and `inner` how many
 * lines of a loop's iterations have been timed, one after the other, and their ticks.
 * While it is on the rest of a loop, `excluded` has the number of its sites; and while
 * its line rests for parts of the function, of which `calling` is it, how many of these
 * have begun.
 */
enum {
    LPRT_STRETCH_TICKS_BITS = 48,
    LPRT_STRETCH_TAG_SHIFT = 48,
    LPRT_STRETCH_HIT = 1,
    LPRT_STRETCH_IN_LOOP = 2,
    LPRT_STRETCH_MAY_LAST = 4,   /* what lasts, if it is not timed, is seen by the tick */
    LPRT_STRETCH_BY_POINTER = 8, /* the line has called something through one; */
    LPRT_STRETCH_WATCHED = LPRT_STRETCH_BY_POINTER, /* if it has told of no call, what it
                                                       calls is watched */
    LPRT_STRETCH_OF_LINE =
        LPRT_STRETCH_HIT | LPRT_STRETCH_IN_LOOP | LPRT_STRETCH_BY_POINTER,
    LPRT_STRETCH_FLAGS = 15,
};

#define LPRT_STRETCH_CALLS LPROF_FRAME_CALLS

/* The lot that a frame's visit was drawn by; NULL: what it takes is known well enough. */
static inline struct lprt_lot *lprt_stretch_lot(const struct lineprof_frame *frame)
{
    const uint64_t address = (UINT64_C(1) << LPRT_STRETCH_TAG_SHIFT) - 1;
    struct lprt_lot *lot = (struct lprt_lot *)(uintptr_t)(frame->visit & address &
                                                          ~(uint64_t)LPRT_STRETCH_FLAGS);

    return lot && lot->ticks <= INT64_MAX / LPRT_LOT_MOST_SKIPPED ? lot : NULL;
}

/* Of what is told: the number of the site, and what tells functions apart, or how many
   sites. */
static inline uint64_t lprt_stretch_site(uint64_t what)
{
    return what >> LINEPROF_VISIT_SITE_SHIFT & ((1 << LINEPROF_VISIT_SITE_BITS) - 1);
}

static inline uint64_t lprt_stretch_tag(uint64_t what)
{
    return what >> LINEPROF_VISIT_TAG_SHIFT & ((1 << LINEPROF_VISIT_TAG_BITS) - 1);
}

/* What the usual way leaves (lprt_stretch_slow.c).  To be called by
   lprt_keeping_vectors(). */
struct lprt_stretch_way {
    const struct lineprof_function *function; /* of which a visit is to begin */
    uint64_t tag;                             /* of whose visits one goes on */
    uint64_t cfa;                             /* of the function; or less than that */
    uint64_t raw;                             /* the reading at which the visit begins */
    struct lineprof_block *block;
    struct lineprof_frame *frame; /* free, or one of the function's; NULL: none */
};

/* There is to be a block and a frame for a visit; what has been left is closed. */
void lprt_stretch_make_way(void *way) __attribute__((__visibility__("hidden")));

/* Opens the frame of a way, of a visit without a line yet. */
void lprt_stretch_open(struct lprt_thread *thread, const struct lprt_stretch_way *way)
    __attribute__((__visibility__("hidden")));

/* The line around the topmost frame gets an edge to the function of that. */
void lprt_stretch_add_edge(void *unused) __attribute__((__visibility__("hidden")));

/* The frame of the function's open visit is to be the topmost. */
void lprt_stretch_find(void *way) __attribute__((__visibility__("hidden")));

/* Frames at or below a stack pointer have been left, and are closed.
   stack    a uint64_t * */
void lprt_stretch_catch(void *stack) __attribute__((__visibility__("hidden")));

/* The topmost frame, whose line has ended, is closed. */
void lprt_stretch_close(void *unused) __attribute__((__visibility__("hidden")));

/* A histogram is to take the place of the first visits of a line, which are as many as a
   word has room for; not if there is no room for it.
   counter    the line's, of a block on the calling thread */
void lprt_stretch_widen(void *counter) __attribute__((__visibility__("hidden")));

/* The frame's function is the one that tells, if it is one of a visit. */
static inline bool lprt_stretch_is_of(const struct lineprof_frame *frame, uint64_t tag)
{
    return lprt_block_of(frame)->flags & LPROF_BLOCK_WEIGHTED &&
           (frame->visit & ~LPRT_STRETCH_CALLS) >> LPRT_STRETCH_TAG_SHIFT == tag;
}

#endif
