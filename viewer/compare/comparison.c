/* SPDX-License-Identifier: MIT */
#include "compare/comparison.h"

#include "base/memory.h"
#include "compare/comparison_lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

typedef int (*function_order)(const struct function *a, const struct function *b);

static int order_names(const struct function *a, const struct function *b)
{
    return strcmp(function_title(a), function_title(b));
}

static int order_files(const struct function *a, const struct function *b)
{
    const int names = order_names(a, b);
    return names ? names : strcmp(a->file, b->file);
}

static int order_symbols(const struct function *a, const struct function *b)
{
    const int files = order_files(a, b);
    return files ? files : strcmp(a->symbol, b->symbol);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int order_base_names(const struct function *a, const struct function *b)
{
    const int names = order_names(a, b);
    return names ? names : strcmp(base_name(a->file), base_name(b->file));
}

static int order_base_symbols(const struct function *a, const struct function *b)
{
    const int names = order_base_names(a, b);
    return names ? names : strcmp(a->symbol, b->symbol);
}

/* What makes two functions the same, the strictest first: overloads share a name and
   differ in their symbols; a build may stand in another folder. */
static const function_order orders[] = {order_symbols, order_files, order_base_symbols,
                                        order_base_names};

/* Functions that have no partner yet. */
struct rest {
    const struct function **all;
    size_t count;
};

static struct rest rest_of(const struct profile *profile)
{
    struct rest rest = {.all = memory_zeroed(profile->function_count, sizeof *rest.all)};

    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown)
            rest.all[rest.count++] = &profile->functions[i];
    }
    return rest;
}

static int compare_rest(const void *a, const void *b, void *arg)
{
    const function_order *order = arg;
    const struct function *x = *(const struct function *const *)a;
    const struct function *y = *(const struct function *const *)b;
    const int result = (*order)(x, y);
    return result ? result : ORDER(x, y);
}

static void add_pair(struct comparison *c, const struct function *base,
                     const struct function *now)
{
    c->pairs[c->pair_count++] = (struct function_pair){.base = base, .now = now};
}

/* Pair what is the same in this order; the others stay. */
static void match(struct comparison *c, struct rest *base, struct rest *now,
                  function_order order)
{
    size_t kept_base = 0;
    size_t kept_now = 0;
    size_t i = 0;
    size_t j = 0;

    if (!base->count || !now->count)
        return;
    qsort_r(base->all, base->count, sizeof *base->all, compare_rest, &order);
    qsort_r(now->all, now->count, sizeof *now->all, compare_rest, &order);
    while (i < base->count && j < now->count) {
        const int result = order(base->all[i], now->all[j]);
        if (result == 0)
            add_pair(c, base->all[i++], now->all[j++]);
        else if (result < 0)
            base->all[kept_base++] = base->all[i++];
        else
            now->all[kept_now++] = now->all[j++];
    }
    while (i < base->count)
        base->all[kept_base++] = base->all[i++];
    while (j < now->count)
        now->all[kept_now++] = now->all[j++];
    base->count = kept_base;
    now->count = kept_now;
}

/* In the order of the newer profile; those it does not have come last. */
static int compare_pairs(const void *a, const void *b)
{
    const struct function_pair *x = a;
    const struct function_pair *y = b;

    if (!x->now != !y->now)
        return x->now ? -1 : 1;
    return x->now ? ORDER(x->now, y->now) : ORDER(x->base, y->base);
}

void comparison_make(struct comparison *c, struct comparison_side base,
                     struct comparison_side now)
{
    struct rest base_rest = rest_of(base.profile);
    struct rest now_rest = rest_of(now.profile);

    *c = (struct comparison){.base = base,
                             .now = now,
                             .base_runs = (double)runs_count(base.profile),
                             .now_runs = (double)runs_count(now.profile)};
    c->pairs = memory_zeroed(base_rest.count + now_rest.count, sizeof *c->pairs);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
        match(c, &base_rest, &now_rest, orders[i]);
    for (size_t i = 0; i < now_rest.count; i++)
        add_pair(c, NULL, now_rest.all[i]);
    for (size_t i = 0; i < base_rest.count; i++)
        add_pair(c, base_rest.all[i], NULL);
    if (c->pair_count)
        qsort(c->pairs, c->pair_count, sizeof *c->pairs, compare_pairs);
    for (size_t i = 0; i < c->pair_count; i++)
        comparison_align_lines(c, &c->pairs[i]);
    free(base_rest.all);
    free(now_rest.all);
}

void comparison_release(struct comparison *c)
{
    for (size_t i = 0; i < c->pair_count; i++)
        free(c->pairs[i].lines);
    free(c->pairs);
    *c = (struct comparison){0};
}

double change_percent(double base_ns, double now_ns)
{
    if (base_ns == now_ns)
        return 0;
    return base_ns > 0 ? (now_ns - base_ns) / base_ns * 100 : INFINITY;
}

void change_format(char *text, size_t size, double base_ns, double now_ns)
{
    const double percent = change_percent(base_ns, now_ns);

    if (isinf(percent))
        snprintf(text, size, "new");
    else
        snprintf(text, size, "%+.1f %%", percent);
}
