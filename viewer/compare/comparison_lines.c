/* SPDX-License-Identifier: MIT */
#include "compare/comparison_lines.h"

#include "base/memory.h"
#include "compare/text_diff.h"

#include <stdlib.h>
#include <string.h>

/* More rows without a text than that are not looked for: line numbers in a damaged file
   can be anything. */
#define MOST_ROWS 1000000u

/* The rows of a function on one side. */
struct row {
    struct lprof_text text; /* no bytes: unknown */
    const char *file;
    uint32_t number;
    const struct line *line; /* NULL: nothing that can be hit */
};

struct rows {
    const struct function *function;
    struct row *all;
    size_t count;
    size_t room;
};

static void add_row(struct rows *rows, struct row row)
{
    rows->all = memory_grown(rows->all, rows->count, &rows->room, sizeof *rows->all);
    rows->all[rows->count++] = row;
}

static struct row row_of_line(const struct comparison_side *side,
                              const struct function *function, const struct line *line)
{
    return (struct row){
        .text = sources_line(side->sources, function, line->file, line->number),
        .file = line->file,
        .number = line->number,
        .line = line,
    };
}

/* The function's text, and its lines that are elsewhere, in the profile's order. */
static struct rows rows_of(const struct comparison_side *side, const struct function *f)
{
    struct rows rows = {.function = f};
    size_t next = 0;

    if (!f)
        return rows;
    const struct source_view view = sources_view(side->sources, f);
    const bool has_text = view.has_text && f->end_line >= view.first_line &&
                          f->end_line - view.first_line < MOST_ROWS;
    for (; next < f->line_count && f->lines[next].file == f->file &&
           (!has_text || f->lines[next].number < view.first_line);
         next++)
        add_row(&rows, row_of_line(side, f, &f->lines[next]));
    for (uint32_t number = view.first_line; has_text && number <= f->end_line; number++) {
        const bool is_line = next < f->line_count && f->lines[next].file == f->file &&
                             f->lines[next].number == number;
        add_row(&rows, (struct row){
                           .text = sources_line(side->sources, f, f->file, number),
                           .file = f->file,
                           .number = number,
                           .line = is_line ? &f->lines[next] : NULL,
                       });
        next += is_line;
    }
    for (; next < f->line_count; next++)
        add_row(&rows, row_of_line(side, f, &f->lines[next]));
    return rows;
}

struct both {
    struct rows base;
    struct rows now;
};

/* Where the text of a line is not known, it is its place in the function that counts. */
static bool is_same(const void *arg, size_t a, size_t b)
{
    const struct both *both = arg;
    const struct row *x = &both->base.all[a];
    const struct row *y = &both->now.all[b];

    if (x->text.bytes && y->text.bytes)
        return x->text.size == y->text.size &&
               !memcmp(x->text.bytes, y->text.bytes, x->text.size);
    return x->number - both->base.function->line == y->number - both->now.function->line;
}

static void add_base(struct function_pair *pair, const struct row *row)
{
    pair->lines[pair->line_count++] = (struct line_pair){
        .text = row->text,
        .file = row->file,
        .base_number = row->number,
        .base = row->line,
    };
}

static void add_now(struct function_pair *pair, const struct row *row,
                    const struct row *base)
{
    pair->lines[pair->line_count++] = (struct line_pair){
        .text = row->text,
        .file = row->file,
        .base_number = base ? base->number : 0,
        .now_number = row->number,
        .base = base ? base->line : NULL,
        .now = row->line,
    };
}

/* What has gone stands before what has come in its place. */
void comparison_align_lines(const struct comparison *comparison,
                            struct function_pair *pair)
{
    struct both both = {
        .base = rows_of(&comparison->base, pair->base),
        .now = rows_of(&comparison->now, pair->now),
    };
    size_t *partners = text_diff_partners(&(struct text_diff){
        .old_count = both.base.count,
        .new_count = both.now.count,
        .is_same = is_same,
        .arg = &both,
    });
    size_t next = 0;

    pair->lines = memory_zeroed(both.base.count + both.now.count, sizeof *pair->lines);
    for (size_t i = 0; i < both.now.count;) {
        size_t end = i; /* of the new rows in front of the next pair */
        while (end < both.now.count && partners[end] == TEXT_DIFF_NONE)
            end++;
        const size_t partner = end < both.now.count ? partners[end] : both.base.count;
        while (next < partner)
            add_base(pair, &both.base.all[next++]);
        while (i < end)
            add_now(pair, &both.now.all[i++], NULL);
        if (i < both.now.count)
            add_now(pair, &both.now.all[i++], &both.base.all[next++]);
    }
    while (next < both.base.count)
        add_base(pair, &both.base.all[next++]);
    free(partners);
    free(both.base.all);
    free(both.now.all);
}
