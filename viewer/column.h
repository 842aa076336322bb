/* SPDX-License-Identifier: MIT */
/* The columns of numbers in a listing, as data: a new column is a row in column.c. */
#ifndef COLUMN_H
#define COLUMN_H

#include "profile.h"

#define COLUMN_TEXT_BYTES 352 /* the longest: DBL_MAX with one decimal */

/* What a row is about. */
struct column_row {
    const struct function *function;
    const struct line *line; /* NULL: there is nothing on that line that can be hit */
    uint32_t number;
    double unit_s;
    double mark_below_ns; /* a time per hit under this is marked; 0: none is */
};

struct column {
    const char *title;
    int min_width;
    /* Writes the cell without padding into COLUMN_TEXT_BYTES; "" for an empty one. */
    void (*format)(char *text, const struct column_row *row);
    /* The number of line a can be longer than that of b, both of one function. */
    bool (*is_longer)(const struct line *a, const struct line *b);
};

/* line_profiler's: Line #, Hits, Time, Per Hit, % Time. */
#define COLUMN_COUNT 5
extern const struct column columns[COLUMN_COUNT];

/* Share of the function's time that was spent on a line, 0 to 100; -1 if the function has
   no time. */
double column_percent(const struct column_row *row);

#endif
