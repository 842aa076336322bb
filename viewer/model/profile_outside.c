/* SPDX-License-Identifier: MIT */
/*
 * What lines call that is not profiled.  In a file these are sites of their own behind
 * the lines', so that their times are measured, or estimated, as lines' are.  Once that
 * is done each is a part of its line again, and a call of it.
 */
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "model/profile_callees.h"
#include "model/profile_tally.h"

#include <math.h>
#include <stdlib.h>

/* A function's site for calls of another. */
struct call_site {
    size_t caller;
    uint32_t site;
    struct lprof_text symbol; /* its assembler name; behind it stands the qualified one */
};

struct outside {
    struct tally *tally;
    struct call_site *sites;
    size_t site_count;
    struct lprof_text *symbols; /* of what is not profiled, each once, in order */
    size_t symbol_count;
};

static bool is_call(const struct lprof_site *site)
{
    return site->file & LPROF_SITE_CALL;
}

static int compare_symbols(const void *a, const void *b)
{
    return text_order(*(const struct lprof_text *)a, *(const struct lprof_text *)b);
}

/* The lines of a function, without what they call. */
static uint32_t line_count(const struct tally_function *f)
{
    uint32_t count = f->view.fields.site_count;

    while (count && is_call(&f->view.sites[count - 1]))
        count--;
    return count;
}

static size_t count_sites(const struct tally *tally)
{
    size_t count = 0;

    for (size_t i = 0; i < tally->function_count; i++)
        count +=
            tally->functions[i].view.fields.site_count - line_count(&tally->functions[i]);
    return count;
}

/* The strings of a function, to be freed. */
static struct lprof_text *take_strings(const struct lprof_function_view *view)
{
    struct lprof_text *strings = memory_zeroed(view->fields.file_count, sizeof *strings);
    struct lprof_text rest = view->files;

    for (uint32_t i = 0; i < view->fields.file_count; i++) {
        strings[i] = lprof_text_part(rest, 0);
        rest.bytes += strings[i].size + 1;
        rest.size -= strings[i].size + 1;
    }
    return strings;
}

static void take_sites(struct outside *o, size_t caller)
{
    const struct lprof_function_view *view = &o->tally->functions[caller].view;
    uint32_t site = line_count(&o->tally->functions[caller]);

    if (site == view->fields.site_count)
        return;
    struct lprof_text *strings = take_strings(view);
    for (; site < view->fields.site_count; site++)
        o->sites[o->site_count++] = (struct call_site){
            caller, site, strings[view->sites[site].file & ~LPROF_SITE_CALL]};
    free(strings);
}

/* Of what the file has as a function, whoever has called it, the name is left out. */
static void find_symbols(struct outside *o)
{
    struct callees profiled;
    size_t kept = 0;
    size_t index = 0;

    callees_make(&profiled, o->tally);
    o->symbols = memory_zeroed(o->site_count, sizeof *o->symbols);
    for (size_t i = 0; i < o->site_count; i++) {
        const struct call_site *site = &o->sites[i];
        const uint32_t unit = o->tally->functions[site->caller].view.fields.unit;
        if (!callees_find(&profiled, site->symbol, unit, 0, &index))
            o->symbols[o->symbol_count++] = site->symbol;
    }
    callees_release(&profiled);
    if (o->symbol_count)
        qsort(o->symbols, o->symbol_count, sizeof *o->symbols, compare_symbols);
    for (size_t i = 0; i < o->symbol_count; i++) {
        if (!i || compare_symbols(&o->symbols[kept - 1], &o->symbols[i]))
            o->symbols[kept++] = o->symbols[i];
    }
    o->symbol_count = kept;
}

/* Each has a function in the tally, behind those of the file, without a place. */
static void add_functions(struct outside *o)
{
    static const char no_file[] = "";
    struct tally *tally = o->tally;
    const size_t count = tally->function_count + o->symbol_count;
    struct tally_function *all = memory_zeroed(count, sizeof *all);

    for (size_t i = 0; i < count; i++) {
        if (i < tally->function_count) {
            all[i] = tally->functions[i];
            continue;
        }
        const struct lprof_text symbol = o->symbols[i - tally->function_count];
        const char *name = symbol.bytes + symbol.size + 1;
        all[i] = (struct tally_function){
            .view = {.fields = {.flags = LPROF_FUNCTION_OUTSIDE, .file_count = 1},
                     .name = text_of(name),
                     .symbol = symbol,
                     .files = {no_file, sizeof no_file}},
            .twin = i,
            .has_times = true,
        };
    }
    free(tally->functions);
    tally->functions = all;
    tally->function_count = count;
}

/* Parts of one visit are as long as it together, so they may all be off in the same
   direction. */
static double variance_of_both(double a, double b)
{
    const double deviation = sqrt(fmax(a, 0)) + sqrt(fmax(b, 0));

    return deviation * deviation;
}

/* Single visits of the line are not known: what was timed are the pieces between calls.
 */
static void give_back(struct tally_cell *line, struct tally_cell *call)
{
    ticks_add(&line->ticks, call->ticks);
    ticks_add(&line->child_ticks, call->child_ticks);
    line->off_ns += call->off_ns;
    line->variance = variance_of_both(line->variance, call->variance);
    free(call->visits);
    free(line->visits);
    call->visits = line->visits = NULL;
    line->timed = line->min_ticks = line->max_ticks = 0;
    line->calls_pointers |= call->calls_pointers;
}

/* A function of the file is called as its own counts say. */
static void add_call(struct outside *o, const struct call_site *site, size_t first)
{
    struct tally *tally = o->tally;
    const struct tally_function *f = &tally->functions[site->caller];
    const struct tally_cell *cell = &f->cells[site->site];
    const struct lprof_text *found =
        o->symbol_count ? bsearch(&site->symbol, o->symbols, o->symbol_count,
                                  sizeof *o->symbols, compare_symbols)
                        : NULL;

    if (!found || !(cell->hits || cell->ticks))
        return;
    const size_t index = first + (size_t)(found - o->symbols);
    struct tally_function *callee = &tally->functions[index];
    callee->has_times = callee->has_times && f->has_times;
    count_add(&callee->calls, cell->hits);
    count_add(&callee->primitive_calls, cell->hits);
    ticks_add(&callee->ticks, cell->ticks);
    tally_add_edge(tally, (struct tally_edge){.caller = site->caller,
                                              .callee = index,
                                              .site = f->view.sites[site->site].line,
                                              .calls = cell->hits,
                                              .ticks = cell->ticks});
}

static void fold_site(struct outside *o, const struct call_site *site, size_t first)
{
    struct tally_function *f = &o->tally->functions[site->caller];

    add_call(o, site, first);
    give_back(&f->cells[f->view.sites[site->site].line], &f->cells[site->site]);
}

/* What was called from inside a call was called from its line. */
static void move_edges(struct tally *tally)
{
    for (size_t i = 0; i < tally->edge_count; i++) {
        struct tally_edge *e = &tally->edges[i];
        const struct tally_function *f = &tally->functions[e->caller];
        if (e->site < f->view.fields.site_count && is_call(&f->view.sites[e->site]))
            e->site = f->view.sites[e->site].line;
    }
}

void tally_fold_calls(struct tally *tally)
{
    struct outside o = {.tally = tally};
    const size_t sites = count_sites(tally);
    const size_t first = tally->function_count;

    if (!sites)
        return;
    o.sites = memory_zeroed(sites, sizeof *o.sites);
    for (size_t i = 0; i < first; i++)
        take_sites(&o, i);
    find_symbols(&o);
    add_functions(&o);
    move_edges(tally);
    for (size_t i = 0; i < o.site_count; i++)
        fold_site(&o, &o.sites[i], first);
    for (size_t i = 0; i < first; i++)
        tally->functions[i].view.fields.site_count = line_count(&tally->functions[i]);
    free(o.sites);
    free(o.symbols);
}
