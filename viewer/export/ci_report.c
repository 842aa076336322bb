/* SPDX-License-Identifier: MIT */
#include "export/ci_report.h"

#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"
#include "export/ci_path.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* ---- Kinds ---- */

static const struct {
    const char *word;
    const char *title;
    enum difference_kind of_lines; /* what it is called at lines */
    const char *sum;               /* NULL: a time */
} kinds[DIFFERENCE_KIND_COUNT] = {
    [DIFFERENCE_TIME] = {"time",  "slower",                  DIFFERENCE_TIME,  NULL   },
    [DIFFERENCE_BYTES] = {"bytes", "allocates more",          DIFFERENCE_BYTES, "bytes"},
    [DIFFERENCE_HITS] = {"hits",  "another number of hits",  DIFFERENCE_HITS,  "hits" },
    [DIFFERENCE_CALLS] = {"calls", "another number of calls", DIFFERENCE_HITS,  "calls"},
};

const char *ci_kind(const struct difference *x)
{
    return kinds[x->kind].word;
}

const char *ci_title(const struct difference *x)
{
    return kinds[x->kind].title;
}

/* ---- The worst first ---- */

/* A function that has only become what one of its lines has says nothing new. */
static bool is_said_by_line(const struct differences *d, const struct difference *x)
{
    if (x->row)
        return false;
    for (const struct difference *line = x + 1; line < d->all + d->count; line++) {
        if (line->pair != x->pair)
            return false;
        if (line->row && line->kind == kinds[x->kind].of_lines &&
            line->is_failure >= x->is_failure)
            return true;
    }
    return false;
}

struct rank {
    const struct difference *x;
    bool is_said_by_line;
};

/* Limits before the rest, times before counts, and what grew most by itself: what only
   calls something that became slower is not where to look. */
static int compare_ranks(const void *a, const void *b)
{
    const struct rank *p = a;
    const struct rank *q = b;
    const int orders[] = {
        ORDER(q->x->is_failure, p->x->is_failure),
        ORDER(p->is_said_by_line, q->is_said_by_line),
        ORDER(p->x->kind, q->x->kind),
        ORDER(q->x->own_growth, p->x->own_growth),
        ORDER(p->x, q->x),
    };

    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (orders[i])
            return orders[i];
    }
    return 0;
}

void ci_report_make(struct ci_report *report, const struct export_job *job)
{
    const struct differences *d = job->differences;
    struct rank *ranks = memory_zeroed(d->count, sizeof *ranks);

    for (size_t i = 0; i < d->count; i++)
        ranks[i] = (struct rank){&d->all[i], is_said_by_line(d, &d->all[i])};
    qsort(ranks, d->count, sizeof *ranks, compare_ranks);
    *report = (struct ci_report){
        .job = job,
        .worst = memory_zeroed(d->count, sizeof *report->worst),
        .count = d->count,
        .said = d->count < CI_MOST_SAID ? d->count : CI_MOST_SAID,
        .top = ci_path_top(),
    };
    for (size_t i = 0; i < d->count; i++)
        report->worst[i] = ranks[i].x;
    free(ranks);
}

void ci_report_release(struct ci_report *report)
{
    free(report->worst);
    free(report->top);
    *report = (struct ci_report){0};
}

/* ---- Places and names ---- */

static const struct function *newer_of(const struct function_pair *pair)
{
    return pair->now ? pair->now : pair->base;
}

static char *path_of(const struct ci_report *report, const struct function_pair *pair,
                     const char *file)
{
    const struct comparison *c = report->job->comparison;
    struct sources *sources = pair->now ? c->now.sources : c->base.sources;

    return ci_path_from(report->top, sources_path(sources, file));
}

struct ci_place ci_place_of_function(const struct ci_report *report,
                                     const struct function_pair *pair)
{
    const struct function *f = newer_of(pair);
    return (struct ci_place){path_of(report, pair, f->file), f->line};
}

/* A line that is gone has no place in the newer source but its function's. */
static bool is_gone(const struct difference *x)
{
    return x->row && !x->row->now_number && x->pair->now;
}

struct ci_place ci_place_of(const struct ci_report *report, const struct difference *x)
{
    if (!x->row || is_gone(x))
        return ci_place_of_function(report, x->pair);
    return (struct ci_place){
        path_of(report, x->pair, x->row->file),
        x->row->now_number ? x->row->now_number : x->row->base_number,
    };
}

/* Counts the functions of one name in one file, from 1; those of a file follow each
   other. */
static size_t ordinal_of_function(const struct ci_report *report,
                                  const struct function_pair *pair)
{
    const struct function *f = newer_of(pair);
    size_t ordinal = 1;

    while (pair-- > report->job->comparison->pairs) {
        const struct function *other = newer_of(pair);
        if (strcmp(other->file, f->file) != 0)
            break;
        ordinal += !strcmp(function_title(other), function_title(f));
    }
    return ordinal;
}

char *ci_name_of(const struct ci_report *report, const struct function_pair *pair)
{
    const char *title = function_title(newer_of(pair));
    const size_t ordinal = ordinal_of_function(report, pair);

    return ordinal == 1 ? memory_string(title, strlen(title))
                        : memory_format("%s (%zu)", title, ordinal);
}

char *ci_text_of(const struct ci_report *report, const struct difference *x)
{
    char *what = difference_text(report->job->differences, x);
    char *text = memory_format("%s: %s%s", function_title(newer_of(x->pair)),
                               is_gone(x) ? "of a line that is gone: " : "", what);

    free(what);
    return text;
}

/* ---- Fingerprints ---- */

/* Counts the rows of one text in a function, from 1. */
static size_t ordinal_of_row(const struct difference *x)
{
    const struct lprof_text text = text_unindented(x->row->text);
    size_t ordinal = 1;

    for (const struct line_pair *row = x->pair->lines; row < x->row; row++)
        ordinal += !text_order(text_unindented(row->text), text) &&
                   !row->now_number == !x->row->now_number;
    return ordinal;
}

struct ci_fingerprint ci_fingerprint_of(const struct ci_report *report,
                                        const struct difference *x)
{
    struct ci_fingerprint f = ci_fingerprint_begin();
    char *path = ci_place_of(report, x).path;
    char *name = ci_name_of(report, x->pair);

    ci_fingerprint_add(&f, text_of(ci_kind(x)));
    ci_fingerprint_add(&f, text_of(path));
    ci_fingerprint_add(&f, text_of(name));
    if (x->row) {
        ci_fingerprint_add(&f, text_unindented(x->row->text));
        ci_fingerprint_add_number(&f, !x->row->now_number);
        ci_fingerprint_add_number(&f, ordinal_of_row(x));
    }
    free(path);
    free(name);
    return f;
}

/* ---- The rest ---- */

/* What a function's lines say is not added twice. */
static void add_up(const struct ci_report *report, double sums[DIFFERENCE_KIND_COUNT])
{
    for (size_t i = report->said; i < report->count; i++) {
        const struct difference *x = report->worst[i];
        if (!is_said_by_line(report->job->differences, x))
            sums[x->kind] += x->own_growth;
    }
}

static char *sum_text(size_t kind, double sum)
{
    char text[DURATION_BYTES];

    if (kinds[kind].sum)
        return memory_format("%+.12g %s", sum, kinds[kind].sum);
    return memory_format("%s%s", sum < 0 ? "-" : "+", duration_format(text, fabs(sum)));
}

char *ci_rest_text(const struct ci_report *report)
{
    double sums[DIFFERENCE_KIND_COUNT] = {0};
    const char *separator = ": ";

    if (report->said == report->count)
        return NULL;
    char *text = memory_format("and %zu more", report->count - report->said);
    add_up(report, sums);
    for (size_t i = 0; i < DIFFERENCE_KIND_COUNT; i++) {
        if (sums[i] == 0)
            continue;
        char *sum = sum_text(i, sums[i]);
        char *more = memory_format("%s%s%s", text, separator, sum);
        free(sum);
        free(text);
        text = more;
        separator = ", ";
    }
    return text;
}
