/* SPDX-License-Identifier: MIT */
/*
 * Spans of a timeline in rows of which each can be drawn as boxes in boxes: those of
 * fibers, of ranges and of regions that end in another order overlap.
 */
#ifndef LANES_H
#define LANES_H

#include "model/profile.h"

struct lanes {
    size_t *of; /* for each span, in the timeline's order, its lane, from 0 */
    size_t count;
};

/* In each lane two spans are apart, or the later one is in the earlier.  O(n * lanes). */
struct lanes lanes_make(const struct timeline *timeline);

void lanes_release(struct lanes *lanes);

#endif
