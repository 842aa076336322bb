/* SPDX-License-Identifier: MIT */
/*
 * What the lines of a loop took together, shared out by what each of its sites took in
 * those iterations that were timed one by one.  General registers only.
 */
#ifndef LPRT_SHARES_H
#define LPRT_SHARES_H

#include "lineprof/abi.h"

struct lprt_shares {
    struct lineprof_cell *cells;
    uint64_t count;
    uint64_t all; /* of which lprt_own_share() is a part; 0: nothing is known */
    unsigned shift;
};

enum { LPRT_SHARE_BITS = 24 };

static inline struct lprt_shares lprt_shares_of(struct lineprof_cell *cells,
                                                uint64_t count)
{
    struct lprt_shares s = {.cells = cells, .count = count};

    for (uint64_t i = 0; i < count; i++)
        s.all += cells[i].variance;
    while (s.all >> s.shift >> LPRT_SHARE_BITS)
        s.shift++;
    s.all >>= s.shift;
    return s;
}

/* The first has all where nothing is known. */
static inline uint64_t lprt_own_share(const struct lprt_shares *s, uint64_t i)
{
    return s->all ? s->cells[i].variance >> s->shift : !i;
}

static inline uint64_t lprt_share(const struct lprt_shares *s, uint64_t i, uint64_t of)
{
    const uint64_t all = s->all ? s->all : 1;
    const uint64_t own = lprt_own_share(s, i);

    return of / all * own + of % all * own / all;
}

#endif
