/* SPDX-License-Identifier: MIT */
#include "sample_file.h"

#include <check.h>
#include <string.h>

/* A value for each field, each another, with all its bytes in use. */
#define FILL_FIELD(type, name, doc) \
    fields->name = (lprof_##type)(*seed += 0x0123456789abcdefu);
#define DEFINE_FILL(name, table)                                         \
    static void fill_##name(struct lprof_##name *fields, uint64_t *seed) \
    {                                                                    \
        table(FILL_FIELD)                                                \
    }
DEFINE_FILL(header, LPROF_HEADER_FIELDS)
DEFINE_FILL(unit, LPROF_UNIT_FIELDS)
DEFINE_FILL(function, LPROF_FUNCTION_FIELDS)
DEFINE_FILL(site, LPROF_SITE_FIELDS)
DEFINE_FILL(thread, LPROF_THREAD_FIELDS)
DEFINE_FILL(block, LPROF_BLOCK_FIELDS)
DEFINE_FILL(counter, LPROF_COUNTER_FIELDS)
DEFINE_FILL(cell, LPROF_CELL_FIELDS)
DEFINE_FILL(heap, LPROF_HEAP_FIELDS)
DEFINE_FILL(heap_cell, LPROF_HEAP_CELL_FIELDS)
DEFINE_FILL(held, LPROF_HELD_FIELDS)
DEFINE_FILL(frame, LPROF_FRAME_FIELDS)
DEFINE_FILL(edge, LPROF_EDGE_FIELDS)
DEFINE_FILL(node, LPROF_NODE_FIELDS)
DEFINE_FILL(region, LPROF_REGION_FIELDS)
DEFINE_FILL(open_regions, LPROF_OPEN_REGIONS_FIELDS)
DEFINE_FILL(open_region, LPROF_OPEN_REGION_FIELDS)
DEFINE_FILL(timeline, LPROF_TIMELINE_FIELDS)
DEFINE_FILL(span, LPROF_SPAN_FIELDS)
DEFINE_FILL(stats, LPROF_STATS_FIELDS)
DEFINE_FILL(sample, LPROF_SAMPLE_FIELDS)
DEFINE_FILL(sample_value, LPROF_SAMPLE_VALUE_FIELDS)
DEFINE_FILL(layout, LPROF_LAYOUT_FIELDS)
DEFINE_FILL(call, LPROF_CALL_FIELDS)
DEFINE_FILL(counts, LPROF_COUNTS_FIELDS)
DEFINE_FILL(job, LPROF_JOB_FIELDS)
DEFINE_FILL(members, LPROF_MEMBERS_FIELDS)
DEFINE_FILL(count, LPROF_COUNT_FIELDS)
DEFINE_FILL(phase, LPROF_PHASE_FIELDS)
DEFINE_FILL(inside, LPROF_INSIDE_FIELDS)

static void fill_tables(struct sample *s, uint64_t *seed)
{
    for (uint32_t i = 0; i < 3; i++) {
        fill_site(&s->sites[i], seed);
        s->sites[i].file = i % 2;
        fill_counter(&s->counters[i], seed);
        fill_cell(&s->cells[i], seed);
        fill_heap_cell(&s->heap_cells[i], seed);
        fill_held(&s->held[i], seed);
        for (unsigned j = 0; j < LPROF_HISTOGRAM_BUCKETS; j++)
            s->histograms[i].counts[j] = (uint32_t)(*seed += 0x0123456789abcdefu);
    }
    for (size_t i = 0; i < 2; i++) {
        fill_frame(&s->frames[i], seed);
        fill_edge(&s->edges[i], seed);
        fill_node(&s->nodes[i], seed);
    }
    for (uint32_t i = 0; i < 3; i++)
        fill_cell(&s->light_cells[i], seed);
    for (unsigned i = 0; i < LPROF_HISTOGRAM_BUCKETS; i++)
        s->apart[1].counts[i] = (uint32_t)(*seed += 0x0123456789abcdefu);
}

/* Eleven words, so that one more is written. */
static void fill_layout_and_counts(struct sample *s, uint64_t *seed)
{
    static const uint32_t sums[] = {1, 0, 2, 1, 2, 0, 1, 2, 1, 1, 0};

    fill_layout(&s->layout.fields, seed);
    s->layout.fields.function = s->function.fields.function;
    s->layout.fields.site_count = 3;
    s->layout.fields.count_count = 3;
    s->layout.fields.call_count = 2;
    s->layout.fields.sum_words = sizeof sums / sizeof sums[0];
    memcpy(s->sums, sums, sizeof sums);
    s->layout.sums = s->sums;
    s->layout.calls = s->calls;
    s->layout.symbols = TEXT("_ZN2ns1gEv\0puts\0");
    fill_counts(&s->counts.fields, seed);
    s->counts.fields.count_count = 4;
    s->counts.counts = s->count_pairs;
    for (size_t i = 0; i < 4; i++)
        fill_count(&s->count_pairs[i], seed);
    for (uint32_t i = 0; i < 2; i++) {
        fill_call(&s->calls[i], seed);
        s->calls[i].site = i + 1;
    }
}

/* The one in the middle was being written. */
static void fill_stats_and_samples(struct sample *s, uint64_t *seed)
{
    fill_stats(&s->stats.fields, seed);
    s->stats.fields.figures = LPROF_FIGURE_MEMORY;
    s->stats.fields.sample_bytes = sizeof s->samples[0];
    s->stats.fields.capacity = 3;
    s->stats.samples = s->samples;
    s->stats.name = TEXT("a GPU");
    for (size_t i = 0; i < 3; i++) {
        fill_sample(&s->samples[i].fields, seed);
        fill_sample_value(&s->samples[i].value, seed);
        s->samples[i].fields.clock_ns = 1000 + i;
        s->samples[i].end.clock_ns = i == 1 ? 0 : 1000 + i;
    }
}

void sample_fill(struct sample *s)
{
    uint64_t seed = 0x1122334455667788u;

    *s = (struct sample){0};
    fill_header(&s->header, &seed);
    s->header.state = LPROF_STATE_COMPLETE;
    s->process = (struct lprof_process_view){TEXT("prog"), TEXT("./prog\0-x\0"),
                                             TEXT("host"), TEXT("/where/it/ran")};
    fill_unit(&s->unit.fields, &seed);
    s->unit.directory = TEXT("/where/it/was/built");
    s->unit.flags = TEXT("-Iinclude\n-DX=1\n");
    fill_function(&s->function.fields, &seed);
    s->function.fields.site_count = 3;
    s->function.fields.file_count = 2;
    s->function.sites = s->sites;
    s->function.name = TEXT("ns::f");
    s->function.symbol = TEXT("_ZN2ns1fEv");
    s->function.files = TEXT("/a/f.cc\0/a/f.inc\0");
    s->function.source = TEXT("int f()\n{\n}\n");
    fill_thread(&s->thread, &seed);
    fill_block(&s->block.fields, &seed);
    s->block.fields.function = s->function.fields.function;
    s->block.fields.cell_count = 3;
    s->block.fields.flags &= ~(uint32_t)LPROF_BLOCK_WEIGHTED; /* it has histograms */
    s->block.counters = s->counters;
    s->block.cells = s->cells;
    s->block.fields.heap = LPROF_HEAP_AT(s->block.fields.flags, 3);
    s->block.histograms = s->histograms;
    fill_heap(&s->heap, &seed);
    s->block.heap = &s->heap;
    s->block.heap_cells = s->heap_cells;
    s->block.fields.flags |= LPROF_BLOCK_HOLDS;
    s->block.held = s->held;
    s->light.fields = (struct lprof_block){.function = s->function.fields.function,
                                           .cell_count = 3,
                                           .thread = 1,
                                           .flags = LPROF_BLOCK_WEIGHTED};
    s->light.counters = s->light_counters;
    s->light.cells = s->light_cells;
    fill_tables(s, &seed);
    fill_region(&s->region.fields, &seed);
    s->region.name = TEXT("epoch");
    fill_open_regions(&s->open_regions.fields, &seed);
    s->open_regions.fields.region_bytes = sizeof s->open_regions.regions[0];
    s->open_regions.fields.capacity = 2;
    for (size_t i = 0; i < 2; i++)
        fill_open_region(&s->open_regions.regions[i], &seed);
    fill_timeline(&s->timeline.fields, &seed);
    s->timeline.fields.capacity = 3;
    s->timeline.fields.first = 5;
    s->timeline.fields.written = 8;
    s->timeline.taken = 9; /* so the one numbered 5 is being overwritten */
    s->timeline.spans = s->spans;
    s->timeline.name = TEXT("a thread");
    for (size_t i = 0; i < 3; i++)
        fill_span(&s->spans[i], &seed);
    fill_layout_and_counts(s, &seed);
    fill_job(&s->job.fields, &seed);
    s->job.id = TEXT("openmpi 42");
    fill_members(&s->members, &seed);
    fill_phase(&s->phase.fields, &seed);
    fill_stats_and_samples(s, &seed);
    fill_inside(&s->inside, &seed);
    s->inside.flags = 0;
    s->inside.thread = s->block.fields.thread;
    s->inside.resets = s->header.resets;
    for (size_t i = 0; i < 64; i++) {
        s->sum_words[0][i] = i;
        s->sum_words[1][i] = 1000 + i;
    }
    s->inside_sums.fields.sum_count =
        (sizeof(struct lprof_block_sums) + 3 * sizeof(struct lprof_site_sums) +
         3 * sizeof(struct lprof_heap_cell)) /
        sizeof(uint64_t);
    s->inside_sums.outside = s->sum_words[0];
    s->inside_sums.inside = s->sum_words[1];
}

/* Where the writer puts things is only known as it writes. */
static void set_block_addresses(struct sample *s, const struct lprof_writer *w,
                                uint64_t edges)
{
    s->block.address = lprof_writer_next(w);
    s->cells[1].edges = edges;
    s->cells[2].edges = 0;
    for (size_t i = 0; i < 2; i++) {
        s->frames[i].block = s->block.address;
        s->frames[i].previous = 0;
    }
}

/* A run of words from an address on. */
static uint64_t run_at(uint64_t address, uint64_t count)
{
    return (address - SAMPLE_BASE) / sizeof(uint64_t) | count << 32;
}

/* Appends a run, of whole words. */
static void add_run(struct sample *s, uint64_t address, const void *bytes, size_t size)
{
    uint64_t *at = s->phase_words + s->phase.fields.word_count;

    *at = run_at(address, size / sizeof *at);
    memcpy(at + 1, bytes, size);
    s->phase.fields.word_count += 1 + size / sizeof *at;
}

/* The thread, what tables there were, and that a line of the block had been hit. */
static void put_phase(struct sample *s, struct lprof_writer *w, uint64_t region)
{
    const struct lprof_block block = {.function = s->function.fields.function,
                                      .cell_count = 3};
    const struct lprof_counter counter = {.hits = 7};
    const struct lprof_edges edges = {1, sizeof(struct lprof_edge), 2};
    const struct lprof_nodes nodes = {1, sizeof(struct lprof_node), 1};
    const struct lprof_frames frames = {1, sizeof(struct lprof_frame), 2};

    s->phase.fields.region = region;
    s->phase.fields.joined = 0;
    s->phase.fields.used_bytes =
        lprof_writer_next(w) - SAMPLE_BASE - sizeof(struct lprof_record);
    s->phase.fields.word_count = 0;
    add_run(s, s->thread_address, &s->thread.thread, sizeof(uint64_t));
    add_run(s, s->cells[1].edges - sizeof edges, &edges, sizeof edges);
    for (uint64_t i = 0; i < 2; i++)
        add_run(s,
                s->nodes[1].parent - sizeof nodes +
                    i * (sizeof nodes + sizeof s->nodes[0] + sizeof(struct lprof_record)),
                &nodes, sizeof nodes);
    add_run(s, s->thread.top - sizeof(struct lprof_frame) - sizeof frames, &frames,
            sizeof frames);
    add_run(s, s->block.address, &block, sizeof(uint64_t));
    add_run(s, s->block.address + sizeof block, &counter, sizeof counter);
    add_run(s, s->open_regions_address, &s->open_regions.fields, 2 * sizeof(uint64_t));
    s->phase.words = s->phase_words;
    lprof_put_phase(w, &s->phase);
}

void sample_write(struct sample *s, struct memory_file *out)
{
    struct lprof_writer *w = NULL;

    ck_assert_int_eq(lprof_writer_open(&w, SAMPLE_BASE), LPROF_OK);
    lprof_put_process(w, &s->process);
    lprof_put_job(w, &s->job);
    lprof_put_members(w, &s->members);
    lprof_put_unit(w, &s->unit);
    lprof_put_function(w, &s->function);
    lprof_put_raw(w, 999, "a kind of another day", 21);
    lprof_put_raw(w, 0, "not complete yet", 16);
    const uint64_t edges = lprof_writer_next(w) + sizeof(struct lprof_edges);
    s->edges[0].next = edges + sizeof(struct lprof_edge);
    s->edges[1].next = 0;
    ck_assert_uint_eq(lprof_put_edges(w, 1, s->edges, 2), edges);
    set_block_addresses(s, w, edges);
    lprof_put_block(w, &s->block);
    s->nodes[1].parent = lprof_put_nodes(w, 1, s->nodes, 1);
    lprof_put_nodes(w, 1, s->nodes + 1, 1);
    s->thread.top = lprof_put_frames(w, 1, s->frames, 2) + sizeof(struct lprof_frame);
    s->thread_address = lprof_writer_next(w);
    lprof_put_thread(w, &s->thread);
    const uint64_t region = lprof_writer_next(w);
    lprof_put_region(w, &s->region);
    s->open_regions.regions[0].region = region;
    s->open_regions_address = lprof_writer_next(w);
    lprof_put_raw(w, LPROF_RECORD_OPEN_REGIONS, &s->open_regions, sizeof s->open_regions);
    s->spans[0].region = region;
    lprof_put_timeline(w, &s->timeline);
    lprof_put_layout(w, &s->layout);
    s->counts.address = lprof_writer_next(w);
    lprof_put_counts(w, &s->counts);
    s->inside.region = region;
    s->inside_sums.fields.inside = lprof_writer_next(w);
    lprof_put_inside(w, &s->inside);
    s->inside_sums.fields.of = s->block.address;
    lprof_put_inside_sums(w, &s->inside_sums);
    put_phase(s, w, region);
    lprof_put_stats(w, &s->stats);
    s->light_counters[1].skip = SAMPLE_FEW;
    s->light_counters[2].skip =
        lprof_put_histograms(w, 1, s->apart, 2) + sizeof s->apart[0];
    s->light.address = lprof_writer_next(w);
    lprof_put_block(w, &s->light);
    ck_assert_int_eq(lprof_writer_finish(w, &s->header, memory_file_append, out),
                     LPROF_OK);
    lprof_writer_close(w);
}
