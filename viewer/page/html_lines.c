/* SPDX-License-Identifier: MIT */
#include "page/html_lines.h"

#include "base/text.h"
#include "model/visits.h"
#include "page/html_code.h"

#include <stdlib.h>

typedef uint64_t (*quantity)(const struct function *f, const struct line *line);

static uint64_t time_of(const struct function *f, const struct line *line)
{
    return f->has_times ? line->time_ns : NOT_KNOWN;
}

static uint64_t error_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->time_se_ns;
}

static uint64_t self_of(const struct function *f, const struct line *line)
{
    return f->has_times ? line->self_ns : NOT_KNOWN;
}

static uint64_t timed_of(const struct function *f, const struct line *line)
{
    return line_timed_is_known(f, line) ? line->timed : NOT_KNOWN;
}

static uint64_t min_of(const struct function *f, const struct line *line)
{
    return line_has_visits(f, line) ? line->min_ns : NOT_KNOWN;
}

static uint64_t max_of(const struct function *f, const struct line *line)
{
    return line_has_visits(f, line) ? line->max_ns : NOT_KNOWN;
}

static uint64_t p50_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->p50_ns;
}

static uint64_t p90_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->p90_ns;
}

static uint64_t p99_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->p99_ns;
}

static uint64_t off_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->off_cpu_ns;
}

static uint64_t allocs_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->heap.allocs;
}

static uint64_t bytes_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->heap.bytes;
}

static uint64_t own_bytes_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->heap.own_bytes;
}

static uint64_t freed_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->heap.freed;
}

static uint64_t peak_bytes_of(const struct function *f, const struct line *line)
{
    (void)f;
    return line->heap.at_peak;
}

/* Calls `visit` for each line of the functions that are shown, in their order. */
static void each_line(struct html_data *d,
                      void (*visit)(struct html_data *d, const struct function *f,
                                    const struct line *line, void *arg),
                      void *arg)
{
    const struct profile *profile = d->page->profile;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        for (size_t j = 0; f->shown && j < f->line_count; j++)
            visit(d, f, &f->lines[j], arg);
    }
}

static void put_step(struct html_data *d, const struct function *f,
                     const struct line *line, void *arg)
{
    const uint32_t before =
        line == f->lines ? sources_view(d->page->sources, f).first_line : line[-1].number;

    (void)arg;
    html_separate(d);
    if (line->number < before)
        fputc('-', d->out);
    html_put_digits(d, line->number < before ? before - line->number
                                             : line->number - before);
}

static void put_hits(struct html_data *d, const struct function *f,
                     const struct line *line, void *arg)
{
    (void)f;
    (void)arg;
    html_separate(d);
    html_put_number(d, line->hits);
}

struct line_column {
    const char *key;
    quantity of;
    bool is_known; /* of some line */
};

static void see_quantity(struct html_data *d, const struct function *f,
                         const struct line *line, void *arg)
{
    struct line_column *column = arg;

    (void)d;
    column->is_known |= column->of(f, line) != NOT_KNOWN;
}

static void put_quantity(struct html_data *d, const struct function *f,
                         const struct line *line, void *arg)
{
    const struct line_column *column = arg;

    html_separate(d);
    html_put_known(d, column->of(f, line));
}

/* From the first bucket with visits to the last. */
static void put_visits(struct html_data *d, const struct function *f,
                       const struct line *line, void *arg)
{
    unsigned first = 0;
    unsigned end = LPROF_HISTOGRAM_BUCKETS;

    (void)f;
    (void)arg;
    html_separate(d);
    while (line->visits && end && !line->visits->counts[end - 1])
        end--;
    if (!line->visits || !end) {
        fputs("null", d->out);
        return;
    }
    while (!line->visits->counts[first])
        first++;
    fprintf(d->out, "[%u", first);
    for (; first < end; first++) {
        fputc(',', d->out);
        html_put_number(d, line->visits->counts[first]);
    }
    fputc(']', d->out);
}

void html_put_lines(struct html_data *d)
{
    struct line_column columns[] = {
        {"time",      time_of,       false},
        {"se",        error_of,      false},
        {"self",      self_of,       false},
        {"timed",     timed_of,      false},
        {"min",       min_of,        false},
        {"p50",       p50_of,        false},
        {"p90",       p90_of,        false},
        {"p99",       p99_of,        false},
        {"max",       max_of,        false},
        {"off",       off_of,        false},
        {"allocs",    allocs_of,     false},
        {"bytes",     bytes_of,      false},
        {"ownBytes",  own_bytes_of,  false},
        {"freed",     freed_of,      false},
        {"peakBytes", peak_bytes_of, false},
    };

    html_open_table(d, "lines");
    html_open_list(d, "number");
    each_line(d, put_step, NULL);
    html_close_list(d);
    html_open_list(d, "hits");
    each_line(d, put_hits, NULL);
    html_close_list(d);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        each_line(d, see_quantity, &columns[i]);
        if (!columns[i].is_known) {
            fprintf(d->out, ",\"%s\":null", columns[i].key);
            continue;
        }
        html_open_list(d, columns[i].key);
        each_line(d, put_quantity, &columns[i]);
        html_close_list(d);
    }
    html_open_list(d, "visits");
    each_line(d, put_visits, NULL);
    html_close_list(d);
    html_close_table(d);
}

/* ---- Those of other files than their functions' ---- */

static void put_other(struct html_data *d, const struct function *f,
                      const struct line *line, void *arg)
{
    size_t *index = arg;

    if (line->file != f->file) {
        char *text = html_code_of_line(d->page->sources, f, line->file, line->number);
        html_separate(d);
        fputc('[', d->out);
        html_put_number(d, *index);
        fputc(',', d->out);
        html_put_file(d, line->file);
        fputc(',', d->out);
        string_print_json(d->out, text);
        fputc(']', d->out);
        free(text);
    }
    ++*index;
}

void html_put_others(struct html_data *d)
{
    size_t index = 0;

    html_open_list(d, "others");
    each_line(d, put_other, &index);
    html_close_list(d);
}
