/* SPDX-License-Identifier: MIT */
/* The columns of a listing, as data: a new column is a row in column.c. */
#ifndef COLUMN_H
#define COLUMN_H

#include "model/profile.h"

#define COLUMN_TEXT_BYTES 352 /* the longest: DBL_MAX with one decimal */

/* What a row is about. */
struct column_row {
    const struct function *function;
    const struct line *line; /* NULL: there is nothing on that line that can be hit */
    uint32_t number;
    double unit_s;
    const struct part *parts; /* of the profile, which the line may have portions of */
    double mark_below_ns;     /* a time per hit under this is marked; 0: none is */
    bool has_dashes;          /* what was not recorded is "-"; false: it is empty */
    bool is_utf8;             /* bars may be more than ASCII */
};

struct column {
    const char *title; /* above it */
    int min_width;     /* in characters */
    /* Writes the cell without padding into COLUMN_TEXT_BYTES, or nothing.  NULL: the text
       of the source, which has no numbers. */
    void (*format)(char *text, const struct column_row *row, const struct column *column);
    /* Grows with the length of the number; -1 if it was not recorded. */
    double (*quantity)(const struct line *line);
};

/* X(ID, name as --columns has it, title, least width, then functions of column.c: the
   cell, the quantity). */
#define COLUMNS(X)                                                                 \
    X(LINE, "line", "Line #", 6, format_number, number_of)                         \
    X(HITS, "hits", "Hits", 9, format_hits, hits_of)                               \
    X(TIME, "time", "Time", 12, format_time, time_of)                              \
    X(PER_HIT, "perhit", "Per Hit", 8, format_per_hit, per_hit_of)                 \
    X(PERCENT, "percent", "% Time", 8, format_percent, time_of)                    \
    X(SELF, "self", "Self", 12, format_time, self_of)                              \
    X(TIMED, "timed", "Timed", 9, format_count, timed_of)                          \
    X(MIN, "min", "Min", 8, format_time, min_of)                                   \
    X(MAX, "max", "Max", 8, format_time, max_of)                                   \
    X(P50, "p50", "P50", 8, format_time, p50_of)                                   \
    X(P90, "p90", "P90", 8, format_time, p90_of)                                   \
    X(P99, "p99", "P99", 8, format_time, p99_of)                                   \
    X(OFF_CPU, "offcpu", "Off CPU", 12, format_time, off_cpu_of)                   \
    X(CPU, "cpu", "CPU Time", 12, format_time, cpu_of)                             \
    X(ALLOCS, "allocs", "Allocs", 9, format_number_of, allocs_of)                  \
    X(BYTES, "bytes", "Bytes", 12, format_number_of, bytes_of)                     \
    X(SELF_BYTES, "self-bytes", "Self Bytes", 12, format_number_of, self_bytes_of) \
    X(FREED, "freed", "Freed", 12, format_number_of, freed_of)                     \
    X(PEAK_BYTES, "peak-bytes", "Peak Bytes", 12, format_number_of, peak_bytes_of) \
    X(LEAST, "least", "Min", 10, format_spread, least_of)                          \
    X(MEAN, "mean", "Avg", 10, format_spread, mean_of)                             \
    X(MOST, "most", "Max", 10, format_spread, most_of)                             \
    X(AT, "at", "At", 4, format_at, at_of)                                         \
    X(IMBALANCE, "imbalance", "Imb %", 6, format_spread_percent, imbalance_of)     \
    X(LOST, "lost", "Lost", 10, format_spread, lost_of)                            \
    X(BAR, "bar", "", 10, format_bar, nothing_of)                                  \
    X(SOURCE, "source", "Line Contents", 0, NULL, nothing_of)

#define COLUMN_ENUM(id, name, title, min_width, format, quantity) COLUMN_##id,
enum { COLUMNS(COLUMN_ENUM) COLUMN_COUNT };
#undef COLUMN_ENUM

extern const char *const column_names[COLUMN_COUNT];
extern const struct column columns[COLUMN_COUNT];

/* Columns in the order in which they stand, as indices of `columns`. */
struct column_choice {
    const uint32_t *columns;
    size_t count;
};

/* line_profiler's: Line #, Hits, Time, Per Hit, % Time, Line Contents. */
extern const struct column_choice column_default;
/* The same with bars. */
extern const struct column_choice column_rich;

/* What ranks or threads have: Line #, Hits, Min, Avg, Max, At, Imb %, Lost, Line
   Contents. */
extern const struct column_choice column_parts;

/* It says what ranks or threads have, and nothing where that is not kept apart. */
bool column_is_of_parts(uint32_t index);

/* Index of a column by its name; false if there is none. */
bool column_find(const char *name, size_t size, uint32_t *index);

/* Writes the cell; "" for an empty one. */
void column_format(const struct column *column, char *text, const struct column_row *row);

/* Share of the function's time that was spent on a line, 0 to 100; -1 if the function has
   no time. */
double column_percent(const struct column_row *row);

#endif
