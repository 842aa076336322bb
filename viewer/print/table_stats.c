/* SPDX-License-Identifier: MIT */
/* What processes used, in each phase and in all: the least, the mean and the most. */
#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"
#include "print/table.h"
#include "stats/usage.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 64, LEAST_WIDTH = 9, NAME_WIDTH = 24 };

/* A figure of a process or of one of its GPUs. */
struct shown {
    const struct usage_column *column;
    const struct stats *stats;
    char *title;
    int width;
};

struct stats_table {
    FILE *out;
    const struct stats *process; /* the first of its */
    size_t count;                /* of its */
    struct shown shown[MOST_COLUMNS];
    size_t shown_count;
};

/* ---- Columns ---- */

static void add_column(struct stats_table *t, const struct usage_column *column,
                       const struct stats *stats)
{
    char *title = usage_title(column, stats);
    const int width = (int)strlen(title);

    t->shown[t->shown_count++] = (struct shown){
        .column = column,
        .stats = stats,
        .title = title,
        .width = width > LEAST_WIDTH ? width : LEAST_WIDTH,
    };
}

static void choose_columns(struct stats_table *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const struct stats *stats = &t->process[i];
        for (const struct usage_column *column = usage_columns; column->title; column++) {
            if (t->shown_count < MOST_COLUMNS && usage_is_shown(stats, column))
                add_column(t, column, stats);
        }
    }
}

/* ---- Rows ---- */

enum kind { MIN, AVG, MAX, KINDS };

static const char *const kind_names[KINDS] = {"min", "avg", "max"};

static double value_of(const struct usage *usage, enum kind kind)
{
    const double values[KINDS] = {
        [MIN] = usage->min, [AVG] = usage->avg, [MAX] = usage->max};

    return values[kind];
}

/* Of small numbers the digits behind the point say something. */
static void print_value(FILE *out, int width, double value)
{
    fprintf(out, "  %*.*f", width, value < 10 ? 2 : value < 1000 ? 1 : 0, value);
}

static void print_cell(const struct stats_table *t, const struct shown *shown,
                       const struct stats_span *span, enum kind kind)
{
    struct usage usage;

    if ((kind != MAX && shown->column->only_max) ||
        !usage_of(&usage, shown->stats, shown->column->figure, span))
        fprintf(t->out, "  %*s", shown->width, "-");
    else
        print_value(t->out, shown->width, value_of(&usage, kind) / shown->column->unit);
}

static void print_label(FILE *out, const char *label, const struct stats_span *span)
{
    char wall[DURATION_BYTES];
    char *clean = table_clean(label);
    const int padding = NAME_WIDTH - (int)text_width(text_of(clean));

    duration_format(wall, (double)(span->end_ns - span->begin_ns));
    fprintf(out, "%s%*s  %9s", clean, padding > 0 ? padding : 0, "", wall);
    free(clean);
}

static void print_span(const struct stats_table *t, const char *label,
                       const struct stats_span *span)
{
    for (enum kind kind = MIN; kind < KINDS; kind++) {
        if (kind == MIN)
            print_label(t->out, label, span);
        else
            fprintf(t->out, "%*s", NAME_WIDTH + 2 + 9, "");
        fprintf(t->out, "  %s", kind_names[kind]);
        for (size_t i = 0; i < t->shown_count; i++)
            print_cell(t, &t->shown[i], span, kind);
        fputc('\n', t->out);
    }
}

static void print_phases(const struct stats_table *t)
{
    const struct stats *stats = t->process;

    for (size_t i = 0; i < stats->phase_count; i++) {
        const struct stats_span *span = &stats->phases[i];
        char *label = span->name ? memory_format("%zu %s", i + 1, span->name)
                                 : memory_format("rest");
        if (span->end_ns > span->begin_ns)
            print_span(t, label, span);
        free(label);
    }
}

/* ---- The table ---- */

/* The last sample may stand for less. */
static void print_about(const struct stats_table *t)
{
    const struct stats *stats = t->process;
    const uint64_t each = stats->samples[1].readings;

    string_print_clean(t->out, stats->program);
    if (stats->rank >= 0)
        fprintf(t->out, ", rank %" PRId32, stats->rank);
    fprintf(t->out, ", process %" PRIu32 ": %" PRIu64 " readings, %" PRIu32 " a second",
            stats->pid, usage_readings(stats), stats->hz);
    if (each > 1)
        fprintf(t->out, ", %" PRIu64 " of them in a sample", each);
    fputs("\n\n", t->out);
}

static void print_heads(const struct stats_table *t)
{
    const size_t phases = t->process->phase_count;

    fprintf(t->out, "%-*s  %9s     ", NAME_WIDTH, phases ? "Phase" : "", "Wall");
    for (size_t i = 0; i < t->shown_count; i++)
        fprintf(t->out, "  %*s", t->shown[i].width, t->shown[i].title);
    fputc('\n', t->out);
}

static void print_process(FILE *out, const struct stats *process, size_t count)
{
    struct stats_table t = {.out = out, .process = process, .count = count};
    const struct stats_span whole = usage_whole(process);

    choose_columns(&t);
    print_about(&t);
    print_heads(&t);
    print_phases(&t);
    print_span(&t, "whole run", &whole);
    for (size_t i = 0; i < t.shown_count; i++)
        free(t.shown[i].title);
}

void table_print_stats(const struct table_job *job)
{
    const struct stats *all = job->profile->stats;
    const size_t count = job->profile->stats_count;

    for (size_t first = 0, next = 0; first < count; first = next) {
        while (next < count && all[next].process == all[first].process)
            next++;
        if (first)
            fputc('\n', job->out);
        print_process(job->out, &all[first], next - first);
    }
}
