/* SPDX-License-Identifier: MIT */
/* Lightning's report of actions: regions, and functions where all are asked for. */
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS   5  /* significant ones of a number */
#define COLUMN   15 /* least width of a value */
#define TAB_STOP 8

/* Python's format ".5": as %g, but in scientific notation from one digit fewer on, and
   never without a point. */
static void format_number(char text[32], double value)
{
    snprintf(text, 32, "%.*e", DIGITS - 1, value);
    char *mark = strchr(text, 'e');
    const long exponent = mark ? strtol(mark + 1, NULL, 10) : 0;

    if (mark && (exponent < -4 || exponent >= DIGITS - 1)) {
        char *end = mark;
        while (end[-1] == '0')
            end--;
        end -= end[-1] == '.';
        memmove(end, mark, strlen(mark) + 1);
        return;
    }
    snprintf(text, 32, "%.*g", DIGITS, value);
    if (mark && !strchr(text, '.'))
        strcat(text, ".0");
}

/* The five cells of a row. */
struct action_row {
    const char *action;
    const char *mean;
    const char *calls;
    const char *total;
    const char *percent;
};

/* Every row ends where the next begins: with a newline before it. */
static void print_row(FILE *out, size_t width, const struct action_row *row)
{
    const char *const cells[] = {row->mean, row->calls, row->total, row->percent};

    fprintf(out, "\n|  %s%*s\t|", row->action,
            (int)(width - text_width(text_of(row->action))), "");
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        fprintf(out, "  %-*s\t|", COLUMN, cells[i]);
}

static size_t to_tab(size_t column)
{
    return column + TAB_STOP - column % TAB_STOP;
}

/* As long as the header with its tabs expanded, and its newline counted. */
static void print_rule(FILE *out, size_t width)
{
    static const char *const titles[] = {"Mean duration (s)", "Num calls",
                                         "Total time (s)", "Percentage %"};
    size_t column = to_tab(3 + width) + 1;

    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
        const size_t length = strlen(titles[i]);
        column = to_tab(column + 2 + (length > COLUMN ? length : COLUMN)) + 1;
    }
    fputc('\n', out);
    for (size_t i = 0; i < column + 1; i++)
        fputc('-', out);
}

static double lifetime_s(const struct profile *profile)
{
    uint64_t sum_ns = 0;

    for (size_t i = 0; i < profile->input_count; i++)
        time_add(&sum_ns, profile->inputs[i].wall_ns);
    return (double)sum_ns * 1e-9;
}

static void print_action(FILE *out, size_t width, const struct ranked *action,
                         double lifetime)
{
    char mean[32] = "-", calls[32], total[32] = "-", percent[32] = "-";
    const double total_s = (double)action->total_ns * 1e-9;
    char *name = table_clean(action->name);

    snprintf(calls, sizeof calls, "%" PRIu64, action->calls);
    if (action->has_times) {
        format_number(mean, ranked_mean_ns(action) * 1e-9);
        format_number(total, total_s);
        format_number(percent, lifetime > 0 ? 100 * total_s / lifetime : 0);
    }
    print_row(out, width, &(struct action_row){name, mean, calls, total, percent});
    free(name);
}

static uint64_t sum_of_calls(const struct ranking *ranking)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < ranking->count; i++)
        count_add(&sum, ranking->all[i].calls);
    return sum;
}

static void print_total(FILE *out, size_t width, uint64_t sum, double lifetime)
{
    char calls[32], total[32];

    snprintf(calls, sizeof calls, "%" PRIu64, sum);
    format_number(total, lifetime);
    print_row(out, width, &(struct action_row){"Total", "-", calls, total, "100 %"});
}

static size_t widest(const struct ranking *ranking)
{
    size_t widest = 0;

    for (size_t i = 0; i < ranking->count; i++) {
        char *name = table_clean(ranking->all[i].name);
        const size_t width = text_width(text_of(name));
        if (width > widest)
            widest = width;
        free(name);
    }
    return widest;
}

static void print_rows(const struct table_job *job, const struct ranking *ranking,
                       uint64_t calls)
{
    static const struct action_row header = {"Action", "Mean duration (s)", "Num calls",
                                             "Total time (s)", "Percentage %"};
    const double lifetime = lifetime_s(job->profile);
    size_t width = widest(ranking);

    width = width < sizeof "Action" - 1 ? sizeof "Action" - 1 : width;
    print_rule(job->out, width);
    print_row(job->out, width, &header);
    print_rule(job->out, width);
    print_total(job->out, width, calls, lifetime);
    print_rule(job->out, width);
    for (size_t i = 0; i < ranking->count; i++)
        print_action(job->out, width, &ranking->all[i], lifetime);
    print_rule(job->out, width);
}

void table_print_actions(const struct table_job *job)
{
    static const uint32_t otherwise = SORT_CUMULATIVE;
    struct ranking ranking = {0};

    ranking_add_regions(&ranking, job->profile);
    if (job->options->all)
        ranking_add_functions(&ranking, job->profile);
    ranking_sort(&ranking, table_order(job, &otherwise));
    const uint64_t calls = sum_of_calls(&ranking); /* of those cut, too */
    ranking_cut(&ranking, job->options->limit);
    fputs("Profiler Report\n", job->out);
    if (ranking.count)
        print_rows(job, &ranking, calls);
    fputc('\n', job->out);
    ranking_release(&ranking);
}
