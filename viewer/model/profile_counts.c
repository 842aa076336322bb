/* SPDX-License-Identifier: MIT */
/*
 * What light code has counted.  It has no blocks: each module has an array of counts a
 * thread, and layouts say what these add up to.  So the threads are added first, then
 * each layout is looked at once.
 */
#include "base/call_groups.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "model/profile.h"
#include "model/profile_callees.h"
#include "model/profile_tally.h"

#include <stdlib.h>

/* A program or library. */
struct module {
    uint32_t id;
    uint64_t count;  /* of its counts */
    uint64_t *begun; /* each over all threads; a part of `counts.all` */
};

/* Calls of a function that were counted by layouts. */
struct light_calls {
    uint64_t calls;
    uint64_t from_itself; /* part of them */
    uint64_t entries;     /* those inside no other one, */
    uint64_t told;        /* of so many that tell */
    size_t whole;         /* of a part: the function that it is of; else its own index */
};

struct counts {
    struct tally *tally;
    struct module *modules; /* by id */
    size_t module_count;
    uint64_t *all;
    struct light_calls *light; /* a function each */
    struct callees callees;
    struct graph_edge *graph; /* between wholes */
    size_t graph_count;
    size_t graph_room;
};

/* ---- Threads ---- */

static int compare_modules(const void *a, const void *b)
{
    const struct module *x = a;
    const struct module *y = b;
    return x->id != y->id ? (x->id > y->id) - (x->id < y->id)
                          : (x->count < y->count) - (x->count > y->count);
}

/* The most counts that a thread has of it are those of a module. */
static void find_modules(struct counts *c)
{
    const size_t records = lprof_reader_count(c->tally->reader, LPROF_RECORD_COUNTS);
    struct lprof_counts_view view;
    uint64_t total = 0;

    c->modules = memory_zeroed(records, sizeof *c->modules);
    for (size_t i = 0; i < records; i++) {
        lprof_take_counts(c->tally->reader, i, &view);
        c->modules[i].id = view.fields.module;
        c->modules[i].count = view.fields.count_count;
    }
    if (records)
        qsort(c->modules, records, sizeof *c->modules, compare_modules);
    for (size_t i = 0; i < records; i++) {
        if (i && c->modules[i].id == c->modules[c->module_count - 1].id)
            continue;
        total += c->modules[i].count;
        c->modules[c->module_count++] = c->modules[i];
    }
    c->all = memory_zeroed(total, sizeof *c->all);
    uint64_t *next = c->all;
    for (size_t i = 0; i < c->module_count; i++) {
        c->modules[i].begun = next;
        next += c->modules[i].count;
    }
}

static int compare_id(const void *key, const void *element)
{
    const uint32_t id = *(const uint32_t *)key;
    const struct module *module = element;
    return (id > module->id) - (id < module->id);
}

static const struct module *find_module(const struct counts *c, uint32_t id)
{
    return c->module_count
               ? bsearch(&id, c->modules, c->module_count, sizeof *c->modules, compare_id)
               : NULL;
}

/* That its thread is outdated means its blocks: these arrays say so themselves. */
static bool counts(const struct lprof_counts_view *view, struct thread_choice choice)
{
    return thread_is_chosen(choice, view->fields.thread) &&
           !(view->fields.flags & LPROF_COUNTS_OUTDATED);
}

static void add_threads(struct counts *c, struct thread_choice choice)
{
    const struct tally *tally = c->tally;
    struct lprof_counts_view view;
    struct lprof_counts_view before;

    for (size_t i = 0; i < lprof_reader_count(tally->reader, LPROF_RECORD_COUNTS); i++) {
        lprof_take_counts(tally->reader, i, &view);
        if (!counts(&view, choice))
            continue;
        const struct module *module = find_module(c, view.fields.module);
        const bool had = tally->since && since_find_counts(&view, tally->since, &before);
        for (uint64_t j = 0; j < view.fields.count_count; j++) {
            count_add(&module->begun[j], lprof_count_value(&view.counts[j]));
            if (had)
                module->begun[j] -= lprof_count_value(&before.counts[j]);
        }
    }
}

/* ---- Layouts ---- */

/* Which functions have layouts is known first: calls lead to these rather than to
   others of the same name. */
static void mark_layouts(struct counts *c)
{
    struct lprof_layout_view layout;
    size_t index = 0;

    for (size_t i = 0; i < lprof_reader_count(c->tally->reader, LPROF_RECORD_LAYOUT);
         i++) {
        lprof_take_layout(c->tally->reader, i, &layout);
        if (!(layout.fields.flags & LPROF_FUNCTION_FRAMES) &&
            tally_find_function(c->tally, layout.fields.function, &index))
            c->tally->functions[index].has_layout = true;
    }
    for (size_t i = 0; i < c->tally->function_count; i++) {
        struct tally_function *f = &c->tally->functions[i];
        f->has_times = f->has_times && (f->has_block || !f->has_layout ||
                                        f->view.fields.flags & LPROF_FUNCTION_TIMED_COPY);
    }
}

/* A part has its function's name and unit. */
static void find_wholes(struct counts *c)
{
    c->light = memory_zeroed(c->tally->function_count, sizeof *c->light);
    for (size_t i = 0; i < c->tally->function_count; i++) {
        const struct lprof_function_view *view = &c->tally->functions[i].view;
        size_t whole = 0;
        c->light[i].whole = i;
        if (view->fields.flags & LPROF_FUNCTION_PART &&
            callees_find(&c->callees, view->symbol, view->fields.unit, 0, &whole))
            c->light[i].whole = whole;
    }
}

/* NULL: no thread has the layout's counts. */
static const uint64_t *find_counts(const struct counts *c,
                                   const struct lprof_layout *layout)
{
    const struct module *module = find_module(c, layout->module);

    if (!module || layout->first_count > module->count ||
        layout->count_count > module->count - layout->first_count)
        return NULL;
    return module->begun + layout->first_count;
}

static uint64_t add_up(struct lprof_sum sum, const uint64_t *begun)
{
    uint64_t total = 0;

    for (uint32_t i = 0; begun && i < sum.count; i++)
        count_add(&total, begun[sum.terms[i]]);
    return total;
}

static void add_graph_edge(struct counts *c, size_t from, size_t to)
{
    c->graph = memory_grown(c->graph, c->graph_count, &c->graph_room, sizeof *c->graph);
    c->graph[c->graph_count++] = (struct graph_edge){.from = from, .to = to};
}

/* Who has frames knows of calls of those that have some, too. */
static bool has_frames(const struct tally_function *f)
{
    return f->has_block && !(f->view.fields.flags & LPROF_FUNCTION_TIMED_COPY);
}

static void add_call(struct counts *c, struct tally_edge edge)
{
    const size_t whole = c->light[edge.caller].whole;

    if (has_frames(&c->tally->functions[edge.caller]) &&
        has_frames(&c->tally->functions[edge.callee]))
        return;
    add_graph_edge(c, whole, edge.callee);
    if (whole == edge.callee)
        c->light[whole].from_itself += edge.calls;
    if (edge.calls)
        tally_add_edge(c->tally, edge);
}

static void note_other_call(struct tally_cell *cell, struct lprof_text name)
{
    if (name.size)
        cell->calls_others = true;
    else
        cell->calls_pointers = true;
}

/* at    on the sum of the first call */
static void add_calls(struct counts *c, const struct lprof_layout_view *layout,
                      size_t caller, const uint32_t *at, const uint64_t *begun)
{
    const uint32_t unit = c->tally->functions[caller].view.fields.unit;
    struct lprof_text rest = layout->symbols;

    for (uint32_t i = 0; i < layout->fields.call_count; i++) {
        const struct lprof_text name = lprof_text_part(rest, 0);
        struct tally_edge edge = {.caller = caller,
                                  .site = layout->calls[i].site,
                                  .calls = add_up(lprof_next_sum(&at), begun)};
        if (layout->calls[i].is_entry)
            c->light[caller].entries += edge.calls;
        const bool is_profiled =
            name.size &&
            callees_find(&c->callees, name, unit, layout->fields.module, &edge.callee);
        if (is_profiled)
            add_call(c, edge);
        else if (!layout->calls[i].is_entry &&
                 edge.site < c->tally->functions[caller].view.fields.site_count)
            note_other_call(&c->tally->functions[caller].cells[edge.site], name);
        rest.bytes += name.size + 1;
        rest.size -= name.size + 1;
    }
}

static bool tells_entries(const struct lprof_layout_view *layout)
{
    for (uint32_t i = 0; i < layout->fields.call_count; i++) {
        if (layout->calls[i].is_entry)
            return true;
    }
    return false;
}

static void add_layout(struct counts *c, const struct lprof_layout_view *layout)
{
    const uint64_t *begun = find_counts(c, &layout->fields);
    const uint32_t *at = layout->sums;
    size_t index = 0;

    if (!tally_find_function(c->tally, layout->fields.function, &index))
        return; /* cannot be: the reader has checked it */
    struct tally_function *f = &c->tally->functions[index];
    for (uint32_t i = 0; i < layout->fields.site_count; i++)
        count_add(&f->cells[i].hits, add_up(lprof_next_sum(&at), begun));
    const uint64_t activations = add_up(lprof_next_sum(&at), begun);
    if (!(layout->fields.flags & LPROF_FUNCTION_PART)) {
        count_add(&f->calls, activations);
        c->light[index].calls += activations;
        c->light[index].told += tells_entries(layout) ? activations : 0;
    }
    add_calls(c, layout, index, at, begun);
}

static void add_layouts(struct counts *c)
{
    struct lprof_layout_view layout;

    for (size_t i = 0; i < lprof_reader_count(c->tally->reader, LPROF_RECORD_LAYOUT);
         i++) {
        lprof_take_layout(c->tally->reader, i, &layout);
        add_layout(c, &layout);
    }
}

/* ---- Primitive calls ---- */

/*
 * An activation inside another one of the same function came from the function itself, or
 * by others that it called.  In a longer cycle of direct calls, whether these were made
 * or not, only what the code itself counts tells the one from the other.
 */
static uint64_t primitive_calls(const struct light_calls *light, bool in_cycle)
{
    if (light->told && light->told == light->calls)
        return light->entries;
    if (in_cycle && light->calls)
        return NOT_KNOWN;
    return tally_since(light->calls, light->from_itself);
}

static void add_primitive_calls(struct counts *c)
{
    const size_t count = c->tally->function_count;
    bool *in_cycle = memory_zeroed(count, sizeof *in_cycle);

    graph_mark_cycles(c->graph, c->graph_count, count, in_cycle);
    for (size_t i = 0; i < count; i++) {
        struct tally_function *f = &c->tally->functions[i];
        f->primitive_calls =
            sum_of_known(f->primitive_calls, primitive_calls(&c->light[i], in_cycle[i]));
    }
    free(in_cycle);
}

void tally_add_counts(struct tally *tally, struct thread_choice choice)
{
    struct counts c = {.tally = tally};

    if (!lprof_reader_count(tally->reader, LPROF_RECORD_LAYOUT))
        return;
    find_modules(&c);
    add_threads(&c, choice);
    mark_layouts(&c);
    callees_make(&c.callees, tally);
    find_wholes(&c);
    for (size_t i = 0; i < tally->edge_count; i++) /* of blocks */
        add_graph_edge(&c, c.light[tally->edges[i].caller].whole,
                       c.light[tally->edges[i].callee].whole);
    add_layouts(&c);
    add_primitive_calls(&c);
    callees_release(&c.callees);
    free(c.modules);
    free(c.all);
    free(c.light);
    free(c.graph);
}
