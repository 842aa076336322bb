/* SPDX-License-Identifier: MIT */
/* The table of functions, in the layout of Python's pstats. */
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>

static void print_calls(FILE *out, const struct ranked *f)
{
    char calls[48];

    if (f->calls == f->primitive_calls)
        snprintf(calls, sizeof calls, "%" PRIu64, f->calls);
    else
        snprintf(calls, sizeof calls, "%" PRIu64 "/%" PRIu64, f->calls,
                 f->primitive_calls);
    fprintf(out, "%9s ", calls);
}

static void print_per_call(FILE *out, const struct ranked *f, uint64_t ns, uint64_t calls)
{
    if (calls)
        table_print_time(out, f->has_times, (double)ns / (double)calls);
    else
        fprintf(out, "%8s", "");
}

static void print_row(const struct table_job *job, const struct ranked *f)
{
    char *place = table_place(job, f->function);

    print_calls(job->out, f);
    table_print_time(job->out, f->has_times, (double)f->self_ns);
    fputc(' ', job->out);
    print_per_call(job->out, f, f->self_ns, f->calls);
    fputc(' ', job->out);
    table_print_time(job->out, f->has_times, (double)f->total_ns);
    fputc(' ', job->out);
    print_per_call(job->out, f, f->total_ns, f->primitive_calls);
    fprintf(job->out, " %s\n", place);
    free(place);
}

void table_print_functions(const struct table_job *job)
{
    struct ranking ranking = table_begin_pstats(job);

    if (ranking.count)
        fputs("   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n",
              job->out);
    for (size_t i = 0; i < ranking.count; i++)
        print_row(job, &ranking.all[i]);
    if (ranking.count)
        fputs("\n\n", job->out);
    ranking_release(&ranking);
}
