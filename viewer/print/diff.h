/* SPDX-License-Identifier: MIT */
/* What a comparison looks like, and whether it keeps within limits: the door
   of diff.c and diff_check.c. */
#ifndef DIFF_H
#define DIFF_H

#include "analysis/notes.h"
#include "compare/comparison.h"
#include "compare/differences.h"

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

/* Note each limit that is passed, the first of them in words; values are compared as they
   are, not as they are printed. */
void diff_check(struct notes *notes, const struct differences *differences);

#endif
