/* SPDX-License-Identifier: MIT */
/* Who called whom, in the layout of Python's pstats, with the line of each call. */
#include "base/memory.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One of the two tables: what stands on the right of a function. */
struct direction {
    const char *heading;
    const char *arrow;
    const struct function *(*subject)(const struct call *call); /* stands on the left */
    const struct function *(*other)(const struct call *call);
    bool has_rest; /* calls may have come from code that is not profiled */
};

static const struct function *caller_of(const struct call *call)
{
    return call->caller;
}

static const struct function *callee_of(const struct call *call)
{
    return call->callee;
}

static const struct direction callers = {"was called by...", "<-", callee_of, caller_of,
                                         true};
static const struct direction callees = {"called...", "->", caller_of, callee_of, false};

/* The calls of one subject are neighbours, in the order of the profile. */
struct call_list {
    const struct call **all;
    size_t count;
};

static int compare_subjects(const void *a, const void *b, void *arg)
{
    const struct direction *direction = arg;
    const struct call *x = *(const struct call *const *)a;
    const struct call *y = *(const struct call *const *)b;
    const struct function *left = direction->subject(x);
    const struct function *right = direction->subject(y);

    if (left != right)
        return left < right ? -1 : 1;
    return (x > y) - (x < y);
}

static struct call_list sort_calls(const struct profile *profile,
                                   const struct direction *direction)
{
    struct call_list list = {
        .all = memory_zeroed(profile->call_count, sizeof *list.all),
        .count = profile->call_count,
    };

    for (size_t i = 0; i < list.count; i++)
        list.all[i] = &profile->calls[i];
    if (list.count)
        qsort_r(list.all, list.count, sizeof *list.all, compare_subjects,
                (void *)direction);
    return list;
}

static struct call_list calls_of(const struct call_list *list,
                                 const struct direction *direction,
                                 const struct function *subject)
{
    size_t low = 0;
    size_t end = 0;

    for (size_t high = list->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (direction->subject(list->all[middle]) < subject)
            low = middle + 1;
        else
            high = middle;
    }
    for (end = low; end < list->count && direction->subject(list->all[end]) == subject;)
        end++;
    return (struct call_list){list->all + low, end - low};
}

/* The right half of a row; `indent` spaces stand for the left half of those after the
   first. */
static void print_half(const struct table_job *job, size_t indent, uint64_t count,
                       bool has_times, uint64_t total_ns)
{
    fprintf(job->out, "%*s%*" PRIu64 " %8s ", (int)indent, "", indent ? 9 : 7, count,
            "-");
    table_print_time(job->out, has_times, (double)total_ns);
}

static void print_call(const struct table_job *job, const struct direction *direction,
                       const struct call *call, size_t indent)
{
    char *place = table_place(job, direction->other(call));

    print_half(job, indent, call->count, call->callee->has_times, call->total_ns);
    fprintf(job->out, "  %s at ", place);
    if (call->file != call->caller->file) {
        char *file = table_clean(sources_path(job->sources, call->file));
        fprintf(job->out, "%s:%" PRIu32 "\n", file, call->line);
        free(file);
    } else {
        fprintf(job->out, "line %" PRIu32 "\n", call->line);
    }
    free(place);
}

/* Calls that no profiled line has made.  False if there are none. */
static bool print_rest(const struct table_job *job, const struct function *f,
                       struct call_list calls, size_t indent)
{
    uint64_t count = f->calls;
    uint64_t total_ns = f->total_ns;

    for (size_t i = 0; i < calls.count; i++) {
        const struct call *call = calls.all[i];
        count -= call->count < count ? call->count : count;
        total_ns -= call->total_ns < total_ns ? call->total_ns : total_ns;
    }
    if (!count)
        return false;
    print_half(job, indent, count, f->has_times, total_ns);
    fputs("  {not profiled}\n", job->out);
    return true;
}

static void print_row(const struct table_job *job, const struct direction *direction,
                      const struct function *f, const struct call_list *list,
                      size_t width)
{
    const struct call_list calls = calls_of(list, direction, f);
    char *place = table_place(job, f);
    const size_t padding = width - text_width(text_of(place));
    bool is_ended = calls.count > 0;

    fprintf(job->out, "%s%*s%s ", place, (int)padding, "", direction->arrow);
    for (size_t i = 0; i < calls.count; i++)
        print_call(job, direction, calls.all[i], i ? width + 1 : 0);
    if (direction->has_rest)
        is_ended |= print_rest(job, f, calls, calls.count ? width + 1 : 0);
    if (!is_ended)
        fputc('\n', job->out);
    free(place);
}

/* What is not profiled has a row where it was called, behind all that is. */
static bool has_row_behind(const struct direction *direction, const struct function *f)
{
    return direction->has_rest && f->is_outside;
}

static size_t width_of(const struct table_job *job, const struct function *f)
{
    char *place = table_place(job, f);
    const size_t width = text_width(text_of(place));

    free(place);
    return width;
}

static size_t widest(const struct table_job *job, const struct direction *direction,
                     const struct ranking *ranking)
{
    size_t widest = 0;

    for (size_t i = 0; i < ranking->count; i++) {
        const size_t width = width_of(job, ranking->all[i].function);
        if (width > widest)
            widest = width;
    }
    for (size_t i = 0; i < job->profile->function_count; i++) {
        const struct function *f = &job->profile->functions[i];
        const size_t width = has_row_behind(direction, f) ? width_of(job, f) : 0;
        if (width > widest)
            widest = width;
    }
    return widest + 2;
}

static void print_table(const struct table_job *job, const struct direction *direction)
{
    struct ranking ranking = table_begin_pstats(job);
    const size_t width = widest(job, direction, &ranking);
    struct call_list list = sort_calls(job->profile, direction);

    if (ranking.count)
        fprintf(job->out, "%-*s%s\n%*s    ncalls  tottime  cumtime\n", (int)width,
                "Function ", direction->heading, (int)width, "");
    for (size_t i = 0; i < ranking.count; i++)
        print_row(job, direction, ranking.all[i].function, &list, width);
    for (size_t i = 0; ranking.count && i < job->profile->function_count; i++) {
        if (has_row_behind(direction, &job->profile->functions[i]))
            print_row(job, direction, &job->profile->functions[i], &list, width);
    }
    if (ranking.count)
        fputs("\n\n", job->out);
    free(list.all);
    ranking_release(&ranking);
}

void table_print_callers(const struct table_job *job)
{
    print_table(job, &callers);
}

void table_print_callees(const struct table_job *job)
{
    print_table(job, &callees);
}
