/* SPDX-License-Identifier: MIT */
/* Which visits of a stretch are timed, and what is known of it where its count comes up.
 */
#ifndef LPRT_LOT_H
#define LPRT_LOT_H

#include "count/lprt_thread.h"
#include "lineprof/abi.h"

/* One a count that a thread counts in.  Its address has room for what frames keep with it
   (LPRT_STRETCH_FLAGS). */
struct lprt_lot {
    uint64_t skip;  /* visits from the last one to the next, with that; 0: none was yet */
    uint64_t ticks; /* that those took which were timed, */
    uint64_t cost;  /* and timing them; */
    uint64_t times; /* how many these were, */
    uint64_t
        shortly_off; /* and how often others had the processor in them for a moment */
    uint64_t
        layout; /* of the module, that the count is in: its number + 1; 0: not known */

    const uint8_t *outside; /* which of its lines call nothing that is profiled */

    /* Of the thread's window (lprt_window.h). */
    uint64_t last; /* when one was timed, in virtual time; */
    uint64_t part; /* of those between that one and the one before: in the window */
    uint64_t line_off_ns;   /* how long the thread had been off when the line began */
    uint64_t window_ticks;  /* what its lines have taken in the window, */
    uint64_t window_unseen; /* what others are said to have taken of that, */
    uint64_t window_lines;  /* how many these were, */
    uint64_t window_cut;    /* and how much of it is too much */
    struct lprt_lot *window_next; /* of those with such */
    struct lineprof_block *block; /* that has these lines */
    bool leads_back;              /* what they call has called what is profiled */
} __attribute__((__aligned__(16)));

struct lprt_lot_place {
    struct lprt_lot *lot; /* NULL: no visit can begin there */
    struct lineprof_function *function;
    uint64_t what; /* LINEPROF_VISIT_BEGINS, its site, and its function's number */
};

enum { LPRT_LOT_MOST_SKIPPED = 4096 };

/* Of a count that has come up in the code of a loaded module, which need not be one of
   those that the thread counts in.  Uses general registers only; safe in signal handlers.
 */
struct lprt_lot_place lprt_lot_find(const struct lprt_thread *thread,
                                    const struct lprof_count *count)
    __attribute__((__visibility__("hidden")));

/*
 * Draws the lot's next visit that is timed, which its count then waits for.
 *
 * frame    of the one that begins now
 *
 * Returns the weight of that: it stands for half of those that were passed over before
 * it, and half of those that will be after it.  General registers only; safe in signal
 * handlers.
 */
uint64_t lprt_lot_draw(struct lprt_thread *thread, struct lprt_lot *lot,
                       struct lprof_count *count, const struct lineprof_frame *frame)
    __attribute__((__visibility__("hidden")));

#endif
