/* SPDX-License-Identifier: MIT */
#include "compare/runs.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Inputs are sorted by rank: the longest row of equal ones. */
size_t runs_count(const struct profile *profile)
{
    size_t most = 1;
    size_t start = 0;

    for (size_t i = 0; i < profile->input_count; i++) {
        if (profile->inputs[i].rank != profile->inputs[start].rank)
            start = i;
        if (i + 1 - start > most)
            most = i + 1 - start;
    }
    return most;
}

bool runs_load(struct runs *runs, const struct profile_request *request,
               const struct profile *all, char **error)
{
    *runs = (struct runs){0};
    if (request->path_count < 2 || runs_count(all) != request->path_count)
        return true;
    runs->profiles = memory_zeroed(request->path_count, sizeof *runs->profiles);
    for (size_t i = 0; i < request->path_count; i++) {
        struct profile_request one = *request;
        one.paths = &request->paths[i];
        one.path_count = 1;
        one.progress = NULL;
        if (!profile_load(&runs->profiles[i], &one, error)) {
            runs_release(runs);
            return false;
        }
        runs->count++;
    }
    return true;
}

void runs_release(struct runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        profile_release(&runs->profiles[i]);
    free(runs->profiles);
    *runs = (struct runs){0};
}

/* As profiles sort them; their strings are not of one pool. */
static int compare_functions(const void *a, const void *b)
{
    const struct function *x = a;
    const struct function *y = b;
    const int orders[] = {
        strcmp(x->file, y->file),
        ORDER(x->line, y->line),
        strcmp(x->name, y->name),
        ORDER(x->end_line, y->end_line),
        ORDER(x->source_hash, y->source_hash),
        x->instance && y->instance ? strcmp(x->instance, y->instance) : 0,
    };

    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (orders[i])
            return orders[i];
    }
    return 0;
}

/* What a run spent there; nothing if it did not come by. */
static double time_in(const struct profile *run, const struct function *function,
                      const struct line *line)
{
    const struct function *f =
        run->function_count ? bsearch(function, run->functions, run->function_count,
                                      sizeof *run->functions, compare_functions)
                            : NULL;

    if (!f || !line)
        return f ? (double)f->total_ns : 0;
    for (size_t i = 0; i < f->line_count; i++) {
        if (f->lines[i].number == line->number && !strcmp(f->lines[i].file, line->file))
            return (double)f->lines[i].time_ns;
    }
    return 0;
}

double runs_variance(const struct runs *runs, const struct function *function,
                     const struct line *line)
{
    double mean = 0;
    double squares = 0;

    if (runs->count < 2)
        return -1;
    for (size_t i = 0; i < runs->count; i++) {
        const double ns = time_in(&runs->profiles[i], function, line);
        const double off = ns - mean;
        mean += off / (double)(i + 1);
        squares += off * (ns - mean);
    }
    return squares / (double)(runs->count - 1);
}

/* The finite series for whole degrees of freedom (M. Abramowitz and I. A. Stegun,
   "Handbook of Mathematical Functions", 26.7.3 and 26.7.4). */
double student_probability(double t, unsigned degrees)
{
    const double angle = atan(t / sqrt(degrees));
    const double square = cos(angle) * cos(angle);
    const bool is_odd = degrees % 2;
    double term = is_odd ? cos(angle) : 1;
    double sum = 0;

    for (unsigned i = is_odd ? 3 : 2; i <= degrees; i += 2) {
        sum += term;
        term *= square * (i - 1) / i;
    }
    const double inside =
        is_odd ? 2 / M_PI * (angle + sin(angle) * sum) : sin(angle) * sum;
    return (1 + inside) / 2;
}
