/* SPDX-License-Identifier: MIT */
/* From one file's ticks to nanoseconds. */
#include "base/demangle.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "model/profile_entries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What came out negative: a reading torn by a running writer. */
static uint64_t not_negative(uint64_t ticks)
{
    return ticks > INT64_MAX ? 0 : ticks;
}

/* The nearest that is known. */
static uint64_t known(double value)
{
    return value < 1.8e19 ? (uint64_t)fmax(value, 0) : NOT_KNOWN - 1;
}

static squared_ns variance_ns2(double ticks2, struct rate rate)
{
    const double ns2 = ticks2 * rate_exact_ns(rate, 1) * rate_exact_ns(rate, 1);

    return ns2 < 1e38 ? (squared_ns)fmax(ns2, 0) : (squared_ns)1e38;
}

static const char **take_files(const struct entry_source *source,
                               const struct lprof_function_view *view)
{
    const char **files = memory_zeroed(view->fields.file_count, sizeof *files);
    struct lprof_text rest = view->files;

    for (uint32_t i = 0; i < view->fields.file_count; i++) {
        const struct lprof_text file = lprof_text_part(rest, 0);
        files[i] = string_pool_keep(source->pool, file);
        rest.bytes += file.size + 1;
        rest.size -= file.size + 1;
    }
    return files;
}

static struct heap_sums heap_of(const struct tally_cell *line, enum entry_peak peak)
{
    const struct lprof_heap_cell *cell = &line->heap;
    const uint64_t at_peak = peak == PEAK_OF_ITSELF ? line->at_peak : 0;

    return (struct heap_sums){
        .allocs = not_negative(cell->allocs),
        .bytes = not_negative(cell->bytes),
        .freed = not_negative(cell->freed),
        .own_allocs = not_negative(cell->own_allocs),
        .own_bytes = not_negative(cell->own_bytes),
        .own_freed = not_negative(cell->own_freed),
        .at_peak = peak == PEAK_NOT_KNOWN ? NOT_KNOWN : at_peak,
    };
}

/* Light code without a block has run where its counts say so. */
static enum heap_state heap_state_of(const struct tally_function *tally)
{
    bool has_run = tally->calls != 0;

    for (uint32_t i = 0; i < tally->view.fields.site_count; i++)
        has_run |= tally->cells[i].hits != 0;
    if (tally->has_heap && !tally->lacks_heap)
        return HEAP_COUNTED;
    return has_run || tally->has_block ? HEAP_NOT_COUNTED : HEAP_NOTHING;
}

/* Lines with their times in ticks yet. */
static void take_lines(struct function *f, const struct tally_function *tally,
                       const char *const *files, const struct entry_source *source)
{
    const struct lprof_header *header = lprof_reader_header(source->tally->reader);
    const bool has_off = header->has_off && tally->has_times;
    const bool is_estimate = header->mode == LPROF_MODE_ADAPTIVE && tally->has_times;

    f->line_count = tally->view.fields.site_count;
    f->lines = memory_zeroed(f->line_count, sizeof *f->lines);
    for (size_t i = 0; i < f->line_count; i++) {
        const struct lprof_site *site = &tally->view.sites[i];
        const struct tally_cell *cell = &tally->cells[i];
        const uint64_t ticks = not_negative(cell->ticks);
        const uint64_t self = not_negative(cell->ticks - cell->child_ticks);
        f->lines[i] = (struct line){
            .file = files[site->file],
            .number = site->line,
            .hits = cell->hits,
            .time_ns = tally->has_times ? ticks : 0,
            .self_ns = tally->has_times ? (self < ticks ? self : ticks) : 0,
            .timed = cell->timed,
            .min_ns = cell->min_ticks,
            .max_ns = cell->max_ticks,
            .p50_ns = NOT_KNOWN,
            .p90_ns = NOT_KNOWN,
            .p99_ns = NOT_KNOWN,
            .off_cpu_ns = has_off ? known(cell->off_ns) : NOT_KNOWN,
            .time_se_ns = NOT_KNOWN,
            .variance = is_estimate ? variance_ns2(cell->variance, source->rate)
                                    : VARIANCE_NOT_KNOWN,
            .visits = cell->visits,
            .heap = heap_of(cell, source->peak),
        };
    }
}

/*
 * Each line's time is the difference of two rounded running sums, not rounded itself, so
 * that the lines of a function add up to its total in ns as they do in ticks.
 */
static uint64_t convert_lines(struct function *f, struct rate rate)
{
    uint64_t sum_ticks = 0;
    uint64_t sum_ns = 0;

    for (size_t i = 0; i < f->line_count; i++) {
        struct line *line = &f->lines[i];
        const uint64_t line_ticks = line->time_ns;
        time_add(&sum_ticks, line_ticks);
        const uint64_t until_ns = rate_ns(rate, sum_ticks);
        line->time_ns = until_ns - sum_ns;
        sum_ns = until_ns;
        const uint64_t child_ns = rate_ns(rate, line_ticks - line->self_ns);
        line->self_ns =
            line->time_ns - (child_ns < line->time_ns ? child_ns : line->time_ns);
        line->min_ns = rate_ns(rate, line->min_ns);
        line->max_ns = rate_ns(rate, line->max_ns);
        if (line->off_cpu_ns != NOT_KNOWN && line->off_cpu_ns > line->time_ns)
            line->off_cpu_ns = line->time_ns; /* measured by another clock */
        if (line->visits)
            visits_convert(line->visits, rate_exact_ns(rate, 1));
        time_add(&f->self_ns, line->self_ns);
    }
    return sum_ns;
}

/* A function's total is measured apart from its lines and equal to their sum, but for a
   snapshot, which is not of one moment: there the sum is taken. */
static void convert_times(struct function *f, const struct tally_function *tally,
                          const struct entry_source *source)
{
    const uint64_t lines_ns = convert_lines(f, source->rate);

    f->total_ns =
        tally->has_times ? rate_ns(source->rate, not_negative(tally->ticks)) : 0;
    if (f->line_count && source->is_snapshot)
        f->total_ns = lines_ns;
    if (!f->line_count && !f->is_outside)
        f->self_ns = f->total_ns;
}

static const struct unit *unit_of(const struct entry_source *source, uint32_t id)
{
    static const struct unit unknown = {.language = LPROF_LANGUAGE_OTHER,
                                        .directory = ""};
    size_t index = 0;

    if (!lprof_find_id(source->tally->reader, LPROF_RECORD_UNIT, id, &index))
        return &unknown;
    return &source->units[index];
}

static const char *take_instance(const struct entry_source *source, const char *symbol)
{
    char *name = demangle(symbol);
    const char *kept =
        string_pool_keep(source->pool, (struct lprof_text){name, strlen(name)});

    free(name);
    return kept;
}

/* Records keep their places: the same one of another reading of the file.  What was
   called and is not profiled has no record, and no source. */
static struct lprof_text take_source(const struct entry_source *source, size_t index)
{
    struct lprof_function_view view = {0};

    if (index < lprof_reader_count(source->texts, LPROF_RECORD_FUNCTION))
        lprof_take_function(source->texts, index, &view);
    return view.source;
}

static struct function take_function(const struct entry_source *source, size_t index)
{
    const struct tally_function *tally = &source->tally->functions[index];
    const struct lprof_function_view *view = &tally->view;
    const char **files = take_files(source, view);
    const char *symbol = string_pool_keep(source->pool, view->symbol);
    struct function f = {
        .name = string_pool_keep(source->pool, view->name),
        .symbol = symbol,
        .instance = source->keep_instances ? take_instance(source, symbol) : NULL,
        .file = files[0],
        .unit = unit_of(source, view->fields.unit),
        .source = take_source(source, index),
        .source_hash = view->fields.source_hash,
        .line = view->fields.line,
        .end_line = view->fields.end_line,
        .source_line = view->fields.source_line,
        .has_times = tally->has_times,
        .shown = !(view->fields.flags & LPROF_FUNCTION_OUTSIDE),
        .is_outside = view->fields.flags & LPROF_FUNCTION_OUTSIDE,
        .heap_state = heap_state_of(tally),
        .calls = tally->calls,
        .primitive_calls = tally->primitive_calls,
    };

    take_lines(&f, tally, files, source);
    lines_merge(&f);
    convert_times(&f, tally, source);
    free(files);
    return f;
}

/* What is outside is in its line's time, of which it is no more, however that was
   rounded. */
static uint64_t call_ns(const struct entry_source *source, const struct tally_edge *edge)
{
    const struct tally_function *callee = &source->tally->functions[edge->callee];
    const uint64_t ticks = not_negative(edge->ticks);
    const uint64_t ns = rate_ns(source->rate, ticks);

    if (callee->view.fields.flags & LPROF_FUNCTION_OUTSIDE && ns &&
        (double)ns > rate_exact_ns(source->rate, ticks))
        return ns - 1;
    return ns;
}

/* Where a file's functions and nodes begin among those of all. */
struct node_base {
    size_t entry;
    size_t node;
};

static void add_call(struct entries *entries, const struct entry_source *source,
                     size_t first, const struct tally_edge *edge)
{
    const struct tally_function *caller = &source->tally->functions[edge->caller];
    const struct lprof_site *site = &caller->view.sites[edge->site];

    entries->calls = memory_grown(entries->calls, entries->call_count,
                                  &entries->call_room, sizeof *entries->calls);
    entries->calls[entries->call_count++] = (struct entry_call){
        .caller = first + edge->caller,
        .callee = first + edge->callee,
        .file = string_pool_keep(source->pool,
                                 lprof_text_part(caller->view.files, site->file)),
        .line = site->line,
        .count = edge->calls,
        .total_ns = call_ns(source, edge),
    };
}

static void add_node(struct entries *entries, const struct entry_source *source,
                     struct node_base base, const struct tally_node *node)
{
    struct entry_node sum = {
        .parent = node->parent == NO_CALLER ? NO_NODE : base.node + node->parent,
        .is_lost = node->is_lost,
        .calls = node->calls};

    entries->nodes = memory_grown(entries->nodes, entries->node_count,
                                  &entries->node_room, sizeof *entries->nodes);
    if (!node->is_lost) {
        sum.callee = base.entry + node->function;
        sum.self_ns = rate_ns(source->rate, not_negative(node->ticks));
        sum.is_part = source->tally->functions[node->function].view.fields.flags &
                      LPROF_FUNCTION_PART;
    }
    if (!node->is_lost && node->parent != NO_CALLER) {
        const struct lprof_function_view *caller =
            &source->tally->functions[node->caller].view;
        const struct lprof_site *site = &caller->sites[node->site];
        if (site->file & LPROF_SITE_CALL) /* who it calls back is called from its line */
            site = &caller->sites[site->line];
        sum.caller = base.entry + node->caller;
        sum.file =
            string_pool_keep(source->pool, lprof_text_part(caller->files, site->file));
        sum.line = site->line;
    }
    entries->nodes[entries->node_count++] = sum;
}

static void add_nodes(struct entries *entries, const struct entry_source *source,
                      size_t first)
{
    const struct node_base base = {.entry = first, .node = entries->node_count};

    for (size_t i = 0; i < source->tally->node_count; i++)
        add_node(entries, source, base, &source->tally->nodes[i]);
}

void entries_add(struct entries *entries, const struct entry_source *source)
{
    const size_t first = entries->count;

    for (size_t i = 0; i < source->tally->function_count; i++) {
        const struct tally_function *tally = &source->tally->functions[i];
        entries->all = memory_grown(entries->all, entries->count, &entries->room,
                                    sizeof *entries->all);
        entries->all[entries->count] = (struct entry){
            .function = take_function(source, i),
            .input = source->input,
            .part = source->part,
            .serial = entries->count,
            .is_part = tally->view.fields.flags & LPROF_FUNCTION_PART,
        };
        entries->has_light |= tally->has_layout;
        entries->count++;
    }
    for (size_t i = 0; i < source->tally->edge_count; i++)
        add_call(entries, source, first, &source->tally->edges[i]);
    add_nodes(entries, source, first);
}

void entries_release(struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        lines_release(&entries->all[i].function);
    free(entries->all);
    free(entries->calls);
    free(entries->nodes);
    *entries = (struct entries){0};
}
