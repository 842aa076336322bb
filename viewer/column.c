/* SPDX-License-Identifier: MIT */
#include "column.h"

#include <inttypes.h>
#include <stdio.h>

#define NS_PER_S 1e9

static bool has_time(const struct column_row *row)
{
    return row->line && row->function->has_times;
}

static void format_number(char *text, const struct column_row *row)
{
    snprintf(text, COLUMN_TEXT_BYTES, "%" PRIu32, row->number);
}

static void format_hits(char *text, const struct column_row *row)
{
    if (row->line)
        snprintf(text, COLUMN_TEXT_BYTES, "%" PRIu64, row->line->hits);
}

static void format_time(char *text, const struct column_row *row)
{
    if (has_time(row))
        snprintf(text, COLUMN_TEXT_BYTES, "%5.1f",
                 (double)row->line->time_ns / NS_PER_S / row->unit_s);
}

/* A line that never ran took no time a hit. */
static void format_per_hit(char *text, const struct column_row *row)
{
    if (!has_time(row))
        return;
    const uint64_t hits = row->line->hits;
    const double ns = hits ? (double)row->line->time_ns / (double)hits : 0;
    const bool is_marked = hits && ns < row->mark_below_ns;
    snprintf(text, COLUMN_TEXT_BYTES, is_marked ? "~%.1f" : "%5.1f",
             ns / NS_PER_S / row->unit_s);
}

double column_percent(const struct column_row *row)
{
    if (!has_time(row) || !row->function->total_ns)
        return -1;
    return 100.0 * (double)row->line->time_ns / (double)row->function->total_ns;
}

static void format_percent(char *text, const struct column_row *row)
{
    const double percent = column_percent(row);
    if (percent >= 0)
        snprintf(text, COLUMN_TEXT_BYTES, "%5.1f", percent);
}

static bool is_later(const struct line *a, const struct line *b)
{
    return a->number > b->number;
}

static bool has_more_hits(const struct line *a, const struct line *b)
{
    return a->hits > b->hits;
}

static bool has_more_time(const struct line *a, const struct line *b)
{
    return a->time_ns > b->time_ns;
}

static bool has_more_per_hit(const struct line *a, const struct line *b)
{
    const double a_ns = a->hits ? (double)a->time_ns / (double)a->hits : 0;
    const double b_ns = b->hits ? (double)b->time_ns / (double)b->hits : 0;
    return a_ns > b_ns;
}

const struct column columns[COLUMN_COUNT] = {
    {"Line #",  6,  format_number,  is_later        },
    {"Hits",    9,  format_hits,    has_more_hits   },
    {"Time",    12, format_time,    has_more_time   },
    {"Per Hit", 8,  format_per_hit, has_more_per_hit},
    {"% Time",  8,  format_percent, has_more_time   },
};
