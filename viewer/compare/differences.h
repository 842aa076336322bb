/* SPDX-License-Identifier: MIT */
/* What of a comparison is more than chance, and passes the user's limits: the one rule
   for all who say that something has become slower. */
#ifndef DIFFERENCES_H
#define DIFFERENCES_H

#include "compare/comparison.h"

struct difference_limits {
    bool has_above;
    double above_percent; /* a function or line may have become slower by so much */
    bool same_hits;       /* every count must be the same */
    bool same_bytes;      /* no function or line may allocate more than it did */
};

enum difference_kind {
    DIFFERENCE_TIME,
    DIFFERENCE_BYTES,
    DIFFERENCE_HITS,
    DIFFERENCE_CALLS,
    DIFFERENCE_KIND_COUNT
};

/* One quantity of a function or of one of its lines. */
struct difference {
    enum difference_kind kind;
    const struct function_pair *pair;
    const struct line_pair *row; /* NULL: of the function itself */
    uint64_t base;               /* ns, bytes, hits or calls, of all runs together */
    uint64_t now;
    double own_growth; /* of a run, without profiled callees; for counts all of it */
    double sureness;   /* probability that it is no chance; 1: it is exact */
    bool is_failure;   /* passes a limit of the user's */
};

struct differences {
    const struct comparison *comparison;
    struct difference_limits limits;
    struct difference *all; /* in the comparison's order, a function before its lines */
    size_t count;
    size_t room;
    size_t failure_count; /* limits that were passed */
    size_t unsure;        /* limits that seem to be passed, and may not be */
    double floor_ns;      /* what takes less is not looked at */
    const char *lack;     /* why there is nothing to compare; NULL: there is */
    bool lack_is_failure; /* so that a limit was not kept to; counted above, too */
};

/*
 * Find what passes a limit, and beside it whatever has surely grown since: times; bytes;
 * hits and calls only where there are no times, since more of them is then what there is
 * to see.
 *
 * All is borrowed; to be released.
 */
void differences_find(struct differences *differences,
                      const struct comparison *comparison,
                      const struct difference_limits *limits);
void differences_release(struct differences *differences);

/* For people: "12.5 % slower: 9 ms, was 8 ms (99.9 % sure)"; to be freed. */
char *difference_text(const struct differences *differences,
                      const struct difference *difference);

#endif
