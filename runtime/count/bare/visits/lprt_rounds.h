/* SPDX-License-Identifier: MIT */
/*
 * Loops that call nothing, where they end: how long their rounds take is known from those
 * that nobody has timed one by one, and what those seemed to take longer is taken back.
 *
 * All use general registers only and are safe in signal handlers.
 */
#ifndef LPRT_ROUNDS_H
#define LPRT_ROUNDS_H

#include "count/timing/lprt_shares.h"
#include "lineprof/abi.h"

#include <stdbool.h>

/* A loop that has ended. */
struct lprt_rounds {
    struct lprt_shares lines; /* of the loop */
    uint64_t all;
    uint64_t timed; /* of them one by one */
};

/*
 * A loop begins in the frame's visit.
 *
 * lines    the cell of the first of them
 *
 * Returns whether all of it is to be timed as one.
 */
bool lprt_rounds_begin(const struct lineprof_frame *frame,
                       const struct lineprof_cell *lines)
    __attribute__((__visibility__("hidden")));

/*
 * The visit's current line, which is the rest of a loop or a line of it, ends with that.
 *
 * now      in virtual time
 */
void lprt_rounds_end(struct lineprof_frame *frame, uint64_t now,
                     const struct lprt_rounds *rounds)
    __attribute__((__visibility__("hidden")));

#endif
