/* SPDX-License-Identifier: MIT */
/* What a comparison looks like, and whether it keeps within limits: the door
   of diff.c and diff_check.c. */
#ifndef DIFF_H
#define DIFF_H

#include "analysis/comparison.h"
#include "analysis/notes.h"

#include <stdio.h>

struct diff_options {
    double unit_s;
    bool skip_zero; /* leave out functions that ran on neither side */
    bool summarize; /* a line for each function at the end */
    bool use_color;
};

/* Function by function: both sides' hits and times, `+` before lines that are new and `-`
   before those that are gone. */
void diff_print(FILE *out, const struct comparison *comparison,
                const struct diff_options *options);

struct diff_limits {
    bool has_above;
    double above_percent; /* a function or line may have become slower by so much */
    bool same_hits;       /* every count must be the same */
    bool same_bytes;      /* no function or line may allocate more than it did */
};

/* Note each limit that is passed, the first of them in words; values are compared as they
   are, not as they are printed.  Returns how many there were. */
size_t diff_check(struct notes *notes, const struct comparison *comparison,
                  const struct diff_limits *limits);

#endif
