/* SPDX-License-Identifier: MIT */
/* The lines of all functions that took most by themselves, in one table. */
#include "base/duration.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Without a word about it, as many as a screen shows. */
#define USUAL_LIMIT 20

#define NUMBERS_FORMAT "%10s %7s %12s %10s %10s  "
#define BYTES_FORMAT   "%12s %12s  " /* where allocations were counted */
#define PEAK_FORMAT    "%12s  "      /* and what lines held at the peak */

struct hot {
    const struct table_job *job;
    struct ranking ranking;
    bool has_times; /* of some line */
    bool has_heap;
    bool has_peak;
    uint64_t hits; /* of all lines that ran */
    uint64_t self_ns;
};

static void sum_up(struct hot *hot)
{
    for (size_t i = 0; i < hot->ranking.count; i++) {
        const struct ranked *line = &hot->ranking.all[i];
        count_add(&hot->hits, line->calls);
        hot->has_times |= line->has_times;
        if (line->has_times)
            time_add(&hot->self_ns, line->self_ns);
    }
}

static double share_of(const struct hot *hot, const struct ranked *line)
{
    const double part = (double)(hot->has_times ? line->self_ns : line->calls);
    const double whole = (double)(hot->has_times ? hot->self_ns : hot->hits);

    return whole > 0 ? 100 * part / whole : 0;
}

static const char *time_text(char text[DURATION_BYTES], const struct ranked *line,
                             double ns)
{
    return line->has_times ? duration_format(text, ns) : "-";
}

static void print_source(const struct hot *hot, const struct ranked *line)
{
    const struct lprof_text text = text_unindented(
        sources_line(hot->job->sources, line->function, line->file, line->line));

    text_print_expanded(hot->job->out, text, 0, SIZE_MAX);
}

static void print_bytes(FILE *out, const struct ranked *line)
{
    char self[32] = "-";
    char all[32] = "-";

    if (line->function->heap_state == HEAP_COUNTED) {
        snprintf(self, sizeof self, "%" PRIu64, line->self_bytes);
        snprintf(all, sizeof all, "%" PRIu64, line->bytes);
    }
    fprintf(out, BYTES_FORMAT, self, all);
}

static void print_peak(FILE *out, const struct ranked *line)
{
    char held[32] = "-";

    if (line->function->heap_state == HEAP_COUNTED)
        snprintf(held, sizeof held, "%" PRIu64, line->peak_bytes);
    fprintf(out, PEAK_FORMAT, held);
}

/* width   of the widest place, so that what follows stands in a column */
static void print_row(const struct hot *hot, const struct ranked *line, const char *place,
                      size_t width)
{
    char self[DURATION_BYTES], each[DURATION_BYTES], total[DURATION_BYTES];
    char percent[32], hits[32];
    const int padding = (int)(width - text_width(text_of(place)));

    snprintf(percent, sizeof percent, "%.1f", share_of(hot, line));
    snprintf(hits, sizeof hits, "%" PRIu64, line->calls);
    fprintf(hot->job->out, NUMBERS_FORMAT, time_text(self, line, (double)line->self_ns),
            percent, hits, time_text(each, line, ranked_mean_ns(line)),
            time_text(total, line, (double)line->total_ns));
    if (hot->has_heap)
        print_bytes(hot->job->out, line);
    if (hot->has_peak)
        print_peak(hot->job->out, line);
    fprintf(hot->job->out, "%s%*s  ", place, padding, "");
    print_source(hot, line);
    fputc('\n', hot->job->out);
}

static void print_rows(const struct hot *hot)
{
    static const char title[] = "filename:lineno(function)";
    const size_t count = hot->ranking.count;
    char **places = memory_zeroed(count, sizeof *places);
    size_t width = sizeof title - 1;

    for (size_t i = 0; i < count; i++) {
        places[i] = table_place_of(hot->job, &hot->ranking.all[i]);
        const size_t its = text_width(text_of(places[i]));
        width = its > width ? its : width;
    }
    fprintf(hot->job->out, NUMBERS_FORMAT, "self", "%", "hits", "per hit", "time");
    if (hot->has_heap)
        fprintf(hot->job->out, BYTES_FORMAT, "self bytes", "bytes");
    if (hot->has_peak)
        fprintf(hot->job->out, PEAK_FORMAT, "peak bytes");
    fprintf(hot->job->out, "%s%*s  source\n", title, (int)(width - (sizeof title - 1)),
            "");
    for (size_t i = 0; i < count; i++) {
        print_row(hot, &hot->ranking.all[i], places[i], width);
        free(places[i]);
    }
    free(places);
}

static void print_totals(const struct hot *hot)
{
    const struct profile *profile = hot->job->profile;
    char self[DURATION_BYTES];

    for (size_t i = 0; i < profile->input_count; i++) {
        string_print_clean(hot->job->out, profile->inputs[i].path);
        fputc('\n', hot->job->out);
    }
    fprintf(hot->job->out, "\n         %zu lines ran, %" PRIu64 " hits",
            hot->ranking.count, hot->hits);
    if (hot->has_times)
        fprintf(hot->job->out, " in %s", duration_format(self, (double)hot->self_ns));
    fputs("\n\n", hot->job->out);
}

void table_print_hot(const struct table_job *job)
{
    static const uint32_t by_self = SORT_TIME;
    static const uint32_t by_hits = SORT_CALLS;
    const double limit = job->options->limit < 0 ? USUAL_LIMIT : job->options->limit;
    struct hot hot = {.job = job,
                      .has_heap = profile_has_heap(job->profile),
                      .has_peak = profile_has_peak(job->profile)};

    ranking_add_lines(&hot.ranking, job->profile);
    sum_up(&hot);
    print_totals(&hot);
    const size_t all = hot.ranking.count;
    const struct sort_order order = table_order(job, hot.has_times ? &by_self : &by_hits);
    ranking_sort(&hot.ranking, order);
    ranking_cut(&hot.ranking, limit);
    if (hot.ranking.count) {
        table_print_order(job->out, order);
        table_print_limit(job, limit, all, hot.ranking.count);
        fputc('\n', job->out);
        print_rows(&hot);
    }
    ranking_release(&hot.ranking);
}
