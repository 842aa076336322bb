/* SPDX-License-Identifier: MIT */
/* line_profiler's listing: every function's source with the numbers beside it. */
#ifndef LISTING_H
#define LISTING_H

#include "analysis/column.h"
#include "analysis/ranking.h"
#include "model/profile.h"
#include "source/source.h"

#include <stdio.h>

/* From so many functions on, the first of them are told before all others. */
#define LISTING_MANY  200
#define LISTING_FIRST 20

struct listing_options {
    double unit_s;           /* of the columns Time and Per Hit */
    bool has_named_unit;     /* the user's own: totals are in one that suits, too */
    bool skip_zero;          /* leave out functions that never ran */
    bool sort;               /* by total time, ascending, instead of by place */
    struct sort_order order; /* if not empty, instead of either */
    bool has_limit;
    double limit;                        /* functions, as for ranking_cut() */
    const struct column_choice *columns; /* NULL: line_profiler's */
    bool show_calls;                     /* under their lines */
    bool summarize;                      /* a line a function after the details */
    bool summarize_first; /* a line for those that took longest, before the details */
    bool mark_unknown;    /* `~` at times under the clock's resolution */
    bool group;           /* a row for a header over several lines */
    bool use_color;
    bool use_syntax; /* and the words of the source in their colours */
    bool is_utf8;    /* bars may be more than ASCII */
    int width;       /* of a line, in characters, where it is cut; 0: nowhere */
};

/* Errors of `out` are the caller's to look for. */
void listing_print(FILE *out, const struct profile *profile, struct sources *sources,
                   const struct listing_options *options);

/* The functions, one a line: FILE:LINE: NAME. */
void listing_print_names(FILE *out, const struct profile *profile);

#endif
