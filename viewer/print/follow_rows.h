/* SPDX-License-Identifier: MIT */
/* The lines of a program that runs, and what has happened on them since the last look. */
#ifndef FOLLOW_ROWS_H
#define FOLLOW_ROWS_H

#include "model/profile.h"

struct follow_row {
    const struct function *function;
    const struct line *line;
    uint64_t new_hits; /* since the earlier look */
    uint64_t new_time_ns;
    uint64_t new_self_ns;
};

struct follow_rows {
    struct follow_row *all;
    size_t count;
};

enum follow_order { FOLLOW_NOW, FOLLOW_SELF, FOLLOW_TIME, FOLLOW_HITS, FOLLOW_ORDERS };

/* What the order is called: "time since the last look". */
const char *follow_order_name(enum follow_order order);

/* The lines that are shown and have run, the most in the order first; to be freed.
   before   the earlier look; NULL: there was none, all is new */
struct follow_rows follow_rows_make(const struct profile *now,
                                    const struct profile *before,
                                    enum follow_order order);

#endif
