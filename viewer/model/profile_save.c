/* SPDX-License-Identifier: MIT */
#include "model/profile_save.h"

#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "model/profile_files.h"
#include "model/visits.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BASE_ADDRESS 0x100000000u /* of byte 0; any will do */
#define TICK_HZ      1000000000u
#define THREAD       1 /* the id of the one thread */

struct save {
    struct lprof_writer *writer;
    const struct profile *profile;
    const struct profile *said; /* whose runs the header and the first records speak of */
    const struct unit **units;  /* different ones, in their order; ids count from 1 */
    size_t unit_count;
    size_t members;    /* files that follow; 0: it is a file of its own */
    uint64_t edges;    /* address of the first; they are as the profile's calls */
    uint64_t *regions; /* addresses, as the profile's regions */
};

/* ---- What is said once ---- */

static uint64_t round_ticks(double ns)
{
    return (uint64_t)llround(ns);
}

/* Each of these comes out the same whatever the order, and however many runs were added
   up before. */
static void add_input(struct lprof_header *h, const struct input *input)
{
    const uint64_t resolution = round_ticks(input->resolution_ns);
    const uint64_t probe = round_ticks(input->probe_ns);

    h->pid = h->pid == input->pid ? h->pid : 0;
    h->rank = h->rank == input->rank ? h->rank : -1;
    h->clock = input->clock > h->clock ? input->clock : h->clock;
    h->mode = input->mode < h->mode ? input->mode : h->mode;
    h->start_ns = input->start_ns < h->start_ns ? input->start_ns : h->start_ns;
    h->warnings |= input->warnings;
    if (input->state != RUN_COMPLETE)
        h->warnings |= LPROF_WARNING_INTERRUPTED;
    if (h->resolution_ticks < resolution)
        h->resolution_ticks = resolution;
    if (h->probe_ticks < probe)
        h->probe_ticks = probe;
    if (h->end_clock_ns < input->wall_ns)
        h->end_clock_ns = h->end_ticks = input->wall_ns;
    time_add(&h->taken_out_ticks, input->taken_out_ns);
    h->has_off &= input->has_off;
    h->paused = h->paused == input->paused ? h->paused : 0;
    if (h->heap_peak < input->heap_peak)
        h->heap_peak = input->heap_peak;
    h->heap_peaks = h->heap_peak != 0;
    if (h->dropped_children < input->dropped_children)
        h->dropped_children = input->dropped_children;
}

static struct lprof_header make_header(const struct profile *profile)
{
    struct lprof_header header = {
        .state = LPROF_STATE_COMPLETE,
        .tick_hz = TICK_HZ,
        .rank = -1,
    };

    if (profile->input_count) {
        const struct input *first = &profile->inputs[0];
        header.pid = first->pid;
        header.rank = first->rank;
        header.mode = first->mode;
        header.has_off = first->has_off;
        header.paused = first->paused;
        header.start_ns = first->start_ns;
    }
    for (size_t i = 0; i < profile->input_count; i++)
        add_input(&header, &profile->inputs[i]);
    return header;
}

/* What all have, or nothing. */
static struct lprof_text common(struct lprof_text a, struct lprof_text b)
{
    const bool same = a.size == b.size && (!a.size || !memcmp(a.bytes, b.bytes, a.size));
    return same ? a : (struct lprof_text){0};
}

static void put_process(struct save *s)
{
    struct lprof_process_view process = {0};

    for (size_t i = 0; i < s->said->input_count; i++) {
        const struct input *input = &s->said->inputs[i];
        const struct lprof_text program = text_of(input->program);
        const struct lprof_text host = text_of(input->host);
        process.program = i ? common(process.program, program) : program;
        process.host = i ? common(process.host, host) : host;
        process.command = i ? common(process.command, input->command) : input->command;
    }
    lprof_put_process(s->writer, &process);
}

/* The same of the job: what all have. */
static void put_job(struct save *s)
{
    const struct profile *profile = s->said;
    struct lprof_job_view job = {0};

    for (size_t i = 0; i < profile->input_count; i++) {
        const struct input *input = &profile->inputs[i];
        const struct lprof_text id = text_of(input->job);
        job.id = i ? common(job.id, id) : id;
        if (!i || job.fields.size == input->job_size)
            job.fields.size = input->job_size;
        else
            job.fields.size = 0;
        if (!i || job.fields.start_ns == input->job_start_ns)
            job.fields.start_ns = input->job_start_ns;
        else
            job.fields.start_ns = 0;
    }
    if (job.id.size || job.fields.size || job.fields.start_ns)
        lprof_put_job(s->writer, &job);
}

static void put_members(struct save *s)
{
    const struct lprof_members members = {.count = (uint32_t)s->members};

    if (s->members)
        lprof_put_members(s->writer, &members);
}

/* ---- Units and functions ---- */

static int compare_units(const void *a, const void *b)
{
    return unit_order(*(const struct unit *const *)a, *(const struct unit *const *)b);
}

static void find_units(struct save *s)
{
    size_t kept = 0;

    s->units = memory_zeroed(s->profile->function_count, sizeof *s->units);
    for (size_t i = 0; i < s->profile->function_count; i++)
        s->units[i] = s->profile->functions[i].unit;
    qsort(s->units, s->profile->function_count, sizeof *s->units, compare_units);
    for (size_t i = 0; i < s->profile->function_count; i++) {
        if (!i || compare_units(&s->units[kept - 1], &s->units[i]))
            s->units[kept++] = s->units[i];
    }
    s->unit_count = kept;
}

static void put_units(struct save *s)
{
    find_units(s);
    for (size_t i = 0; i < s->unit_count; i++) {
        const struct unit *unit = s->units[i];
        const struct lprof_unit_view view = {
            .fields = {.unit = (uint32_t)i + 1,
                       .language = unit->language,
                       .optimize = unit->optimize},
            .directory = text_of(unit->directory),
            .flags = unit->flags,
        };
        lprof_put_unit(s->writer, &view);
    }
}

static uint32_t unit_id(const struct save *s, const struct unit *unit)
{
    const struct unit **found =
        bsearch(&unit, s->units, s->unit_count, sizeof *s->units, compare_units);
    return (uint32_t)(found - s->units) + 1;
}

/* A function's files and sites: lines are in groups of one file each. */
struct places {
    char *files;
    size_t files_size;
    uint32_t file_count;
    struct lprof_site *sites;
};

static void put_file(FILE *out, const char *file, struct places *places)
{
    fwrite(file, 1, strlen(file) + 1, out);
    places->file_count++;
}

static struct places make_places(const struct function *f)
{
    struct places places = {.sites = memory_zeroed(f->line_count, sizeof *places.sites)};
    FILE *out = memory_open(&places.files, &places.files_size);
    const char *file = f->file;

    put_file(out, file, &places);
    for (size_t i = 0; i < f->line_count; i++) {
        if (f->lines[i].file != file)
            put_file(out, file = f->lines[i].file, &places);
        places.sites[i] = (struct lprof_site){.line = f->lines[i].number,
                                              .file = places.file_count - 1};
    }
    memory_close(out);
    return places;
}

static void put_function(struct save *s, const struct function *f)
{
    struct places places = make_places(f);
    const struct lprof_function_view view = {
        .fields = {.function = (uint32_t)(f - s->profile->functions) + 1,
                   .unit = unit_id(s, f->unit),
                   .flags = f->is_outside ? LPROF_FUNCTION_OUTSIDE : 0,
                   .line = f->line,
                   .end_line = f->end_line,
                   .source_line = f->source_line,
                   .site_count = (uint32_t)f->line_count,
                   .file_count = places.file_count,
                   .source_hash = f->source_hash},
        .sites = places.sites,
        .name = text_of(f->name),
        .symbol = text_of(f->symbol),
        .files = {places.files,   places.files_size  },
        .source = f->source,
    };

    lprof_put_function(s->writer, &view);
    free(places.files);
    free(places.sites);
}

/* ---- Counters ---- */

static bool is_same_line(const struct call *a, const struct call *b)
{
    return a->caller == b->caller && a->file == b->file && a->line == b->line;
}

static uint64_t edge_address(const struct save *s, size_t call)
{
    return s->edges + call * sizeof(struct lprof_edge);
}

/* Those of a line follow each other. */
static void put_edges(struct save *s)
{
    const struct call *calls = s->profile->calls;
    const size_t count = s->profile->call_count;
    struct lprof_edge *edges = memory_zeroed(count, sizeof *edges);

    s->edges = lprof_writer_next(s->writer) + sizeof(struct lprof_edges);
    for (size_t i = 0; i < count; i++) {
        edges[i] = (struct lprof_edge){
            .function = (uint64_t)(calls[i].callee - s->profile->functions) + 1,
            .calls = calls[i].count,
            .ticks = calls[i].total_ns,
        };
        if (i + 1 < count && is_same_line(&calls[i], &calls[i + 1]))
            edges[i].next = edge_address(s, i + 1);
    }
    lprof_put_edges(s->writer, THREAD, edges, count);
    free(edges);
}

static int compare_call(const void *key, const void *element)
{
    const struct call *a = key;
    const struct call *b = element;

    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    const int order = a->file == b->file ? 0 : strcmp(a->file, b->file);
    return order ? order : (a->line > b->line) - (a->line < b->line);
}

/* The address of a line's first edge; 0 if it has none. */
static uint64_t first_edge(const struct save *s, const struct function *f,
                           const struct line *line)
{
    const struct call *calls = s->profile->calls;
    const struct call key = {.caller = f, .file = line->file, .line = line->number};
    const struct call *found =
        s->profile->call_count
            ? bsearch(&key, calls, s->profile->call_count, sizeof *calls, compare_call)
            : NULL;

    if (!found)
        return 0;
    while (found > calls && is_same_line(found - 1, found))
        found--;
    return edge_address(s, (size_t)(found - calls));
}

static uint32_t site_of(const struct function *f, const struct call *call)
{
    for (size_t i = 0; i < f->line_count; i++) {
        if (f->lines[i].file == call->file && f->lines[i].number == call->line)
            return (uint32_t)i;
    }
    return LPROF_NO_SITE;
}

/* They are as the profile's. */
static void put_nodes(struct save *s)
{
    const struct profile *p = s->profile;
    const uint64_t first = lprof_writer_next(s->writer) + sizeof(struct lprof_nodes);
    struct lprof_node *nodes = memory_zeroed(p->node_count, sizeof *nodes);

    for (size_t i = 0; i < p->node_count; i++) {
        const struct node *from = &p->nodes[i];
        const struct call *call = from->call;
        nodes[i] = (struct lprof_node){
            .parent = call ? first + from->parent * sizeof *nodes : 0,
            .home = first + from->home * sizeof *nodes,
            .function = (uint32_t)(from->function - p->functions) + 1,
            .caller = call ? (uint32_t)(call->caller - p->functions) + 1 : 0,
            .site = call ? site_of(call->caller, call) : LPROF_NO_SITE,
            .calls = from->calls,
            .ticks = from->self_ns,
        };
    }
    if (p->node_count)
        lprof_put_nodes(s->writer, THREAD, nodes, p->node_count);
    free(nodes);
}

static struct lprof_cell cell_of(const struct save *s, const struct function *f,
                                 const struct line *line)
{
    const squared_ns variance = line->variance == VARIANCE_NOT_KNOWN ? 0 : line->variance;

    return (struct lprof_cell){
        .ticks = line->time_ns,
        .child_ticks = line->time_ns - line->self_ns,
        .timed = line->timed,
        .min_ticks = line->min_ns,
        .max_ticks = line->max_ns,
        .edges = first_edge(s, f, line),
        .off_ns = line->off_cpu_ns == NOT_KNOWN ? 0 : line->off_cpu_ns,
        .variance = (uint64_t)variance,
        .sampled_squares_high = (uint64_t)(variance >> 64),
    };
}

static struct lprof_heap_cell heap_cell_of(const struct line *line)
{
    const struct heap_sums *heap = &line->heap;

    return (struct lprof_heap_cell){.allocs = heap->allocs,
                                    .bytes = heap->bytes,
                                    .freed = heap->freed,
                                    .own_allocs = heap->own_allocs,
                                    .own_bytes = heap->own_bytes,
                                    .own_freed = heap->own_freed};
}

/* In a file whose peak has risen once. */
static struct lprof_held held_of(const struct line *line)
{
    return (struct lprof_held){.peak_bytes = line->heap.at_peak, .peaks = 1};
}

static void put_block(struct save *s, const struct function *f)
{
    static const struct lprof_heap nothing_open;
    struct lprof_counter *counters = memory_zeroed(f->line_count, sizeof *counters);
    struct lprof_cell *cells = memory_zeroed(f->line_count, sizeof *cells);
    struct lprof_histogram *histograms = memory_zeroed(f->line_count, sizeof *histograms);
    struct lprof_heap_cell *heap_cells = memory_zeroed(f->line_count, sizeof *heap_cells);
    struct lprof_held *held = memory_zeroed(f->line_count, sizeof *held);
    const bool has_held = f->line_count && f->lines[0].heap.at_peak != NOT_KNOWN;
    const struct lprof_block_view block = {
        .fields = {.function = (uint32_t)(f - s->profile->functions) + 1,
                   .cell_count = (uint32_t)f->line_count,
                   .thread = THREAD,
                   .flags = (f->has_times ? 0u : LPROF_BLOCK_UNTIMED) |
                            (f->line_count ? 0u : LPROF_BLOCK_LINELESS),
                   .calls = f->calls,
                   .primitive_calls = f->primitive_calls,
                   .ticks = f->total_ns},
        .counters = counters,
        .cells = cells,
        .histograms = histograms,
        .heap = f->heap_state == HEAP_COUNTED ? &nothing_open : NULL,
        .heap_cells = heap_cells,
        .held = has_held ? held : NULL,
    };

    for (size_t i = 0; i < f->line_count; i++) {
        counters[i].hits = f->lines[i].hits;
        cells[i] = cell_of(s, f, &f->lines[i]);
        heap_cells[i] = heap_cell_of(&f->lines[i]);
        held[i] = held_of(&f->lines[i]);
        if (f->lines[i].visits)
            visits_put(f->lines[i].visits, &histograms[i]);
    }
    lprof_put_block(s->writer, &block);
    free(counters);
    free(cells);
    free(histograms);
    free(heap_cells);
    free(held);
}

static void put_region(struct save *s, const struct region *region)
{
    const struct lprof_region_view view = {
        .fields = {.thread = THREAD,
                   .calls = region->calls,
                   .ticks = region->total_ns,
                   .self_ticks = region->self_ns,
                   .min_ticks = region->min_ns,
                   .max_ticks = region->max_ns},
        .name = text_of(region->name),
    };
    lprof_put_region(s->writer, &view);
}

static void put_regions(struct save *s)
{
    s->regions = memory_zeroed(s->profile->region_count, sizeof *s->regions);
    for (size_t i = 0; i < s->profile->region_count; i++) {
        s->regions[i] = lprof_writer_next(s->writer);
        put_region(s, &s->profile->regions[i]);
    }
}

/* ---- Timelines ---- */

static int compare_name(const void *key, const void *element)
{
    return strcmp(key, ((const struct region *)element)->name);
}

/* Of a span's region, by which the profile's are sorted.  0: it is of a thread whose
   counts are left out. */
static uint64_t region_address(const struct save *s, const char *name)
{
    const struct region *regions = s->profile->regions;
    const struct region *found =
        bsearch(name, regions, s->profile->region_count, sizeof *regions, compare_name);

    return found ? s->regions[found - regions] : 0;
}

/* From the start that the header has, in its ticks, which are ns. */
static uint64_t ticks_of(const struct save *s, const struct timeline *timeline,
                         uint64_t ns)
{
    const uint64_t at_ns = timeline->start_ns + ns;
    const uint64_t start_ns = s->said->inputs[0].start_ns;

    return at_ns > start_ns ? at_ns - start_ns : 0;
}

static int compare_order(const void *a, const void *b)
{
    const struct span *x = a;
    const struct span *y = b;

    return (x->order > y->order) - (x->order < y->order);
}

/* As a ring that is full: in the order in which they ended, behind those that were lost.
 */
static void put_timeline(struct save *s, const struct timeline *timeline)
{
    const size_t count = timeline->span_count;
    struct span *sorted = memory_zeroed(count, sizeof *sorted);
    struct lprof_span *spans = memory_zeroed(count, sizeof *spans);
    const uint64_t taken = timeline->lost + count;

    if (count) {
        memcpy(sorted, timeline->spans, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, compare_order);
    }
    for (size_t i = 0; i < count; i++)
        spans[(timeline->lost + i) % count] = (struct lprof_span){
            .region = region_address(s, sorted[i].name),
            .begin = ticks_of(s, timeline, sorted[i].begin_ns),
            .end = ticks_of(s, timeline, sorted[i].end_ns),
        };
    const struct lprof_timeline_view view = {
        .fields = {.thread = timeline->thread, .capacity = count, .written = taken},
        .spans = spans,
        .taken = taken,
        .name = text_of(timeline->name),
    };
    lprof_put_timeline(s->writer, &view);
    free(spans);
    free(sorted);
}

/* Runs that are added up have none: each was at a time of its own. */
static void put_timelines(struct save *s)
{
    if (s->said->input_count != 1)
        return;
    for (size_t i = 0; i < s->profile->timeline_count; i++)
        put_timeline(s, &s->profile->timelines[i]);
}

/* ---- What was used ---- */

static size_t values_bytes(const struct stats *stats)
{
    return (size_t)__builtin_popcountll(stats->figures) *
           sizeof(struct lprof_sample_value);
}

/* As they lie in a file, whose clock begins with its run. */
static void write_sample(uint8_t *to, const struct stats *stats,
                         const struct stats_sample *sample)
{
    const struct lprof_sample fields = {.clock_ns = sample->at_ns + !sample->at_ns,
                                        .readings = sample->readings};
    const struct lprof_sample_end end = {.clock_ns = fields.clock_ns};

    memcpy(to, &fields, sizeof fields);
    to += sizeof fields;
    for (unsigned figure = 0; figure < LPROF_FIGURE_COUNT; figure++) {
        if (!(stats->figures >> figure & 1))
            continue;
        memcpy(to, &sample->values[figure], sizeof sample->values[figure]);
        to += sizeof sample->values[figure];
    }
    memcpy(to, &end, sizeof end);
}

static void put_stats(struct save *s, const struct stats *stats)
{
    const size_t bytes = sizeof(struct lprof_sample) + values_bytes(stats) +
                         sizeof(struct lprof_sample_end);
    uint8_t *samples = memory_zeroed(stats->sample_count, bytes);
    const struct lprof_stats_view view = {
        .fields = {.gpu = stats->gpu,
                   .hz = stats->hz,
                   .figures = stats->figures,
                   .sample_bytes = (uint32_t)bytes,
                   .capacity = (uint32_t)stats->sample_count},
        .samples = samples,
        .name = text_of(stats->gpu_name),
    };

    for (size_t i = 0; i < stats->sample_count; i++)
        write_sample(samples + i * bytes, stats, &stats->samples[i]);
    lprof_put_stats(s->writer, &view);
    free(samples);
}

/* Those of several runs were at times of their own. */
static void put_all_stats(struct save *s)
{
    if (s->said->input_count != 1)
        return;
    for (size_t i = 0; i < s->profile->stats_count; i++)
        put_stats(s, &s->profile->stats[i]);
}

static void put_records(struct save *s)
{
    const struct profile *profile = s->profile;
    struct lprof_thread thread = {.thread = THREAD,
                                  .flags = LPROF_THREAD_OTHER | LPROF_THREAD_ENDED};

    put_process(s);
    put_job(s);
    put_members(s);
    put_units(s);
    for (size_t i = 0; i < profile->function_count; i++)
        put_function(s, &profile->functions[i]);
    for (size_t i = 0; i < profile->input_count; i++) {
        thread.lived += profile->inputs[i].lived_ns;
        thread.delayed_ns += profile->inputs[i].delayed_ns;
    }
    lprof_put_thread(s->writer, &thread);
    put_edges(s);
    put_nodes(s);
    for (size_t i = 0; i < profile->function_count; i++)
        put_block(s, &profile->functions[i]);
    put_regions(s);
    put_timelines(s);
    put_all_stats(s);
    free(s->regions);
    free(s->units);
}

static enum lprof_status save_to(struct save *save, lprof_sink sink, void *sink_arg)
{
    const struct lprof_header header = make_header(save->said);

    enum lprof_status status = lprof_writer_open(&save->writer, BASE_ADDRESS);
    if (status)
        return status;
    put_records(save);
    status = lprof_writer_finish(save->writer, &header, sink, sink_arg);
    lprof_writer_close(save->writer);
    return status;
}

enum lprof_status profile_save(const struct profile *profile, lprof_sink sink,
                               void *sink_arg)
{
    struct save save = {.profile = profile, .said = profile};

    return save_to(&save, sink, sink_arg);
}

enum lprof_status profile_save_first(const struct profile *profile,
                                     const struct profile *all, size_t members,
                                     lprof_sink sink, void *sink_arg)
{
    struct save save = {.profile = profile,
                        .said = profile->input_count ? profile : all,
                        .members = members};

    return save_to(&save, sink, sink_arg);
}

/* Failed writes are found when the stream is closed. */
static int to_stream(void *arg, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, arg) != size;
}

static bool write_file(const struct profile *profile, const char *path)
{
    FILE *out = fopen(path, "we");
    bool good = out && !profile_save(profile, to_stream, out);

    if (out && fclose(out))
        good = false;
    return good;
}

char *profile_save_place(const char *path, char **error)
{
    struct stat status;
    const bool is_link = lstat(path, &status) == 0 && S_ISLNK(status.st_mode);

    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        *error = memory_format("%s: is not a regular file", path);
        return NULL;
    }
    char *place = is_link ? realpath(path, NULL) : strdup(path);
    if (!place)
        *error = memory_format("%s: %s", path, strerror(errno));
    return place;
}

bool profile_save_file(const struct profile *profile, const char *path, char **error)
{
    char *unfinished = memory_format("%s.%ld.tmp", path, (long)getpid());
    const bool good = write_file(profile, unfinished) && rename(unfinished, path) == 0;

    if (!good) {
        *error = memory_format("%s: %s", path, strerror(errno));
        unlink(unfinished);
    }
    free(unfinished);
    return good;
}
