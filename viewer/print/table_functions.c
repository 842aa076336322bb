/* SPDX-License-Identifier: MIT */
/* The table of functions, in the layout of Python's pstats. */
#include "print/table.h"

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

/* pstats knows no such column: it is there when it is asked for by its key. */
static bool has_cpu(const struct table_job *job)
{
    const struct number_list *keys = &job->options->sort_by;

    for (size_t i = 0; i < keys->count; i++) {
        if (keys->numbers[i] == SORT_CPU)
            return true;
    }
    return false;
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
    if (has_cpu(job)) {
        fputc(' ', job->out);
        table_print_time(job->out, f->has_times, (double)f->cpu_ns);
    }
    fprintf(job->out, " %s\n", place);
    free(place);
}

void table_print_functions(const struct table_job *job)
{
    struct ranking ranking = table_begin_pstats(job);

    if (ranking.count)
        fprintf(job->out,
                "   ncalls  tottime  percall  cumtime  percall%s "
                "filename:lineno(function)\n",
                has_cpu(job) ? "  cputime" : "");
    for (size_t i = 0; i < ranking.count; i++)
        print_row(job, &ranking.all[i]);
    if (ranking.count)
        fputs("\n\n", job->out);
    ranking_release(&ranking);
}
