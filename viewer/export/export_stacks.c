/* SPDX-License-Identifier: MIT */
#include "export/export_stacks.h"

#include "analysis/contexts.h"
#include "analysis/outside.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* What stands on a line in one context: the line itself, or what it called. */
struct item {
    size_t line;    /* of the function, 0 where that has none; of a root its function */
    size_t context; /* that was called; NO_CONTEXT: the line itself */
    uint64_t weight;
    uint64_t line_weight; /* of all that stands on the line */
};

struct level {
    size_t context;
    struct item *items;
    size_t count;
    size_t next;
};

struct walk {
    const struct profile *profile;
    struct contexts contexts;
    uint64_t *weights;   /* by context, with all that was called */
    size_t *first_child; /* by context; NO_CONTEXT */
    size_t *next_child;
    size_t *first_call;    /* by caller, into the profile's; one more than functions */
    uint64_t *outside_own; /* by call */
    bool has_times;
    struct stack_frame *frames;
    size_t frame_room;
    struct level *levels;
    size_t depth;
    size_t level_room;
    stack_visitor visit;
    void *arg;
};

static const struct function *function_of(const struct walk *w, size_t context)
{
    return &w->profile->functions[w->contexts.list[context].function];
}

static struct stack_sample part_of(const struct context *context, uint64_t hits,
                                   uint64_t self_ns)
{
    return (struct stack_sample){.hits = share_of(context->count, hits),
                                 .self_ns = share_of(context->time, self_ns)};
}

/* What calls allocate goes by how many they are. */
static struct stack_sample part_of_line(const struct context *context,
                                        const struct line *line)
{
    struct stack_sample sample = part_of(context, line->hits, line->self_ns);

    if (line->heap.allocs == NOT_KNOWN)
        return sample;
    sample.self_allocs = share_of(context->count, line->heap.own_allocs);
    sample.self_bytes = share_of(context->count, line->heap.own_bytes);
    if (line->heap.at_peak != NOT_KNOWN)
        sample.peak_bytes = share_of(context->count, line->heap.at_peak);
    return sample;
}

static struct stack_sample sample_of(const struct walk *w, size_t context, size_t line)
{
    const struct function *f = function_of(w, context);
    const struct context *of = &w->contexts.list[context];

    return f->line_count ? part_of_line(of, &f->lines[line])
                         : part_of(of, f->calls, f->self_ns);
}

/* ---- Who stands where ---- */

static void weigh(struct walk *w)
{
    for (size_t at = w->contexts.count; at-- > 0;) {
        const struct function *f = function_of(w, at);
        const size_t parent = w->contexts.list[at].parent;
        for (size_t i = 0; i < f->line_count || !i; i++) {
            const struct stack_sample sample = sample_of(w, at, i);
            w->weights[at] += stack_weight(&sample, w->has_times);
        }
        if (parent == NO_CONTEXT)
            continue;
        w->weights[parent] += w->weights[at];
        w->next_child[at] = w->first_child[parent];
        w->first_child[parent] = at;
    }
}

static int by_place(const struct function *f, const char *file, uint32_t number,
                    const struct line *line)
{
    const int order = file == line->file      ? 0
                      : file == f->file       ? -1
                      : line->file == f->file ? 1
                                              : strcmp(file, line->file);

    return order ? order : (number > line->number) - (number < line->number);
}

/* The line that a call stands on; the first if there is none such. */
static size_t line_of(const struct function *f, const struct call *call)
{
    size_t low = 0, high = f->line_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = by_place(f, call->file, call->line, &f->lines[middle]);
        if (!order)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

static int by_weight(const void *a, const void *b)
{
    const struct item *x = a, *y = b;

    if (x->line_weight != y->line_weight)
        return x->line_weight < y->line_weight ? 1 : -1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if ((x->context == NO_CONTEXT) != (y->context == NO_CONTEXT))
        return x->context == NO_CONTEXT ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return (x->context > y->context) - (x->context < y->context);
}

/* What a context holds: the heaviest line first, and on it the heaviest call. */
static void list_items(const struct walk *w, struct level *level)
{
    const struct function *f = function_of(w, level->context);
    const size_t lines = f->line_count ? f->line_count : 1;
    size_t children = 0;

    for (size_t at = w->first_child[level->context]; at != NO_CONTEXT;
         at = w->next_child[at])
        children++;
    uint64_t *weights = memory_zeroed(lines, sizeof *weights);
    level->items = memory_zeroed(lines + children, sizeof *level->items);
    for (size_t i = 0; i < lines; i++) {
        const struct stack_sample sample = sample_of(w, level->context, i);
        weights[i] = stack_weight(&sample, w->has_times);
        level->items[level->count++] = (struct item){i, NO_CONTEXT, weights[i], 0};
    }
    for (size_t at = w->first_child[level->context]; at != NO_CONTEXT;
         at = w->next_child[at]) {
        const size_t line = line_of(f, w->contexts.list[at].call);
        weights[line] += w->weights[at];
        level->items[level->count++] = (struct item){line, at, w->weights[at], 0};
    }
    for (size_t i = 0; i < level->count; i++)
        level->items[i].line_weight = weights[level->items[i].line];
    qsort(level->items, level->count, sizeof *level->items, by_weight);
    free(weights);
}

/* ---- Way through ---- */

static void enter(struct walk *w, size_t context)
{
    if (w->depth == w->level_room)
        w->levels = memory_grown(w->levels, w->depth, &w->level_room, sizeof *w->levels);
    if (w->depth == w->frame_room)
        w->frames = memory_grown(w->frames, w->depth, &w->frame_room, sizeof *w->frames);
    w->levels[w->depth] = (struct level){.context = context};
    list_items(w, &w->levels[w->depth]);
    w->depth++;
}

static struct stack_frame frame_of(const struct function *f, size_t line)
{
    return f->line_count
               ? (struct stack_frame){f, f->lines[line].file, f->lines[line].number}
               : (struct stack_frame){f, f->file, f->line};
}

static bool is_on(const struct function *f, size_t line, const struct call *call)
{
    return f->line_count && f->lines[line].file == call->file &&
           f->lines[line].number == call->line;
}

/* What is not profiled and was called from the line stands above it, with its part of the
   line's own time. */
static void visit_outside(struct walk *w, struct stack_sample *of_line, size_t line)
{
    const struct level *level = &w->levels[w->depth - 1];
    const struct context *context = &w->contexts.list[level->context];
    const struct function *f = function_of(w, level->context);

    if (w->depth == w->frame_room)
        w->frames = memory_grown(w->frames, w->depth, &w->frame_room, sizeof *w->frames);
    for (size_t i = w->first_call[context->function];
         i < w->first_call[context->function + 1]; i++) {
        const struct call *call = &w->profile->calls[i];
        const uint64_t own_ns = share_of(context->time, w->outside_own[i]);
        if (!own_ns || !is_on(f, line, call))
            continue;
        const uint64_t ns = own_ns < of_line->self_ns ? own_ns : of_line->self_ns;
        w->frames[w->depth] = (struct stack_frame){call->callee, call->callee->file, 0};
        of_line->self_ns -= ns;
        w->visit(w->arg, &(struct stack_sample){
                             .frames = w->frames, .depth = w->depth + 1, .self_ns = ns});
    }
}

static void visit_line(struct walk *w, size_t context, size_t line)
{
    struct stack_sample sample = sample_of(w, context, line);

    if (w->has_times)
        visit_outside(w, &sample, line);
    if (!sample.hits && !sample.self_ns && !sample.self_allocs)
        return;
    sample.frames = w->frames;
    sample.depth = w->depth;
    w->visit(w->arg, &sample);
}

static void step(struct walk *w)
{
    struct level *level = &w->levels[w->depth - 1];

    if (level->next == level->count) {
        free(level->items);
        w->depth--;
        return;
    }
    const struct item item = level->items[level->next++];
    w->frames[w->depth - 1] = frame_of(function_of(w, level->context), item.line);
    if (item.context == NO_CONTEXT)
        visit_line(w, level->context, item.line);
    else
        enter(w, item.context);
}

static int by_root_weight(const void *a, const void *b)
{
    const struct item *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return (x->line > y->line) - (x->line < y->line);
}

static void walk_roots(struct walk *w)
{
    struct item *roots = memory_zeroed(w->contexts.count, sizeof *roots);
    size_t count = 0;

    for (size_t i = 0; i < w->contexts.count; i++) {
        if (w->contexts.list[i].parent == NO_CONTEXT)
            roots[count++] = (struct item){.line = w->contexts.list[i].function,
                                           .context = i,
                                           .weight = w->weights[i]};
    }
    qsort(roots, count, sizeof *roots, by_root_weight);
    for (size_t i = 0; i < count; i++) {
        enter(w, roots[i].context);
        while (w->depth)
            step(w);
    }
    free(roots);
}

/* Calls are in the order of the functions that made them. */
static void find_calls(struct walk *w)
{
    const struct profile *p = w->profile;
    size_t next = 0;

    w->outside_own = outside_own(p);
    w->first_call = memory_zeroed(p->function_count + 1, sizeof *w->first_call);
    for (size_t f = 0; f <= p->function_count; f++) {
        while (next < p->call_count && p->calls[next].caller < p->functions + f)
            next++;
        w->first_call[f] = next;
    }
}

void stacks_walk(const struct profile *profile, stack_visitor visit, void *arg)
{
    struct walk w = {.profile = profile,
                     .has_times = profile_has_times(profile),
                     .visit = visit,
                     .arg = arg};

    contexts_make(&w.contexts, profile);
    w.weights = memory_zeroed(w.contexts.count, sizeof *w.weights);
    w.first_child = memory_zeroed(w.contexts.count, sizeof *w.first_child);
    w.next_child = memory_zeroed(w.contexts.count, sizeof *w.next_child);
    for (size_t i = 0; i < w.contexts.count; i++)
        w.first_child[i] = w.next_child[i] = NO_CONTEXT;
    weigh(&w);
    find_calls(&w);
    walk_roots(&w);
    free(w.first_call);
    free(w.outside_own);
    free(w.weights);
    free(w.first_child);
    free(w.next_child);
    free(w.frames);
    free(w.levels);
    contexts_release(&w.contexts);
}

uint64_t stack_weight(const struct stack_sample *sample, bool has_times)
{
    return has_times ? sample->self_ns : sample->hits;
}
