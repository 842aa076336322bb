/* SPDX-License-Identifier: MIT */
/* torch's table of operators, over the functions. */
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NAME_WIDTH   55 /* at most */
#define COLUMN_WIDTH 12
#define ROW_LIMIT    100 /* unless the user says another */

static const char *const titles[] = {"Self CPU %", "Self CPU",     "CPU total %",
                                     "CPU total",  "CPU time avg", "# of Calls"};
enum { TITLE_COUNT = sizeof titles / sizeof titles[0] };

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

static void print_rule(FILE *out, size_t name_width)
{
    static const char dashes[] =
        "-------------------------------------------------------";

    fprintf(out, "%.*s  ", (int)name_width, dashes);
    for (size_t i = 0; i < TITLE_COUNT; i++)
        fprintf(out, "%.*s  ", COLUMN_WIDTH, dashes);
    fputc('\n', out);
}

static void print_header(FILE *out, size_t name_width)
{
    print_rule(out, name_width);
    fprintf(out, "%*s  ", (int)name_width, "Name");
    for (size_t i = 0; i < TITLE_COUNT; i++)
        fprintf(out, "%*s  ", COLUMN_WIDTH, titles[i]);
    fputc('\n', out);
    print_rule(out, name_width);
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

static void print_row(FILE *out, size_t name_width, const struct ranked *f,
                      uint64_t sum_self_ns)
{
    char cells[TITLE_COUNT][32] = {"-", "-", "-", "-", "-"};
    char *name = short_name(f->name);

    if (f->has_times) {
        format_share(cells[0], f->self_ns, sum_self_ns);
        format_time(cells[1], (double)f->self_ns / 1e3);
        format_share(cells[2], f->total_ns, sum_self_ns);
        format_time(cells[3], (double)f->total_ns / 1e3);
        format_time(cells[4], ranked_mean_ns(f) / 1e3);
    }
    snprintf(cells[5], sizeof cells[5], "%" PRIu64, f->calls);
    fprintf(out, "%*s%s  ", (int)(name_width - text_width(text_of(name))), "", name);
    for (size_t i = 0; i < TITLE_COUNT; i++)
        fprintf(out, "%*s  ", COLUMN_WIDTH, cells[i]);
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
    if (ranking.count) {
        const size_t width = name_width(&ranking);
        ranking_sort(&ranking, table_order(job, &otherwise));
        ranking_cut(&ranking, job->options->limit < 0 ? ROW_LIMIT : job->options->limit);
        print_header(job->out, width);
        for (size_t i = 0; i < ranking.count; i++)
            print_row(job->out, width, &ranking.all[i], sum_self_ns);
        print_rule(job->out, width);
        if (has_times)
            format_time(sum, (double)sum_self_ns / 1e3);
        fprintf(job->out, "Self CPU time total: %s\n\n", sum);
    }
    ranking_release(&ranking);
}
