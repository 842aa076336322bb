/* SPDX-License-Identifier: MIT */
/* What the tables in the manner of Python's pstats have in common. */
#include "analysis/select.h"
#include "base/saturate.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>

static void print_totals(const struct table_job *job)
{
    const struct profile *profile = job->profile;
    uint64_t calls = 0;
    uint64_t primitive_calls = 0;
    uint64_t self_ns = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].is_outside)
            continue;
        count_add(&calls, profile->functions[i].calls);
        primitive_calls =
            sum_of_known(primitive_calls, profile->functions[i].primitive_calls);
        time_add(&self_ns, profile->functions[i].self_ns);
    }
    for (size_t i = 0; i < profile->input_count; i++) {
        string_print_clean(job->out, profile->inputs[i].path);
        fputc('\n', job->out);
    }
    fprintf(job->out, "\n         %" PRIu64 " function calls", calls);
    if (calls != primitive_calls && primitive_calls != NOT_KNOWN)
        fprintf(job->out, " (%" PRIu64 " primitive calls)", primitive_calls);
    fprintf(job->out, " in %.3f seconds\n\n", (double)self_ns * 1e-9);
}

void table_print_order(FILE *out, struct sort_order order)
{
    fputs("   Ordered by: ", out);
    for (size_t i = 0; i < order.count; i++)
        fprintf(out, "%s%s", i ? ", " : "", sort_keys[order.keys[i]].text);
    fputc('\n', out);
}

static void print_reduced(FILE *out, size_t from, size_t to)
{
    fprintf(out, "   List reduced from %zu to %zu due to restriction <", from, to);
}

static void print_globs(FILE *out, const struct word_list *globs)
{
    for (size_t i = 0; i < globs->count; i++) {
        fputs(i ? " or '" : "'", out);
        string_print_clean(out, globs->words[i]);
        fputc('\'', out);
    }
    fputs(">\n", out);
}

/* What each filter has left of what the one before it had. */
static void print_filters(const struct table_job *job)
{
    static const struct word_list none;
    const struct word_list *names = &job->options->functions;
    const struct word_list *files = &job->options->files;
    const size_t all = select_count(job->profile, &none, &none);
    const size_t named = select_count(job->profile, names, &none);
    const size_t filed = select_count(job->profile, names, files);

    if (named < all) {
        print_reduced(job->out, all, named);
        print_globs(job->out, names);
    }
    if (filed < named) {
        print_reduced(job->out, named, filed);
        print_globs(job->out, files);
    }
}

void table_print_limit(const struct table_job *job, double limit, size_t from, size_t to)
{
    if (to == from)
        return;
    print_reduced(job->out, from, to);
    fprintf(job->out, "%g>\n", limit);
}

struct ranking table_begin_pstats(const struct table_job *job)
{
    static const uint32_t otherwise = SORT_CUMULATIVE;
    const struct sort_order order = table_order(job, &otherwise);
    struct ranking ranking = {0};

    ranking_add_functions(&ranking, job->profile);
    const size_t all = ranking.count;
    ranking_sort(&ranking, order);
    ranking_cut(&ranking, job->options->limit);
    print_totals(job);
    if (!ranking.count)
        return ranking;
    table_print_order(job->out, order);
    print_filters(job);
    table_print_limit(job, job->options->limit, all, ranking.count);
    fputc('\n', job->out);
    return ranking;
}

void table_print_time(FILE *out, bool is_known, double ns)
{
    if (is_known)
        fprintf(out, "%8.3f", ns * 1e-9);
    else
        fprintf(out, "%8s", "-");
}
