/* SPDX-License-Identifier: MIT */
/* Numbers of an older profile are those of as many runs as the page has: so what stands
   side by side can be compared. */
#include "page/html_base.h"

#include "base/memory.h"
#include "base/text.h"
#include "page/html_code.h"

#include <stdlib.h>

static void put_null(struct html_data *d)
{
    fputs("null", d->out);
}

/* A count of several runs' mean is not always whole. */
static void put_scaled(struct html_data *d, uint64_t quantity)
{
    const struct comparison *c = d->page->comparison;

    if (c->base_runs == c->now_runs)
        html_put_number(d, quantity);
    else
        fprintf(d->out, "%.12g", (double)quantity * c->now_runs / c->base_runs);
}

static void put_time(struct html_data *d, const struct function *f, uint64_t ns)
{
    if (f->has_times)
        put_scaled(d, ns);
    else
        put_null(d);
}

/* ---- Functions ---- */

static void put_calls(struct html_data *d, const struct function *f)
{
    put_scaled(d, f->calls);
}

static void put_total(struct html_data *d, const struct function *f)
{
    put_time(d, f, f->total_ns);
}

static void put_self(struct html_data *d, const struct function *f)
{
    put_time(d, f, f->self_ns);
}

static void put_functions(struct html_data *d)
{
    static const struct {
        const char *key;
        void (*put)(struct html_data *d, const struct function *f);
    } columns[] = {
        {"calls", put_calls},
        {"total", put_total},
        {"self",  put_self },
    };
    const struct comparison *c = d->page->comparison;

    html_open_table(d, "functions");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        html_open_list(d, columns[i].key);
        for (size_t j = 0; j < c->pair_count && c->pairs[j].now; j++) {
            html_separate(d);
            if (c->pairs[j].base)
                columns[i].put(d, c->pairs[j].base);
            else
                put_null(d);
        }
        html_close_list(d);
    }
    html_close_table(d);
}

/* Those that the page has not are behind those that it has. */
static void put_gone(struct html_data *d)
{
    const struct comparison *c = d->page->comparison;

    html_open_list(d, "gone");
    for (size_t i = 0; i < c->pair_count; i++) {
        const struct function *f = c->pairs[i].base;
        if (c->pairs[i].now)
            continue;
        html_separate(d);
        fputc('[', d->out);
        html_put_string(d, function_title(f));
        fputc(',', d->out);
        html_put_string(d, path_base(f->file));
        fputc(',', d->out);
        html_put_number(d, f->line);
        fputc(',', d->out);
        put_calls(d, f);
        fputc(',', d->out);
        put_total(d, f);
        fputc(']', d->out);
    }
    html_close_list(d);
}

/* ---- Lines ---- */

struct row {
    const struct function *base;  /* NULL: the function is new */
    const struct line_pair *pair; /* NULL: nothing is known */
};

static void put_number(struct html_data *d, const struct row *row)
{
    if (row->pair && row->pair->base_number)
        html_put_number(d, row->pair->base_number);
    else
        put_null(d);
}

static void put_hits(struct html_data *d, const struct row *row)
{
    if (row->pair && row->pair->base)
        put_scaled(d, row->pair->base->hits);
    else
        put_null(d);
}

static void put_line_time(struct html_data *d, const struct row *row)
{
    if (row->pair && row->pair->base)
        put_time(d, row->base, row->pair->base->time_ns);
    else
        put_null(d);
}

/* What stands beside each line that the page has of a function. */
static void put_column(struct html_data *d, const struct function_pair *pair,
                       void (*put)(struct html_data *d, const struct row *row))
{
    const struct function *f = pair->now;
    const struct line_pair **rows = memory_zeroed(f->line_count, sizeof *rows);

    for (size_t i = 0; i < pair->line_count; i++) {
        if (pair->lines[i].now)
            rows[pair->lines[i].now - f->lines] = &pair->lines[i];
    }
    for (size_t i = 0; i < f->line_count; i++) {
        html_separate(d);
        put(d, &(struct row){pair->base, rows[i]});
    }
    free(rows);
}

static void put_lines(struct html_data *d)
{
    static const struct {
        const char *key;
        void (*put)(struct html_data *d, const struct row *row);
    } columns[] = {
        {"number", put_number   },
        {"hits",   put_hits     },
        {"time",   put_line_time},
    };
    const struct comparison *c = d->page->comparison;

    html_open_table(d, "lines");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        html_open_list(d, columns[i].key);
        for (size_t j = 0; j < c->pair_count && c->pairs[j].now; j++)
            put_column(d, &c->pairs[j], columns[i].put);
        html_close_list(d);
    }
    html_close_table(d);
}

/* The row of the function's own file in front of which one stands that is gone; 0: none.
 */
static uint32_t next_number(const struct function_pair *pair, size_t row)
{
    for (; row < pair->line_count; row++) {
        const struct line_pair *next = &pair->lines[row];
        if (next->now_number)
            return next->file == pair->now->file ? next->now_number : 0;
    }
    return 0;
}

static void put_gone_row(struct html_data *d, size_t function,
                         const struct function_pair *pair, size_t index)
{
    const struct line_pair *gone = &pair->lines[index];
    const struct row row = {pair->base, gone};
    char *text = html_code_of_line(d->page->comparison->base.sources, pair->base,
                                   gone->file, gone->base_number);

    html_separate(d);
    fputc('[', d->out);
    html_put_number(d, function);
    fputc(',', d->out);
    html_put_number(d, next_number(pair, index));
    fputc(',', d->out);
    put_number(d, &row);
    fputc(',', d->out);
    put_hits(d, &row);
    fputc(',', d->out);
    put_line_time(d, &row);
    fputc(',', d->out);
    string_print_json(d->out, text);
    fputc(']', d->out);
    free(text);
}

static void put_gone_rows(struct html_data *d)
{
    const struct comparison *c = d->page->comparison;

    html_open_list(d, "rows");
    for (size_t i = 0; i < c->pair_count && c->pairs[i].now; i++) {
        const struct function_pair *pair = &c->pairs[i];
        for (size_t j = 0; pair->base && j < pair->line_count; j++) {
            if (!pair->lines[j].now_number)
                put_gone_row(d, i, pair, j);
        }
    }
    html_close_list(d);
}

void html_put_base(struct html_data *d)
{
    if (!d->page->comparison) {
        fputs(",\"base\":null", d->out);
        return;
    }
    html_open_table(d, "base");
    put_functions(d);
    put_lines(d);
    put_gone_rows(d);
    put_gone(d);
    html_close_table(d);
}
