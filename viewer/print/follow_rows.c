/* SPDX-License-Identifier: MIT */
#include "print/follow_rows.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static uint64_t new_time_of(const struct follow_row *row)
{
    return row->new_time_ns;
}

static uint64_t new_self_of(const struct follow_row *row)
{
    return row->new_self_ns;
}

static uint64_t time_of(const struct follow_row *row)
{
    return row->line->time_ns;
}

static uint64_t hits_of(const struct follow_row *row)
{
    return row->line->hits;
}

static const struct {
    const char *name;
    uint64_t (*quantity)(const struct follow_row *row);
} orders[FOLLOW_ORDERS] = {
    [FOLLOW_NOW] = {"time since the last look",      new_time_of},
    [FOLLOW_SELF] = {"self time since the last look", new_self_of},
    [FOLLOW_TIME] = {"time",                          time_of    },
    [FOLLOW_HITS] = {"hits",                          hits_of    },
};

const char *follow_order_name(enum follow_order order)
{
    return orders[order].name;
}

/* In the order of a profile. */
static int order_functions(const struct function *a, const struct function *b)
{
    const int files = strcmp(a->file, b->file);
    if (files)
        return files;
    if (a->line != b->line)
        return ORDER(a->line, b->line);
    const int names = strcmp(a->name, b->name);
    return names ? names : strcmp(function_title(a), function_title(b));
}

/* The same function in the earlier look; `next` walks through it, as both are in one
   order. */
static const struct function *find_before(const struct profile *before, size_t *next,
                                          const struct function *function)
{
    while (before && *next < before->function_count) {
        const struct function *candidate = &before->functions[*next];
        const int order = order_functions(candidate, function);
        if (order >= 0)
            return order == 0 ? candidate : NULL;
        ++*next;
    }
    return NULL;
}

/* The same line of it: lines are sites, which do not change while a program runs. */
static const struct line *line_before(const struct function *before, size_t index,
                                      const struct line *line)
{
    static const struct line none;

    if (!before || index >= before->line_count ||
        before->lines[index].number != line->number)
        return &none;
    return &before->lines[index];
}

/* A counter that was read in the middle of a change may go back a little. */
static uint64_t growth(uint64_t now, uint64_t before)
{
    return now > before ? now - before : 0;
}

static void add_function(struct follow_rows *rows, const struct function *function,
                         const struct function *before)
{
    for (size_t i = 0; i < function->line_count; i++) {
        const struct line *line = &function->lines[i];
        const struct line *old = line_before(before, i, line);
        if (line->hits)
            rows->all[rows->count++] = (struct follow_row){
                .function = function,
                .line = line,
                .new_hits = growth(line->hits, old->hits),
                .new_time_ns = growth(line->time_ns, old->time_ns),
                .new_self_ns = growth(line->self_ns, old->self_ns),
            };
    }
}

static int compare(const void *a, const void *b, void *arg)
{
    const struct follow_row *x = a;
    const struct follow_row *y = b;
    const enum follow_order *order = arg;
    const bool is_now = *order == FOLLOW_NOW || *order == FOLLOW_SELF;

    /* A thread asleep has time, and no hits. */
    if (is_now && !x->new_hits != !y->new_hits)
        return x->new_hits ? -1 : 1;
    const uint64_t left = orders[*order].quantity(x);
    const uint64_t right = orders[*order].quantity(y);

    if (left != right)
        return left < right ? 1 : -1;
    return ORDER(x->line, y->line);
}

struct follow_rows follow_rows_make(const struct profile *now,
                                    const struct profile *before, enum follow_order order)
{
    struct follow_rows rows = {0};
    size_t count = 0;
    size_t next = 0;

    for (size_t i = 0; i < now->function_count; i++)
        count += now->functions[i].line_count;
    rows.all = memory_zeroed(count, sizeof *rows.all);
    for (size_t i = 0; i < now->function_count; i++) {
        const struct function *f = &now->functions[i];
        if (f->shown)
            add_function(&rows, f, find_before(before, &next, f));
    }
    if (rows.count)
        qsort_r(rows.all, rows.count, sizeof *rows.all, compare, &order);
    return rows;
}
