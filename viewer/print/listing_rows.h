/* SPDX-License-Identifier: MIT */
/* The rows of one function's listing: how wide the columns are, header, lines. */
#ifndef LISTING_ROWS_H
#define LISTING_ROWS_H

#include "analysis/column.h"
#include "print/listing.h"

struct listing_rows {
    FILE *out;
    const struct listing_options *options;
    const struct profile *profile;
    struct sources *sources;
    const struct column_choice *choice;
    double mark_below_ns;
    const struct function *function;
    const struct line *lines; /* of the function, as they are to be shown */
    size_t line_count;
    uint32_t first_line;
    size_t column_count;      /* of `choice`, those that there is room for */
    int widths[COLUMN_COUNT]; /* in characters */
};

/* Begin with a function; the other fields are set.  Every number is whole: columns are as
   wide as their longest, per function. */
void listing_rows_measure(struct listing_rows *rows);

/* The titles, and a rule as long as they are. */
void listing_rows_print_header(const struct listing_rows *rows);

/* line may be NULL */
void listing_rows_print(const struct listing_rows *rows, const struct line *line,
                        const char *file, uint32_t number);

#endif
