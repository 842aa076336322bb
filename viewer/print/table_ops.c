/* SPDX-License-Identifier: MIT */
/* torch's table of operators, over functions and regions. */
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_WIDTH   55 /* at most */
#define COLUMN_WIDTH 12
#define ROW_LIMIT    100 /* unless the user says another */

enum { SELF_SHARE, SELF, TOTAL_SHARE, TOTAL, MEAN, MEM, SELF_MEM, CALLS, TITLE_COUNT };
static const char *const titles[] = {
    [SELF_SHARE] = "Self CPU %", [SELF] = "Self CPU",     [TOTAL_SHARE] = "CPU total %",
    [TOTAL] = "CPU total",       [MEAN] = "CPU time avg", [MEM] = "CPU Mem",
    [SELF_MEM] = "Self CPU Mem", [CALLS] = "# of Calls"};

/* What is printed: columns of memory only if allocations were counted. */
struct layout {
    FILE *out;
    size_t name_width;
    bool has_heap;
};

static bool is_shown(const struct layout *layout, size_t title)
{
    return layout->has_heap || (title != MEM && title != SELF_MEM);
}

static void format_time(char text[32], double us)
{
    if (us >= 1e6)
        snprintf(text, 32, "%.3fs", us / 1e6);
    else if (us >= 1e3)
        snprintf(text, 32, "%.3fms", us / 1e3);
    else
        snprintf(text, 32, "%.3fus", us);
}

static void format_share(char text[32], uint64_t part, uint64_t whole)
{
    if (whole)
        snprintf(text, 32, "%.2f%%", 100 * (double)part / (double)whole);
    else
        snprintf(text, 32, "NaN");
}

/* What is left of what was allocated, which may be less than nothing. */
static void format_memory(char text[32], uint64_t allocated, uint64_t freed)
{
    static const char *const units[] = {"KB", "MB", "GB"};
    const double bytes = (double)allocated - (double)freed;
    double scaled = bytes;
    size_t unit = 0;

    if (fabs(bytes) < 1024) {
        snprintf(text, 32, "%.0f B", bytes);
        return;
    }
    for (scaled /= 1024; fabs(scaled) >= 1024 && unit < 2; unit++)
        scaled /= 1024;
    snprintf(text, 32, "%.2f %s", scaled, units[unit]);
}

static void print_rule(const struct layout *layout)
{
    FILE *out = layout->out;
    static const char dashes[] =
        "-------------------------------------------------------";

    fprintf(out, "%.*s  ", (int)layout->name_width, dashes);
    for (size_t i = 0; i < TITLE_COUNT; i++) {
        if (is_shown(layout, i))
            fprintf(out, "%.*s  ", COLUMN_WIDTH, dashes);
    }
    fputc('\n', out);
}

static void print_header(const struct layout *layout)
{
    FILE *out = layout->out;

    print_rule(layout);
    fprintf(out, "%*s  ", (int)layout->name_width, "Name");
    for (size_t i = 0; i < TITLE_COUNT; i++) {
        if (is_shown(layout, i))
            fprintf(out, "%*s  ", COLUMN_WIDTH, titles[i]);
    }
    fputc('\n', out);
    print_rule(layout);
}

/* A name that would fill the column is cut; to be freed. */
static char *short_name(const char *name)
{
    char *clean = table_clean(name);

    if (text_width(text_of(clean)) < NAME_WIDTH - 3)
        return clean;
    char *cut =
        memory_format("%.*s...", (int)text_prefix(text_of(clean), NAME_WIDTH - 3), clean);
    free(clean);
    return cut;
}

/* Of a region the functions in it have all that it took itself. */
static void print_row(const struct layout *layout, const struct ranked *f,
                      uint64_t sum_self_ns)
{
    char cells[TITLE_COUNT][32] = {"-", "-", "-", "-", "-", "-", "-"};
    char *name = short_name(f->name);
    FILE *out = layout->out;

    if (f->has_times && f->function) {
        format_share(cells[SELF_SHARE], f->self_ns, sum_self_ns);
        format_time(cells[SELF], (double)f->self_ns / 1e3);
    }
    if (f->has_times) {
        format_share(cells[TOTAL_SHARE], f->total_ns, sum_self_ns);
        format_time(cells[TOTAL], (double)f->total_ns / 1e3);
        format_time(cells[MEAN], ranked_mean_ns(f) / 1e3);
    }
    if (f->function && function_heap(f->function).allocs != NOT_KNOWN) {
        const struct heap_sums heap = function_heap(f->function);
        format_memory(cells[MEM], heap.bytes, heap.freed);
        format_memory(cells[SELF_MEM], heap.own_bytes, heap.own_freed);
    }
    snprintf(cells[CALLS], sizeof cells[CALLS], "%" PRIu64, f->calls);
    fprintf(out, "%*s%s  ", (int)(layout->name_width - text_width(text_of(name))), "",
            name);
    for (size_t i = 0; i < TITLE_COUNT; i++) {
        if (is_shown(layout, i))
            fprintf(out, "%*s  ", COLUMN_WIDTH, cells[i]);
    }
    fputc('\n', out);
    free(name);
}

static size_t name_width(const struct ranking *ranking)
{
    size_t widest = 0;

    for (size_t i = 0; i < ranking->count; i++) {
        char *name = table_clean(ranking->all[i].name);
        const size_t width = text_width(text_of(name)) + 4;
        if (width > widest)
            widest = width;
        free(name);
    }
    return widest < NAME_WIDTH ? widest : NAME_WIDTH;
}

/* The program's regions are torch's labels; who chooses functions wants these alone. */
static void add_labels(struct ranking *ranking, const struct table_job *job)
{
    const size_t functions = ranking->count;

    if (job->options->functions.count || job->options->files.count)
        return;
    ranking_add_regions(ranking, job->profile);
    for (size_t i = functions; i < ranking->count; i++)
        ranking->all[i].self_ns = 0;
}

void table_print_ops(const struct table_job *job)
{
    static const uint32_t otherwise = SORT_TIME;
    struct ranking ranking = {0};
    uint64_t sum_self_ns = 0;
    bool has_times = false;
    char sum[32] = "-";

    ranking_add_functions(&ranking, job->profile);
    for (size_t i = 0; i < ranking.count; i++)
        time_add(&sum_self_ns, ranking.all[i].self_ns);
    for (size_t i = 0; i < ranking.count; i++)
        has_times |= ranking.all[i].has_times;
    add_labels(&ranking, job);
    if (ranking.count) {
        const struct layout layout = {.out = job->out,
                                      .name_width = name_width(&ranking),
                                      .has_heap = profile_has_heap(job->profile)};
        ranking_sort(&ranking, table_order(job, &otherwise));
        ranking_cut(&ranking, job->options->limit < 0 ? ROW_LIMIT : job->options->limit);
        print_header(&layout);
        for (size_t i = 0; i < ranking.count; i++)
            print_row(&layout, &ranking.all[i], sum_self_ns);
        print_rule(&layout);
        if (has_times)
            format_time(sum, (double)sum_self_ns / 1e3);
        fprintf(job->out, "Self CPU time total: %s\n\n", sum);
    }
    ranking_release(&ranking);
}
