/* SPDX-License-Identifier: MIT */
#include "page/html_plain.h"

#include "analysis/ranking.h"
#include "base/memory.h"
#include "base/text.h"
#include "page/html_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_ROWS   100
#define LISTINGS     20
#define LISTING_ROWS 200 /* of a longer function those lines that weigh most */

/* ---- The table ---- */

static void print_time_cell(FILE *out, const struct ranked *f, uint64_t ns)
{
    char text[HTML_DURATION_BYTES];
    fprintf(out, "<td>%s", f->has_times ? html_duration(text, (double)ns) : "");
}

/* What the older profile has of it, of as many runs. */
static void print_change(FILE *out, const struct comparison *c, const struct ranked *f)
{
    const struct function *base = NULL;
    char change[352] = "new";
    char was[HTML_DURATION_BYTES] = "";

    for (size_t i = 0; i < c->pair_count; i++) {
        if (c->pairs[i].now == f->function)
            base = c->pairs[i].base;
    }
    if (base && !(base->has_times && f->has_times))
        change[0] = '\0';
    else if (base) {
        const double was_ns = (double)base->total_ns * c->now_runs / c->base_runs;
        change_format(change, sizeof change, was_ns, (double)f->total_ns);
        html_duration(was, was_ns);
    }
    fprintf(out, "<td>%s<td>%s", was, change);
}

static void print_row(FILE *out, const struct comparison *comparison,
                      const struct ranked *f)
{
    fputs("<tr><td>", out);
    html_print_string(out, f->name);
    fputs("<td>", out);
    html_print_string(out, path_base(f->file));
    fprintf(out, ":%" PRIu32 "<td>%" PRIu64, f->line, f->calls);
    print_time_cell(out, f, f->self_ns);
    print_time_cell(out, f, f->total_ns);
    if (comparison)
        print_change(out, comparison, f);
    fputc('\n', out);
}

static void print_table(FILE *out, const struct comparison *comparison,
                        const struct ranking *ranking)
{
    const size_t count = ranking->count < TABLE_ROWS ? ranking->count : TABLE_ROWS;

    if (!count)
        return;
    fprintf(out,
            "<h2>Functions</h2>\n<table>\n"
            "<tr><th>Function<th>Place<th>Calls<th>Self<th>Total%s\n",
            comparison ? "<th>Before<th>Change" : "");
    for (size_t i = 0; i < count; i++)
        print_row(out, comparison, &ranking->all[i]);
    fputs("</table>\n", out);
    if (count < ranking->count)
        fprintf(out, "<p>and %zu more</p>\n", ranking->count - count);
}

/* ---- Listings ---- */

static int compare_weights(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x < y) - (x > y);
}

/* Lines that weigh less are left out. */
static uint64_t least_weight(const struct function *f)
{
    uint64_t *weights = memory_zeroed(f->line_count, sizeof *weights);

    for (size_t i = 0; i < f->line_count; i++)
        weights[i] = finding_weight(&f->lines[i], f->has_times);
    qsort(weights, f->line_count, sizeof *weights, compare_weights);
    const uint64_t least =
        f->line_count > LISTING_ROWS ? weights[LISTING_ROWS - 1] + 1 : 0;
    free(weights);
    return least;
}

/* On the right of so many columns; a sign for micro is one, but two bytes. */
static void print_padded(FILE *out, const char *text)
{
    enum { TIME_WIDTH = 9 };

    fprintf(out, "%*s%s ", TIME_WIDTH - (int)text_width(text_of(text)), "", text);
}

static void print_numbers(FILE *out, const struct function *f, const struct line *line)
{
    char time[HTML_DURATION_BYTES] = "";
    char each[HTML_DURATION_BYTES] = "";
    const bool is_timed = f->has_times && line->hits;

    if (is_timed) {
        html_duration(time, (double)line->time_ns);
        html_duration(each, (double)line->time_ns / (double)line->hits);
    }
    fprintf(out, "%7" PRIu32 " %12" PRIu64 " ", line->number, line->hits);
    print_padded(out, time);
    print_padded(out, each);
    fputc(' ', out);
}

/* Lines that cannot be hit are shown where they are few and stand between others. */
static void print_between(FILE *out, const struct page *page, const struct function *f,
                          const struct line *line)
{
    enum { MOST_BETWEEN = 5 };

    if (line == f->lines || line->file != f->file || line[-1].file != f->file ||
        line->number - line[-1].number > MOST_BETWEEN)
        return;
    for (uint32_t n = line[-1].number + 1; n < line->number; n++) {
        fprintf(out, "%7" PRIu32 "%35s", n, "");
        html_print_text(out, sources_line(page->sources, f, f->file, n));
        fputc('\n', out);
    }
}

static void print_listing(FILE *out, const struct page *page, const struct function *f)
{
    const uint64_t least = least_weight(f);
    const char *file = f->file;

    fputs("<h3>", out);
    html_print_string(out, function_title(f));
    fputs("</h3>\n<p>", out);
    html_print_string(out, sources_path(page->sources, f->file));
    fprintf(out, ":%" PRIu32 "%s</p>\n<pre>\n", f->line,
            least ? ", the lines that took most" : "");
    for (size_t i = 0; i < f->line_count; i++) {
        const struct line *line = &f->lines[i];
        if (finding_weight(line, f->has_times) < least)
            continue;
        if (line->file != file) {
            html_print_string(out, sources_path(page->sources, line->file));
            fputs(":\n", out);
        }
        file = line->file;
        if (!least)
            print_between(out, page, f, line);
        print_numbers(out, f, line);
        html_print_text(out, sources_line(page->sources, f, line->file, line->number));
        fputc('\n', out);
    }
    fputs("</pre>\n", out);
}

void html_print_listings(FILE *out, const struct page *page,
                         const struct finding *finding)
{
    static const uint32_t by_self = SORT_TIME;
    static const uint32_t by_calls = SORT_CALLS;
    struct ranking ranking = {0};

    ranking_add_functions(&ranking, page->profile);
    ranking_sort(&ranking,
                 (struct sort_order){finding->has_times ? &by_self : &by_calls, 1});
    print_table(out, page->comparison, &ranking);
    if (ranking.count)
        fputs("<h2>Source</h2>\n<p>Line, hits, time, time per hit</p>\n", out);
    for (size_t i = 0; i < ranking.count && i < LISTINGS; i++) {
        if (function_has_run(ranking.all[i].function))
            print_listing(out, page, ranking.all[i].function);
    }
    ranking_release(&ranking);
}
