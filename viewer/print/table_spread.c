/* SPDX-License-Identifier: MIT */
/* Functions, lines or regions with what ranks or threads have of them. */
#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>
#include <stdlib.h>

/* A table that can be printed so: what stands in it, in which order, and how much of it
   if the user says nothing. */
struct spread_table {
    void (*fill)(struct ranking *ranking, const struct profile *profile);
    uint32_t order;
    double limit;
    const char *title;
};

static void fill_actions(struct ranking *ranking, const struct profile *profile)
{
    ranking_add_regions(ranking, profile);
}

static const struct spread_table tables[TABLE_COUNT] = {
    [TABLE_FUNCTIONS] = {ranking_add_functions, SORT_CUMULATIVE, -1,
                         "filename:lineno(function)"                                             },
    [TABLE_OPS] = {ranking_add_functions, SORT_TIME,       100, "filename:lineno(function)"},
    [TABLE_HOT] = {ranking_add_lines,     SORT_TIME,       20,  "filename:lineno(function)"},
    [TABLE_ACTIONS] = {fill_actions,          SORT_CUMULATIVE, -1,  "action"                   },
};

bool table_has_spread(enum table table)
{
    return tables[table].fill != NULL;
}

const char *table_spread_value(char text[DURATION_BYTES], bool is_time, double value)
{
    if (is_time)
        return duration_format(text, value);
    snprintf(text, DURATION_BYTES, "%.10g", value);
    return text;
}

static void print_row(const struct table_job *job, const struct ranked *row)
{
    const struct spread *s = &row->spread;
    char least[DURATION_BYTES], mean[DURATION_BYTES], most[DURATION_BYTES];
    char lost[DURATION_BYTES];
    char *place = row->file ? table_place_of(job, row) : table_clean(row->name);

    fprintf(job->out, "%12" PRIu64 " %9s  %9s  %9s  %4s  %5.1f  %9s  %s\n", row->calls,
            table_spread_value(least, row->has_times, s->least),
            table_spread_value(mean, row->has_times, s->mean),
            table_spread_value(most, row->has_times, s->most),
            s->lost > 0 ? job->profile->parts[s->at].label : "-", s->imbalance,
            table_spread_value(lost, row->has_times, s->lost), place);
    free(place);
}

void table_print_spread(const struct table_job *job)
{
    const struct spread_table *table = &tables[job->options->table];
    const double limit = job->options->limit < 0 ? table->limit : job->options->limit;
    const struct sort_order order = table_order(job, &table->order);
    struct ranking ranking = {0};

    table->fill(&ranking, job->profile);
    if (job->options->table == TABLE_ACTIONS && job->options->all)
        ranking_add_functions(&ranking, job->profile);
    const size_t all = ranking.count;
    ranking_sort(&ranking, order);
    ranking_cut(&ranking, limit);
    table_print_order(job->out, order);
    table_print_limit(job, limit, all, ranking.count);
    fprintf(job->out, "\n%12s %9s  %9s  %9s  %4s  %5s  %9s  %s\n",
            job->options->table == TABLE_HOT ? "hits" : "ncalls", "min", "avg", "max",
            "at", "imb %", "lost", table->title);
    for (size_t i = 0; i < ranking.count; i++)
        print_row(job, &ranking.all[i]);
    ranking_release(&ranking);
}
