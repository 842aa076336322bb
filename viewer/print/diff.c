/* SPDX-License-Identifier: MIT */
#include "print/diff.h"

#include "base/color.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* From which change on a row is coloured. */
#define COLORED_PERCENT 5.0

#define TEXT_BYTES 352 /* the longest: DBL_MAX with one decimal */

enum {
    CELL_LINE,
    CELL_BASE_HITS,
    CELL_HITS,
    CELL_BASE_TIME,
    CELL_TIME,
    CELL_CHANGE,
    CELL_BASE_BYTES,
    CELL_BYTES_NOW,
    CELL_COUNT
};

static const struct {
    const char *title;
    int min_width;
} cells[CELL_COUNT] = {
    [CELL_LINE] = {"Line #",    6 },
    [CELL_BASE_HITS] = {"Old Hits",  9 },
    [CELL_HITS] = {"Hits",      9 },
    [CELL_BASE_TIME] = {"Old Time",  12},
    [CELL_TIME] = {"Time",      12},
    [CELL_CHANGE] = {"Change",    9 },
    [CELL_BASE_BYTES] = {"Old Bytes", 12},
    [CELL_BYTES_NOW] = {"Bytes",     12},
};

struct diff {
    FILE *out;
    const struct comparison *comparison;
    const struct diff_options *options;
    const struct function_pair *pair;
    int widths[CELL_COUNT];
    bool has_heap; /* allocations were counted on some side */
};

/* Columns of bytes are there only where they can say something. */
static bool is_shown(const struct diff *d, size_t cell)
{
    return d->has_heap || (cell != CELL_BASE_BYTES && cell != CELL_BYTES_NOW);
}

/* Of a run, where several were added up. */
static double base_ns(const struct diff *d, uint64_t sum_ns)
{
    return (double)sum_ns / d->comparison->base_runs;
}

static double now_ns(const struct diff *d, uint64_t sum_ns)
{
    return (double)sum_ns / d->comparison->now_runs;
}

static void format_change(const struct diff *d, char *text, uint64_t base, uint64_t now)
{
    change_format(text, TEXT_BYTES, base_ns(d, base), now_ns(d, now));
}

static bool has_times(const struct function *function)
{
    return function && function->has_times;
}

/* ---- Rows ---- */

static void format_time(const struct diff *d, char *text, double ns)
{
    snprintf(text, TEXT_BYTES, "%.1f", ns * 1e-9 / d->options->unit_s);
}

/* A mean is not always whole. */
static void format_count(char *text, uint64_t count, double runs)
{
    if (runs > 1 && fmod((double)count, runs) != 0)
        snprintf(text, TEXT_BYTES, "%.1f", (double)count / runs);
    else
        snprintf(text, TEXT_BYTES, "%" PRIu64, count / (uint64_t)runs);
}

static void format_row(const struct diff *d, const struct line_pair *row,
                       char texts[CELL_COUNT][TEXT_BYTES])
{
    const bool base_time = row->base && has_times(d->pair->base);
    const bool now_time = row->now && has_times(d->pair->now);

    for (size_t i = 0; i < CELL_COUNT; i++)
        texts[i][0] = '\0';
    snprintf(texts[CELL_LINE], TEXT_BYTES, "%" PRIu32,
             row->now_number ? row->now_number : row->base_number);
    if (row->base)
        format_count(texts[CELL_BASE_HITS], row->base->hits, d->comparison->base_runs);
    if (row->now)
        format_count(texts[CELL_HITS], row->now->hits, d->comparison->now_runs);
    if (row->base && row->base->heap.bytes != NOT_KNOWN)
        format_count(texts[CELL_BASE_BYTES], row->base->heap.bytes,
                     d->comparison->base_runs);
    if (row->now && row->now->heap.bytes != NOT_KNOWN)
        format_count(texts[CELL_BYTES_NOW], row->now->heap.bytes,
                     d->comparison->now_runs);
    if (base_time)
        format_time(d, texts[CELL_BASE_TIME], base_ns(d, row->base->time_ns));
    if (now_time)
        format_time(d, texts[CELL_TIME], now_ns(d, row->now->time_ns));
    if (base_time && now_time)
        format_change(d, texts[CELL_CHANGE], row->base->time_ns, row->now->time_ns);
}

static void measure(struct diff *d)
{
    char texts[CELL_COUNT][TEXT_BYTES];

    for (size_t i = 0; i < CELL_COUNT; i++)
        d->widths[i] = cells[i].min_width;
    for (size_t i = 0; i < d->pair->line_count; i++) {
        format_row(d, &d->pair->lines[i], texts);
        for (size_t j = 0; j < CELL_COUNT; j++) {
            const int width = (int)strlen(texts[j]);
            d->widths[j] = width > d->widths[j] ? width : d->widths[j];
        }
    }
}

static const char *color_of(const struct diff *d, const struct line_pair *row)
{
    if (!d->options->use_color || !row->base || !row->now || !has_times(d->pair->base) ||
        !has_times(d->pair->now))
        return "";
    const double percent =
        change_percent(base_ns(d, row->base->time_ns), now_ns(d, row->now->time_ns));
    if (percent >= COLORED_PERCENT)
        return COLOR_RED;
    return percent <= -COLORED_PERCENT ? COLOR_GREEN : "";
}

static char mark_of(const struct line_pair *row)
{
    if (!row->base_number)
        return '+';
    return row->now_number ? ' ' : '-';
}

static void print_row(const struct diff *d, const struct line_pair *row)
{
    const char *color = color_of(d, row);
    char texts[CELL_COUNT][TEXT_BYTES];

    format_row(d, row, texts);
    fprintf(d->out, "%c %s", mark_of(row), color);
    for (size_t i = 0; i < CELL_COUNT; i++) {
        if (is_shown(d, i))
            fprintf(d->out, "%*s ", d->widths[i], texts[i]);
    }
    fprintf(d->out, "%s ", *color ? COLOR_END : "");
    text_print_clean(d->out, row->text);
    fputc('\n', d->out);
}

static void print_header(const struct diff *d)
{
    static const char source_title[] = "Line Contents";
    const bool use_color = d->options->use_color;
    int length = 3 + (int)sizeof source_title - 1;

    fprintf(d->out, "%s  ", use_color ? COLOR_BOLD : "");
    for (size_t i = 0; i < CELL_COUNT; i++) {
        if (!is_shown(d, i))
            continue;
        fprintf(d->out, "%*s ", d->widths[i], cells[i].title);
        length += d->widths[i] + 1;
    }
    fprintf(d->out, " %s%s\n", source_title, use_color ? COLOR_END : "");
    while (length-- > 0)
        fputc('=', d->out);
    fputc('\n', d->out);
}

/* ---- Functions ---- */

static double base_s(const struct diff *d)
{
    return base_ns(d, d->pair->base->total_ns) * 1e-9;
}

static double now_s(const struct diff *d)
{
    return now_ns(d, d->pair->now->total_ns) * 1e-9;
}

static void print_totals(const struct diff *d)
{
    const struct function *base = d->pair->base;
    const struct function *now = d->pair->now;
    char change[TEXT_BYTES];

    if (!base || !now) {
        fprintf(d->out, "Total time: %g s, %s\n", base ? base_s(d) : now_s(d),
                base ? "not in the newer profile" : "not in the older profile");
        return;
    }
    format_change(d, change, base->total_ns, now->total_ns);
    fprintf(d->out, "Total time: %g s, was %g s", now_s(d), base_s(d));
    if (has_times(base) && has_times(now))
        fprintf(d->out, " (%s)", change);
    fputc('\n', d->out);
}

/* The side that the names are taken from. */
static const struct comparison_side *side_of(const struct diff *d,
                                             const struct function **function)
{
    *function = d->pair->now ? d->pair->now : d->pair->base;
    return d->pair->now ? &d->comparison->now : &d->comparison->base;
}

static void print_names(const struct diff *d)
{
    const struct function *f = NULL;
    const struct comparison_side *side = side_of(d, &f);
    const struct source_view view = sources_view(side->sources, f);

    fputs("File: ", d->out);
    string_print_clean(d->out, view.path);
    fputs("\nFunction: ", d->out);
    string_print_clean(d->out, function_title(f));
    fprintf(d->out, " at line %" PRIu32 "\n\n", view.first_line);
}

static void print_pair(struct diff *d)
{
    measure(d);
    print_totals(d);
    print_names(d);
    print_header(d);
    for (size_t i = 0; i < d->pair->line_count; i++)
        print_row(d, &d->pair->lines[i]);
    fputc('\n', d->out);
}

static void print_summary(const struct diff *d)
{
    const struct function *f = NULL;
    const struct comparison_side *side = side_of(d, &f);
    const struct source_view view = sources_view(side->sources, f);
    char change[TEXT_BYTES] = "";

    if (has_times(d->pair->base) && has_times(d->pair->now))
        format_change(d, change, d->pair->base->total_ns, d->pair->now->total_ns);
    else
        snprintf(change, sizeof change, "%s",
                 !d->pair->base  ? "new"
                 : !d->pair->now ? "gone"
                                 : "");
    fprintf(d->out, "%10s  %6.2f seconds - ", change,
            d->pair->now ? now_s(d) : base_s(d));
    string_print_clean(d->out, view.path);
    fprintf(d->out, ":%" PRIu32 " - ", view.first_line);
    string_print_clean(d->out, function_title(f));
    fputc('\n', d->out);
}

static bool has_run(const struct function_pair *pair)
{
    return (pair->base && function_has_run(pair->base)) ||
           (pair->now && function_has_run(pair->now));
}

void diff_print(FILE *out, const struct comparison *comparison,
                const struct diff_options *options)
{
    struct diff d = {.out = out,
                     .comparison = comparison,
                     .options = options,
                     .has_heap = profile_has_heap(comparison->base.profile) ||
                                 profile_has_heap(comparison->now.profile)};

    fprintf(out, "Timer unit: %g s\n\n", options->unit_s);
    for (size_t i = 0; i < comparison->pair_count; i++) {
        d.pair = &comparison->pairs[i];
        if (!options->skip_zero || has_run(d.pair))
            print_pair(&d);
    }
    for (size_t i = 0; options->summarize && i < comparison->pair_count; i++) {
        d.pair = &comparison->pairs[i];
        if (!options->skip_zero || has_run(d.pair))
            print_summary(&d);
    }
}
