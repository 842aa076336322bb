/* SPDX-License-Identifier: MIT */
#include "analysis/column.h"

#include "analysis/spread.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NS_PER_S  1e9
#define BAR_WIDTH 10 /* as the column */

static bool has_time(const struct column_row *row)
{
    return row->line && row->function->has_times;
}

static double known(uint64_t quantity)
{
    return quantity == NOT_KNOWN ? -1 : (double)quantity;
}

/* ---- Quantities ---- */

static double number_of(const struct line *line)
{
    return line->number;
}

static double hits_of(const struct line *line)
{
    return (double)line->hits;
}

static double time_of(const struct line *line)
{
    return (double)line->time_ns;
}

/* A line that never ran took no time a hit. */
static double per_hit_of(const struct line *line)
{
    return line->hits ? (double)line->time_ns / (double)line->hits : 0;
}

static double self_of(const struct line *line)
{
    return (double)line->self_ns;
}

/* A line that ran and has no timed visits: they were not recorded. */
static double timed_of(const struct line *line)
{
    return line->hits && !line->timed ? -1 : (double)line->timed;
}

static double min_of(const struct line *line)
{
    return line->timed ? (double)line->min_ns : -1;
}

static double max_of(const struct line *line)
{
    return line->timed ? (double)line->max_ns : -1;
}

static double p50_of(const struct line *line)
{
    return known(line->p50_ns);
}

static double p90_of(const struct line *line)
{
    return known(line->p90_ns);
}

static double p99_of(const struct line *line)
{
    return known(line->p99_ns);
}

static double off_cpu_of(const struct line *line)
{
    return known(line->off_cpu_ns);
}

static double cpu_of(const struct line *line)
{
    return line->off_cpu_ns == NOT_KNOWN ? -1
                                         : (double)(line->time_ns - line->off_cpu_ns);
}

/* A line without times is compared by its hits.  -1: nothing is known. */
static struct spread spread_of(const struct line *line)
{
    struct spread spread;

    if (!spread_make(&spread, line->portions,
                     line->time_ns ? PORTION_TIME : PORTION_COUNT))
        spread.least = spread.mean = spread.most = spread.lost = spread.imbalance = -1;
    return spread;
}

static double least_of(const struct line *line)
{
    return spread_of(line).least;
}

static double mean_of(const struct line *line)
{
    return spread_of(line).mean;
}

static double most_of(const struct line *line)
{
    return spread_of(line).most;
}

static double at_of(const struct line *line)
{
    return (double)spread_of(line).at;
}

static double imbalance_of(const struct line *line)
{
    return spread_of(line).imbalance;
}

static double lost_of(const struct line *line)
{
    return spread_of(line).lost;
}

static double allocs_of(const struct line *line)
{
    return known(line->heap.allocs);
}

static double bytes_of(const struct line *line)
{
    return known(line->heap.bytes);
}

static double self_bytes_of(const struct line *line)
{
    return known(line->heap.own_bytes);
}

static double freed_of(const struct line *line)
{
    return known(line->heap.freed);
}

static double peak_bytes_of(const struct line *line)
{
    return known(line->heap.at_peak);
}

static double nothing_of(const struct line *line)
{
    (void)line;
    return 0;
}

/* ---- Cells ---- */

static void format_number(char *text, const struct column_row *row,
                          const struct column *column)
{
    (void)column;
    snprintf(text, COLUMN_TEXT_BYTES, "%" PRIu32, row->number);
}

static void format_hits(char *text, const struct column_row *row,
                        const struct column *column)
{
    (void)column;
    if (row->line)
        snprintf(text, COLUMN_TEXT_BYTES, "%" PRIu64, row->line->hits);
}

static void format_count(char *text, const struct column_row *row,
                         const struct column *column)
{
    const double count = has_time(row) ? column->quantity(row->line) : -1;
    if (count >= 0)
        snprintf(text, COLUMN_TEXT_BYTES, "%.0f", count);
}

/* Of allocations; they need no times. */
static void format_number_of(char *text, const struct column_row *row,
                             const struct column *column)
{
    const double count = row->line ? column->quantity(row->line) : -1;
    if (count >= 0)
        snprintf(text, COLUMN_TEXT_BYTES, "%.0f", count);
}

static void format_time(char *text, const struct column_row *row,
                        const struct column *column)
{
    const double ns = has_time(row) ? column->quantity(row->line) : -1;
    if (ns >= 0)
        snprintf(text, COLUMN_TEXT_BYTES, "%5.1f", ns / NS_PER_S / row->unit_s);
}

static void format_per_hit(char *text, const struct column_row *row,
                           const struct column *column)
{
    if (!has_time(row))
        return;
    const double ns = column->quantity(row->line);
    const bool is_marked = row->line->hits && ns < row->mark_below_ns;
    snprintf(text, COLUMN_TEXT_BYTES, is_marked ? "~%.1f" : "%5.1f",
             ns / NS_PER_S / row->unit_s);
}

double column_percent(const struct column_row *row)
{
    if (!has_time(row) || !row->function->total_ns)
        return -1;
    return 100.0 * (double)row->line->time_ns / (double)row->function->total_ns;
}

static void format_percent(char *text, const struct column_row *row,
                           const struct column *column)
{
    const double percent = column_percent(row);

    (void)column;
    if (percent >= 0)
        snprintf(text, COLUMN_TEXT_BYTES, "%5.1f", percent);
}

static bool has_spread(const struct column_row *row)
{
    return row->line && row->line->portions && row->line->hits;
}

/* In the unit of times, or hits where there are none. */
static void format_spread(char *text, const struct column_row *row,
                          const struct column *column)
{
    const double value = has_spread(row) ? column->quantity(row->line) : -1;
    const double unit = row->line && row->line->time_ns ? NS_PER_S * row->unit_s : 1;

    if (value >= 0)
        snprintf(text, COLUMN_TEXT_BYTES, "%5.1f", value / unit);
}

static void format_spread_percent(char *text, const struct column_row *row,
                                  const struct column *column)
{
    const double percent = has_spread(row) ? column->quantity(row->line) : -1;

    if (percent >= 0)
        snprintf(text, COLUMN_TEXT_BYTES, "%5.1f", percent);
}

/* Where all have the same, none has most. */
static void format_at(char *text, const struct column_row *row,
                      const struct column *column)
{
    (void)column;
    if (!has_spread(row))
        return;
    const struct spread spread = spread_of(row->line);
    if (spread.lost > 0)
        snprintf(text, COLUMN_TEXT_BYTES, "%s", row->parts[spread.at].label);
}

/* A bar is whole characters, and in UTF-8 eighths of one at its end. */
static void format_bar(char *text, const struct column_row *row,
                       const struct column *column)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const double percent = column_percent(row);
    /* Of a damaged file it may be any number, also one that no int can hold. */
    const double shown = percent < 0 ? 0 : percent > 100 ? 100 : percent;
    const int length = (int)(shown * BAR_WIDTH * 8 / 100 + 0.5);

    (void)column;
    for (int i = 0; i < length / 8; i++)
        strcat(text, row->is_utf8 ? "█" : "#");
    if (row->is_utf8)
        strcat(text, eighths[length % 8]);
}

/* Bars do not turn longer than their column; what is empty there says 0. */
static bool may_be_empty(const struct column *column)
{
    return column->format == format_bar;
}

void column_format(const struct column *column, char *text, const struct column_row *row)
{
    text[0] = '\0'; /* not all 352 bytes of each cell */
    column->format(text, row, column);
    if (!text[0] && row->line && row->has_dashes && !may_be_empty(column))
        strcpy(text, "-");
}

#define COLUMN_WORD(id, name, title, min_width, format, quantity) [COLUMN_##id] = name,
const char *const column_names[COLUMN_COUNT] = {COLUMNS(COLUMN_WORD)};

#define COLUMN_ROW(id, name, title, min_width, format, quantity) \
    [COLUMN_##id] = {title, min_width, format, quantity},
const struct column columns[COLUMN_COUNT] = {COLUMNS(COLUMN_ROW)};

#define CHOICE(indices)                               \
    {                                                 \
        indices, sizeof(indices) / sizeof(indices)[0] \
    }

static const uint32_t default_columns[] = {COLUMN_LINE,    COLUMN_HITS,    COLUMN_TIME,
                                           COLUMN_PER_HIT, COLUMN_PERCENT, COLUMN_SOURCE};
static const uint32_t rich_columns[] = {COLUMN_LINE,    COLUMN_HITS,    COLUMN_TIME,
                                        COLUMN_PER_HIT, COLUMN_PERCENT, COLUMN_BAR,
                                        COLUMN_SOURCE};
static const uint32_t part_columns[] = {COLUMN_LINE,      COLUMN_HITS, COLUMN_LEAST,
                                        COLUMN_MEAN,      COLUMN_MOST, COLUMN_AT,
                                        COLUMN_IMBALANCE, COLUMN_LOST, COLUMN_SOURCE};
const struct column_choice column_parts = CHOICE(part_columns);

bool column_is_of_parts(uint32_t index)
{
    return index >= COLUMN_LEAST && index <= COLUMN_LOST;
}

const struct column_choice column_default = CHOICE(default_columns);
const struct column_choice column_rich = CHOICE(rich_columns);

bool column_find(const char *name, size_t size, uint32_t *index)
{
    for (*index = 0; *index < COLUMN_COUNT; ++*index) {
        const char *its = column_names[*index];
        if (strlen(its) == size && !memcmp(its, name, size))
            return true;
    }
    return false;
}
