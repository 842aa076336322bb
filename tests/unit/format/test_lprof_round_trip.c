/* SPDX-License-Identifier: MIT */
/* What the writer writes, the reader reads: every field of every table. */
#include "sample_file.h"
#include "suite_main.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct sample wrote;
static struct memory_file file;
static struct lprof_reader *reader;

static void open_sample(void)
{
    sample_fill(&wrote);
    sample_write(&wrote, &file);
    ck_assert_int_eq(lprof_reader_open_bytes(&reader, file.bytes, file.size, NULL),
                     LPROF_OK);
}

static void close_sample(void)
{
    lprof_reader_close(reader);
    memory_file_release(&file);
}

#define CHECK_FIELD(type, name, doc)                                    \
    ck_assert_msg(got->name == want->name, "%s: %lld, not %lld", #name, \
                  (long long)got->name, (long long)want->name);
#define DEFINE_CHECK(name, table)                             \
    static void check_##name(const struct lprof_##name *got,  \
                             const struct lprof_##name *want) \
    {                                                         \
        table(CHECK_FIELD)                                    \
    }
DEFINE_CHECK(header, LPROF_HEADER_FIELDS)
DEFINE_CHECK(unit, LPROF_UNIT_FIELDS)
DEFINE_CHECK(function, LPROF_FUNCTION_FIELDS)
DEFINE_CHECK(site, LPROF_SITE_FIELDS)
DEFINE_CHECK(thread, LPROF_THREAD_FIELDS)
DEFINE_CHECK(block, LPROF_BLOCK_FIELDS)
DEFINE_CHECK(counter, LPROF_COUNTER_FIELDS)
DEFINE_CHECK(cell, LPROF_CELL_FIELDS)
DEFINE_CHECK(heap, LPROF_HEAP_FIELDS)
DEFINE_CHECK(heap_cell, LPROF_HEAP_CELL_FIELDS)
DEFINE_CHECK(held, LPROF_HELD_FIELDS)
DEFINE_CHECK(frame, LPROF_FRAME_FIELDS)
DEFINE_CHECK(edge, LPROF_EDGE_FIELDS)
DEFINE_CHECK(node, LPROF_NODE_FIELDS)
DEFINE_CHECK(region, LPROF_REGION_FIELDS)
DEFINE_CHECK(open_regions, LPROF_OPEN_REGIONS_FIELDS)
DEFINE_CHECK(open_region, LPROF_OPEN_REGION_FIELDS)
DEFINE_CHECK(timeline, LPROF_TIMELINE_FIELDS)
DEFINE_CHECK(span, LPROF_SPAN_FIELDS)
DEFINE_CHECK(phase, LPROF_PHASE_FIELDS)
DEFINE_CHECK(stats, LPROF_STATS_FIELDS)
DEFINE_CHECK(sample, LPROF_SAMPLE_FIELDS)
DEFINE_CHECK(sample_value, LPROF_SAMPLE_VALUE_FIELDS)
DEFINE_CHECK(inside, LPROF_INSIDE_FIELDS)
DEFINE_CHECK(inside_sums, LPROF_INSIDE_SUMS_FIELDS)
DEFINE_CHECK(layout, LPROF_LAYOUT_FIELDS)
DEFINE_CHECK(call, LPROF_CALL_FIELDS)
DEFINE_CHECK(counts, LPROF_COUNTS_FIELDS)
DEFINE_CHECK(count, LPROF_COUNT_FIELDS)
DEFINE_CHECK(job, LPROF_JOB_FIELDS)
DEFINE_CHECK(members, LPROF_MEMBERS_FIELDS)

static void check_text(struct lprof_text got, struct lprof_text want)
{
    ck_assert_uint_eq(got.size, want.size);
    ck_assert_mem_eq(got.bytes, want.bytes, want.size);
}

START_TEST(header_comes_back)
{
    memcpy(&wrote.header.magic, LPROF_MAGIC, 8);
    wrote.header.major = LPROF_MAJOR;
    wrote.header.minor = LPROF_MINOR;
    wrote.header.header_bytes = LPROF_HEADER_BYTES;
    wrote.header.used_bytes = file.size;
    wrote.header.base_address = SAMPLE_BASE;
    wrote.header.parts = 0;
    wrote.header.end_bytes = 0;
    check_header(lprof_reader_header(reader), &wrote.header);
    ck_assert(!lprof_reader_is_newer(reader));
    ck_assert(!lprof_reader_is_live(reader));
}
END_TEST

START_TEST(process_comes_back)
{
    struct lprof_process_view got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_PROCESS), 1);
    lprof_take_process(reader, 0, &got);
    check_text(got.program, wrote.process.program);
    check_text(got.command, wrote.process.command);
    check_text(got.host, wrote.process.host);
    check_text(got.directory, wrote.process.directory);
    check_text(lprof_text_part(got.command, 0), TEXT("./prog"));
    check_text(lprof_text_part(got.command, 1), TEXT("-x"));
    ck_assert_uint_eq(lprof_text_part(got.command, 2).size, 0);
}
END_TEST

START_TEST(job_comes_back)
{
    struct lprof_job_view got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_JOB), 1);
    lprof_take_job(reader, 0, &got);
    wrote.job.fields.id_bytes = (uint32_t)wrote.job.id.size;
    check_job(&got.fields, &wrote.job.fields);
    check_text(got.id, wrote.job.id);
}
END_TEST

START_TEST(members_come_back)
{
    struct lprof_members got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_MEMBERS), 1);
    lprof_take_members(reader, 0, &got);
    check_members(&got, &wrote.members);
}
END_TEST

/* What an offset of a file is put at. */
static int place_in_memory(void *arg, uint64_t offset, const void *bytes, size_t size)
{
    struct memory_file *out = arg;
    const char zero = 0;

    while (out->size < offset + size)
        memory_file_append(out, &zero, sizeof zero);
    memcpy(out->bytes + offset, bytes, size);
    return 0;
}

START_TEST(joined_files_come_back_apart)
{
    struct memory_file joined = {0};
    struct lprof_join *join = NULL;
    struct lprof_reader *first = NULL;

    ck_assert_int_eq(lprof_join_open(&join, place_in_memory, &joined), LPROF_OK);
    lprof_join_put(join, file.bytes, file.size);
    for (int i = 0; i < 2; i++) {
        lprof_join_next(join);
        lprof_join_put(join, file.bytes, 100); /* in pieces of any size */
        lprof_join_put(join, file.bytes + 100, file.size - 100);
    }
    ck_assert_int_eq(lprof_join_finish(join), LPROF_OK);
    lprof_join_close(join);
    ck_assert_int_eq(lprof_reader_open_bytes(&first, joined.bytes, joined.size, NULL),
                     LPROF_OK);
    ck_assert_uint_eq(lprof_reader_child_count(first), 2);
    for (size_t i = 0; i < 2; i++) {
        struct lprof_reader *child = NULL;
        ck_assert_int_eq(lprof_reader_open_child(&child, first, i, NULL), LPROF_OK);
        ck_assert_uint_eq(lprof_reader_header(child)->used_bytes, file.size);
        ck_assert_uint_eq(lprof_reader_count(child, LPROF_RECORD_BLOCK), 2);
        lprof_reader_close(child);
    }
    ck_assert_uint_eq(lprof_reader_count(first, LPROF_RECORD_BLOCK), 2);
    lprof_reader_close(first);
    memory_file_release(&joined);
}
END_TEST

START_TEST(unit_comes_back)
{
    struct lprof_unit_view got;
    size_t index = 9;

    ck_assert(lprof_find_id(reader, LPROF_RECORD_UNIT, wrote.unit.fields.unit, &index));
    lprof_take_unit(reader, index, &got);
    wrote.unit.fields.directory_bytes = (uint32_t)wrote.unit.directory.size;
    wrote.unit.fields.flags_bytes = (uint32_t)wrote.unit.flags.size;
    check_unit(&got.fields, &wrote.unit.fields);
    check_text(got.directory, wrote.unit.directory);
    check_text(got.flags, wrote.unit.flags);
}
END_TEST

START_TEST(function_comes_back)
{
    struct lprof_function_view got;
    struct lprof_function *want = &wrote.function.fields;
    size_t index = 9;

    ck_assert(lprof_find_id(reader, LPROF_RECORD_FUNCTION, want->function, &index));
    lprof_take_function(reader, index, &got);
    want->name_bytes = (uint32_t)wrote.function.name.size;
    want->symbol_bytes = (uint32_t)wrote.function.symbol.size;
    want->files_bytes = (uint32_t)wrote.function.files.size;
    want->source_bytes = (uint32_t)wrote.function.source.size;
    check_function(&got.fields, want);
    for (size_t i = 0; i < 3; i++)
        check_site(&got.sites[i], &wrote.sites[i]);
    check_text(got.name, wrote.function.name);
    check_text(got.symbol, wrote.function.symbol);
    check_text(got.files, wrote.function.files);
    check_text(got.source, wrote.function.source);
}
END_TEST

START_TEST(thread_comes_back)
{
    struct lprof_thread got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_THREAD), 1);
    lprof_take_thread(reader, 0, &got);
    check_thread(&got, &wrote.thread);
}
END_TEST

START_TEST(block_comes_back)
{
    struct lprof_block_view got;
    size_t index = 9;

    ck_assert(lprof_find_block(reader, wrote.block.address, &index));
    lprof_take_block(reader, index, &got);
    ck_assert_uint_eq(got.address, wrote.block.address);
    check_block(&got.fields, &wrote.block.fields);
    for (size_t i = 0; i < 3; i++) {
        check_counter(&got.counters[i], &wrote.counters[i]);
        check_cell(&got.cells[i], &wrote.cells[i]);
        check_heap_cell(&got.heap_cells[i], &wrote.heap_cells[i]);
        check_held(&got.held[i], &wrote.held[i]);
    }
    check_heap(got.heap, &wrote.heap);
    ck_assert_mem_eq(got.histograms, wrote.histograms, sizeof wrote.histograms);
}
END_TEST

START_TEST(histograms_of_light_code_come_back)
{
    static const struct lprof_histogram none;
    struct lprof_histogram few = none;
    struct lprof_block_view block;
    struct lprof_histogram got;
    size_t index = 9;

    few.counts[5] = 2;
    few.counts[95] = 1;
    const struct lprof_histogram *const want[] = {&none, &few, &wrote.apart[1]};
    ck_assert(lprof_find_block(reader, wrote.light.address, &index));
    lprof_take_block(reader, index, &block);
    ck_assert_ptr_null(block.histograms);
    for (uint32_t i = 0; i < 3; i++) {
        check_cell(&block.cells[i], &wrote.light_cells[i]);
        lprof_take_histogram(reader, &block, i, &got);
        ck_assert_mem_eq(&got, want[i], sizeof got);
    }
    lprof_take_block(reader, 0, &block);
    lprof_take_histogram(reader, &block, 2, &got);
    ck_assert_mem_eq(&got, &wrote.histograms[2], sizeof got);
}
END_TEST

/* What a line says of its first visits, or where the histogram is. */
static const uint64_t odd_words[] = {
    UINT64_C(1) | 127 << LPROF_VISITS_ONE_SHIFT | UINT64_C(127) << LPROF_VISITS_SHIFT,
    UINT64_MAX, /* more than there can be, and of no bucket */
    8,          /* no address of the file, */
    SAMPLE_BASE,
    SAMPLE_BASE + 10000000,
    UINT64_MAX - 7,
};

START_TEST(odd_histograms_of_light_code_do_no_harm)
{
    static const struct lprof_histogram none;
    struct lprof_block_view block;
    struct lprof_histogram got;

    lprof_take_block(reader, 1, &block);
    const struct lprof_counter counter = {.skip = odd_words[_i]};
    block.counters = &counter;
    lprof_take_histogram(reader, &block, 0, &got);
    ck_assert_mem_eq(&got, &none, sizeof got);
}
END_TEST

START_TEST(frames_come_back)
{
    struct lprof_table_view table;
    struct lprof_place place;
    struct lprof_frame got;

    ck_assert(lprof_find_frame(reader, wrote.thread.top, &place));
    ck_assert_uint_eq(place.element, 1);
    lprof_take_table(reader, LPROF_RECORD_FRAMES, place.table, &table);
    ck_assert_uint_eq(table.thread, 1);
    ck_assert_uint_eq(table.count, 2);
    for (size_t i = 0; i < 2; i++) {
        lprof_take_frame(&table, i, &got);
        check_frame(&got, &wrote.frames[i]);
    }
}
END_TEST

START_TEST(edges_come_back)
{
    struct lprof_table_view table;
    struct lprof_place place;
    struct lprof_edge got;

    ck_assert(lprof_find_edge(reader, wrote.edges[0].next, &place));
    ck_assert_uint_eq(place.element, 1);
    lprof_take_table(reader, LPROF_RECORD_EDGES, place.table, &table);
    for (size_t i = 0; i < 2; i++) {
        lprof_take_edge(&table, i, &got);
        check_edge(&got, &wrote.edges[i]);
    }
}
END_TEST

START_TEST(nodes_come_back)
{
    struct lprof_table_view table;
    struct lprof_place place;
    struct lprof_node got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_NODES), 2);
    ck_assert(lprof_find_node(reader, wrote.nodes[1].parent, &place));
    ck_assert_uint_eq(place.table, 0);
    for (size_t i = 0; i < 2; i++) {
        lprof_take_table(reader, LPROF_RECORD_NODES, i, &table);
        ck_assert_uint_eq(table.count, 1);
        ck_assert_uint_eq(table.thread, 1);
        lprof_take_node(&table, 0, &got);
        check_node(&got, &wrote.nodes[i]);
    }
    ck_assert(!lprof_find_node(reader, wrote.nodes[1].parent + 8, &place));
    ck_assert(!lprof_find_node(reader, wrote.edges[0].next, &place));
}
END_TEST

START_TEST(region_comes_back)
{
    struct lprof_region_view got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_REGION), 1);
    lprof_take_region(reader, 0, &got);
    wrote.region.fields.name_bytes = (uint32_t)wrote.region.name.size;
    check_region(&got.fields, &wrote.region.fields);
    check_text(got.name, wrote.region.name);
}
END_TEST

START_TEST(open_regions_come_back)
{
    struct lprof_open_regions_view got;
    struct lprof_open_region region;
    size_t index = 1;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_OPEN_REGIONS), 1);
    lprof_take_open_regions(reader, 0, &got);
    check_open_regions(&got.fields, &wrote.open_regions.fields);
    ck_assert_uint_eq(got.table.count, 2);
    for (uint64_t i = 0; i < 2; i++) {
        lprof_take_open_region(&got.table, i, &region);
        check_open_region(&region, &wrote.open_regions.regions[i]);
    }
    ck_assert(lprof_find_region(reader, wrote.open_regions.regions[0].region, &index));
    ck_assert_uint_eq(index, 0);
    ck_assert(!lprof_find_region(reader, wrote.block.address, &index));
}
END_TEST

START_TEST(older_open_regions_are_read)
{
    struct {
        struct lprof_open_regions fields;
        uint64_t words[2][offsetof(struct lprof_open_region, raw) / 8];
    } payload = {
        .fields = {.thread = 1, .region_bytes = sizeof payload.words[0], .capacity = 2},
        .words = {{1, 2, 3, 4, 5, 6},           {7, 8, 9, 10, 11, 12}                                }
    };
    struct memory_file out = {0};
    struct lprof_writer *w = NULL;
    struct lprof_reader *r = NULL;
    struct lprof_open_regions_view view;
    struct lprof_open_region region;

    ck_assert_int_eq(lprof_writer_open(&w, SAMPLE_BASE), LPROF_OK);
    lprof_put_raw(w, LPROF_RECORD_OPEN_REGIONS, &payload, sizeof payload);
    ck_assert_int_eq(lprof_writer_finish(w, &wrote.header, memory_file_append, &out),
                     LPROF_OK);
    ck_assert_int_eq(lprof_reader_open_bytes(&r, out.bytes, out.size, NULL), LPROF_OK);
    lprof_take_open_regions(r, 0, &view);
    lprof_take_open_region(&view.table, 1, &region);
    ck_assert_uint_eq(region.region, 7);
    ck_assert_uint_eq(region.previous, 12);
    ck_assert_uint_eq(region.raw, 0);
    lprof_reader_close(r);
    lprof_writer_close(w);
    memory_file_release(&out);
}
END_TEST

START_TEST(phase_comes_back)
{
    struct lprof_phase_view got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_PHASE), 1);
    lprof_take_phase(reader, 0, &got);
    check_phase(&got.fields, &wrote.phase.fields);
    ck_assert_mem_eq(got.words, wrote.phase_words,
                     got.fields.word_count * sizeof *got.words);
}
END_TEST

/* What counts has what the phase says, and is 0 else; all else is as it is. */
START_TEST(file_is_as_it_was_at_a_phase)
{
    struct lprof_reader *before = NULL;
    struct lprof_block_view block;
    struct lprof_counts_view counts;
    struct lprof_region_view region;

    ck_assert_int_eq(lprof_reader_open_phase(&before, reader, 0, NULL), LPROF_OK);
    ck_assert_uint_eq(lprof_reader_header(before)->state, LPROF_STATE_RUNNING);
    ck_assert_uint_eq(lprof_reader_header(before)->resets, wrote.phase.fields.resets);
    ck_assert_uint_eq(lprof_reader_count(before, LPROF_RECORD_PHASE), 0);
    lprof_take_block(before, 0, &block);
    ck_assert_uint_eq(block.counters[0].hits, 7);
    ck_assert_uint_eq(block.counters[0].skip, 0);
    ck_assert_uint_eq(block.counters[1].hits, 0);
    ck_assert_uint_eq(block.cells[0].ticks, 0);
    ck_assert_uint_eq(block.fields.calls, 0);
    lprof_take_region(before, 0, &region);
    ck_assert_uint_eq(region.fields.calls, 0);
    ck_assert_uint_eq(region.fields.name_bytes, 0);
    ck_assert_uint_eq(lprof_reader_count(before, LPROF_RECORD_COUNTS), 1);
    lprof_take_counts(before, 0, &counts);
    ck_assert_uint_eq(counts.fields.count_count, 0);
    ck_assert_uint_eq(lprof_reader_count(before, LPROF_RECORD_FUNCTION), 1);
    lprof_reader_close(before);
}
END_TEST

START_TEST(sums_come_back)
{
    struct lprof_inside inside;
    struct lprof_inside_sums_view got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_INSIDE), 1);
    lprof_take_inside(reader, 0, &inside);
    check_inside(&inside, &wrote.inside);
    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_INSIDE_SUMS), 1);
    lprof_take_inside_sums(reader, 0, &got);
    check_inside_sums(&got.fields, &wrote.inside_sums.fields);
    ck_assert_uint_eq(got.fields.sum_count, 64);
    ck_assert_mem_eq(got.outside, wrote.sum_words[0], sizeof wrote.sum_words[0]);
    ck_assert_mem_eq(got.inside, wrote.sum_words[1], sizeof wrote.sum_words[1]);
}
END_TEST

static const struct lprof_text epoch = {"epoch", 5};

/* The second site's words begin behind those of the block and of the first. */
enum { SECOND_SITE = 4 + 14 };

/* Counters are what is inside, or 0 where there is nothing; all else is as it is. */
START_TEST(file_is_as_in_a_region)
{
    struct lprof_reader *inside = NULL;
    struct lprof_block_view block;
    struct lprof_counts_view counts;

    ck_assert_int_eq(lprof_reader_open_inside(&inside, reader, epoch, NULL), LPROF_OK);
    lprof_take_block(inside, 0, &block);
    ck_assert_uint_eq(block.fields.calls, 1000);
    ck_assert_uint_eq(block.fields.function, wrote.block.fields.function);
    ck_assert_uint_eq(block.counters[1].hits, 1000 + SECOND_SITE);
    ck_assert_uint_eq(block.cells[1].ticks, 1000 + SECOND_SITE + 1);
    ck_assert_uint_eq(block.cells[1].edges, wrote.cells[1].edges);
    ck_assert_uint_eq(block.cells[1].max_ticks, 0);
    ck_assert_uint_eq(block.cells[1].sampled_squares_high, 1000 + SECOND_SITE + 13);
    ck_assert_uint_eq(block.heap_cells[2].own_freed, 1000 + 63);
    ck_assert_uint_eq(block.histograms[1].counts[5], 0);
    lprof_take_counts(inside, 0, &counts);
    ck_assert_uint_eq(lprof_count_value(&counts.counts[0]), 0);
    lprof_reader_close(inside);
}
END_TEST

static struct lprof_reader *read_again(void)
{
    struct lprof_reader *again = NULL;

    memory_file_release(&file);
    sample_write(&wrote, &file);
    ck_assert_int_eq(lprof_reader_open_bytes(&again, file.bytes, file.size, NULL),
                     LPROF_OK);
    return again;
}

/* What a thread that is in it has counted elsewhere is left out of what it has. */
START_TEST(file_is_as_in_a_region_that_is_open)
{
    struct lprof_reader *inside = NULL;
    struct lprof_block_view block;

    wrote.inside.flags = LPROF_INSIDE_OPEN;
    wrote.block.fields.calls = 7;
    wrote.counters[1].hits = 100;
    wrote.counters[2].hits = 1; /* and was less when it was read */
    wrote.sum_words[0][0] = 3;
    wrote.cells[1].sampled_squares_low = 1; /* of two words, one borrows of the other */
    wrote.cells[1].sampled_squares_high = 9;
    wrote.sum_words[0][SECOND_SITE + 12] = 2;
    wrote.sum_words[0][SECOND_SITE + 13] = 4;
    struct lprof_reader *again = read_again();
    ck_assert_int_eq(lprof_reader_open_inside(&inside, again, epoch, NULL), LPROF_OK);
    lprof_take_block(inside, 0, &block);
    ck_assert_uint_eq(block.fields.calls, 4);
    ck_assert_uint_eq(block.counters[1].hits, 100 - SECOND_SITE);
    ck_assert_uint_eq(block.counters[2].hits, 0);
    ck_assert_uint_eq(block.cells[1].sampled_squares_low, UINT64_MAX);
    ck_assert_uint_eq(block.cells[1].sampled_squares_high, 4);
    lprof_reader_close(inside);
    lprof_reader_close(again);
}
END_TEST

/* Since counting began anew it has not been open, or what there is is all inside. */
START_TEST(sums_from_before_a_reset_are_none)
{
    struct lprof_reader *inside = NULL;
    struct lprof_block_view block;

    wrote.inside.resets++;
    struct lprof_reader *again = read_again();
    ck_assert_int_eq(lprof_reader_open_inside(&inside, again, epoch, NULL), LPROF_OK);
    lprof_take_block(inside, 0, &block);
    ck_assert_uint_eq(block.fields.calls, 0);
    lprof_reader_close(inside);
    lprof_reader_close(again);
}
END_TEST

START_TEST(timeline_comes_back)
{
    struct lprof_timeline_view got;
    struct lprof_span span;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_TIMELINE), 1);
    lprof_take_timeline(reader, 0, &got);
    wrote.timeline.fields.span_bytes = sizeof span;
    wrote.timeline.fields.name_bytes = (uint32_t)wrote.timeline.name.size;
    check_timeline(&got.fields, &wrote.timeline.fields);
    ck_assert_uint_eq(got.taken, wrote.timeline.taken);
    check_text(got.name, wrote.timeline.name);
    for (uint64_t number = 6; number < 8; number++) {
        lprof_take_span(&got, number, &span);
        check_span(&span, &wrote.spans[number % 3]);
    }
}
END_TEST

/* Of a table of 4: what `first`, `written` and `taken` say, and which spans are whole. */
static const struct {
    const char *why;
    uint64_t first, written, taken;
    struct lprof_span_range whole;
} rings[] = {
    {"nothing yet",                      0,  0,          0,          {0, 0}                      },
    {"the first is being written",       0,  0,          1,          {0, 0}                      },
    {"not full",                         0,  3,          3,          {0, 3}                      },
    {"full",                             0,  4,          4,          {0, 4}                      },
    {"its oldest is being overwritten",  0,  4,          5,          {1, 4}                      },
    {"gone around",                      0,  9,          9,          {5, 9}                      },
    {"a handler's is complete, its not", 0,  9,          11,         {7, 9}                      },
    {"counted anew",                     7,  9,          9,          {7, 9}                      },
    {"counted anew, long ago",           7,  19,         19,         {15, 19}                    },
    {"counted anew just now",            9,  9,          9,          {9, 9}                      },
    {"read while all was overwritten",   0,  9,          14,         {9, 9}                      },
    {"read while it was cleared",        20, 29,         0,          {0, 0}                      },
    {"damaged",                          9,  3,          5,          {3, 3}                      },
    {"the most",                         0,  UINT64_MAX, UINT64_MAX, {UINT64_MAX - 4, UINT64_MAX}},
};

START_TEST(whole_spans_are_known)
{
    const struct lprof_timeline_view view = {
        .fields = {.capacity = 4, .first = rings[_i].first, .written = rings[_i].written},
        .taken = rings[_i].taken,
    };
    const struct lprof_span_range got = lprof_timeline_spans(&view);

    ck_assert_msg(got.begin == rings[_i].whole.begin && got.end == rings[_i].whole.end,
                  "%s: %llu to %llu", rings[_i].why, (unsigned long long)got.begin,
                  (unsigned long long)got.end);
}
END_TEST

START_TEST(samples_that_are_whole_come_back)
{
    const unsigned number = __builtin_ctz(LPROF_FIGURE_MEMORY);
    struct lprof_sample_view sample = {0};
    struct lprof_stats_view got;
    uint64_t at = 0;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_STATS), 1);
    lprof_take_stats(reader, 0, &got);
    wrote.stats.fields.name_bytes = (uint32_t)wrote.stats.name.size;
    check_stats(&got.fields, &wrote.stats.fields);
    check_text(got.name, wrote.stats.name);
    for (size_t i = 0; i < 3; i += 2) {
        ck_assert(lprof_next_sample(&got, &at, &sample));
        check_sample(&sample.fields, &wrote.samples[i].fields);
        check_sample_value(&sample.values[number], &wrote.samples[i].value);
        ck_assert_uint_eq(sample.values[0].value, 0);
    }
    ck_assert(!lprof_next_sample(&got, &at, &sample));
}
END_TEST

/* Of a table without figures: the times that samples say at their beginnings and ends,
   and which of them hold. */
static const struct {
    const char *why;
    uint64_t begin[4], end[4];
    const char *whole;
} tables[] = {
    {"nothing yet",                       {0},          {0},          ""    },
    {"two",                               {5, 7},       {5, 7},       "57"  },
    {"the second is being written",       {5, 7},       {5, 0},       "5"   },
    {"and has its new time already",      {5, 8},       {5, 7},       "5"   },
    {"put together up to the second",     {1, 3, 3, 4}, {1, 3, 3, 4}, "134" },
    {"all put together",                  {1, 3, 5, 4}, {1, 3, 5, 4}, "135" },
    {"read while they were put together", {1, 2, 5, 5}, {1, 2, 5, 5}, "125" },
    {"full",                              {1, 2, 3, 4}, {1, 2, 3, 4}, "1234"},
};

START_TEST(stale_samples_are_left_out)
{
    struct {
        struct lprof_sample fields;
        struct lprof_sample_end end;
    } samples[4];
    const struct lprof_stats_view view = {
        .fields = {.sample_bytes = sizeof samples[0], .capacity = 4},
        .samples = samples,
    };
    struct lprof_sample_view sample = {0};
    char whole[8] = "";
    uint64_t at = 0;

    for (size_t i = 0; i < 4; i++) {
        samples[i].fields = (struct lprof_sample){tables[_i].begin[i], 1};
        samples[i].end = (struct lprof_sample_end){tables[_i].end[i]};
    }
    for (size_t i = 0; lprof_next_sample(&view, &at, &sample); i++)
        whole[i] = (char)('0' + sample.fields.clock_ns);
    ck_assert_msg(!strcmp(whole, tables[_i].whole), "%s: %s", tables[_i].why, whole);
}
END_TEST

START_TEST(layout_comes_back)
{
    static const uint32_t lengths[] = {1, 2, 0, 1, 1, 0};
    struct lprof_layout_view got;

    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_LAYOUT), 1);
    lprof_take_layout(reader, 0, &got);
    wrote.layout.fields.sum_words = 12; /* a number of words that is even */
    wrote.layout.fields.symbols_bytes = (uint32_t)wrote.layout.symbols.size;
    check_layout(&got.fields, &wrote.layout.fields);
    ck_assert_mem_eq(got.sums, wrote.sums, sizeof wrote.sums);
    for (size_t i = 0; i < 2; i++)
        check_call(&got.calls[i], &wrote.calls[i]);
    check_text(got.symbols, wrote.layout.symbols);
    const uint32_t *at = got.sums;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        const uint32_t *begin = at;
        const struct lprof_sum sum = lprof_next_sum(&at);
        ck_assert_uint_eq(sum.count, lengths[i]);
        ck_assert_ptr_eq(sum.terms, begin + 1);
    }
    ck_assert_ptr_eq(at, got.sums + 11);
}
END_TEST

START_TEST(counts_come_back)
{
    const struct lprof_count renewed = {.count = UINT64_MAX - 4, .bias = 12};
    struct lprof_counts_view got;
    size_t index = 9;

    ck_assert(lprof_find_counts(reader, wrote.counts.address, &index));
    lprof_take_counts(reader, index, &got);
    ck_assert_uint_eq(got.address, wrote.counts.address);
    check_counts(&got.fields, &wrote.counts.fields);
    for (size_t i = 0; i < 4; i++)
        check_count(&got.counts[i], &wrote.count_pairs[i]);
    ck_assert_uint_eq(lprof_count_value(&renewed), 7);
    ck_assert(!lprof_find_counts(reader, wrote.block.address, &index));
    ck_assert(!lprof_find_counts(reader, wrote.counts.address + 8, &index));
}
END_TEST

START_TEST(address_of_nothing_finds_nothing)
{
    struct lprof_place place;
    size_t index;
    const uint64_t end = SAMPLE_BASE + file.size;

    for (uint64_t at = SAMPLE_BASE - 64; at < end + 64; at++) {
        if (at != wrote.block.address && at != wrote.light.address)
            ck_assert(!lprof_find_block(reader, at, &index));
        if (at != wrote.thread.top && at != wrote.thread.top - sizeof(struct lprof_frame))
            ck_assert(!lprof_find_frame(reader, at, &place));
        if (at != wrote.edges[0].next &&
            at != wrote.edges[0].next - sizeof(struct lprof_edge))
            ck_assert(!lprof_find_edge(reader, at, &place));
    }
    ck_assert(!lprof_find_block(reader, 0, &index));
    ck_assert(!lprof_find_frame(reader, UINT64_MAX, &place));
    ck_assert(!lprof_find_id(reader, LPROF_RECORD_FUNCTION, 12345, &index));
}
END_TEST

START_TEST(newer_minor_is_read_and_noted)
{
    struct lprof_reader *newer = NULL;

    file.bytes[offsetof(struct lprof_header, minor)] = LPROF_MINOR + 1;
    ck_assert_int_eq(lprof_reader_open_bytes(&newer, file.bytes, file.size, NULL),
                     LPROF_OK);
    ck_assert(lprof_reader_is_newer(newer));
    lprof_reader_close(newer);
}
END_TEST

/* An element may have grown since: what is new in it is stepped over. */
START_TEST(bigger_elements_are_read)
{
    struct {
        struct lprof_frames fields;
        struct {
            struct lprof_frame frame;
            uint64_t of_another_day;
        } table[2];
    } payload = {
        .fields = {.thread = 1, .frame_bytes = sizeof payload.table[0], .capacity = 2}
    };
    struct memory_file out = {0};
    struct lprof_writer *w = NULL;
    struct lprof_reader *r = NULL;
    struct lprof_place place;
    struct lprof_table_view table;
    struct lprof_frame frame;

    payload.table[1].frame.cfa = 77;
    ck_assert_int_eq(lprof_writer_open(&w, SAMPLE_BASE), LPROF_OK);
    const uint64_t at = lprof_put_raw(w, LPROF_RECORD_FRAMES, &payload, sizeof payload) +
                        offsetof(__typeof__(payload), table[1]);
    ck_assert_int_eq(lprof_writer_finish(w, &wrote.header, memory_file_append, &out),
                     LPROF_OK);
    ck_assert_int_eq(lprof_reader_open_bytes(&r, out.bytes, out.size, NULL), LPROF_OK);
    ck_assert(lprof_find_frame(r, at, &place));
    ck_assert_uint_eq(place.element, 1);
    lprof_take_table(r, LPROF_RECORD_FRAMES, place.table, &table);
    lprof_take_frame(&table, 1, &frame);
    ck_assert_uint_eq(frame.cfa, 77);
    lprof_reader_close(r);
    lprof_writer_close(w);
    memory_file_release(&out);
}
END_TEST

/* Files from before there were nodes: what their frames and edges lack is 0. */
START_TEST(smaller_elements_are_read)
{
    enum { FRAME_BYTES = 128, EDGE_BYTES = 32 };
    struct {
        struct lprof_frames fields;
        uint8_t table[2][FRAME_BYTES];
    } frames = {
        .fields = {.thread = 1, .frame_bytes = FRAME_BYTES, .capacity = 2}
    };
    struct {
        struct lprof_edges fields;
        uint8_t table[2][EDGE_BYTES];
    } edges = {
        .fields = {.thread = 1, .edge_bytes = EDGE_BYTES, .capacity = 2}
    };
    struct memory_file out = {0};
    struct lprof_writer *w = NULL;
    struct lprof_reader *r = NULL;
    struct lprof_table_view table;
    struct lprof_frame frame = {.node = 1};
    struct lprof_edge edge = {.node = 1};

    memset(frames.table[1], 0xff, sizeof frames.table[1]);
    memset(edges.table[1], 0xff, sizeof edges.table[1]);
    ck_assert_int_eq(lprof_writer_open(&w, SAMPLE_BASE), LPROF_OK);
    lprof_put_raw(w, LPROF_RECORD_FRAMES, &frames, sizeof frames);
    lprof_put_raw(w, LPROF_RECORD_EDGES, &edges, sizeof edges);
    ck_assert_int_eq(lprof_writer_finish(w, &wrote.header, memory_file_append, &out),
                     LPROF_OK);
    ck_assert_int_eq(lprof_reader_open_bytes(&r, out.bytes, out.size, NULL), LPROF_OK);
    lprof_take_table(r, LPROF_RECORD_FRAMES, 0, &table);
    lprof_take_frame(&table, 1, &frame);
    ck_assert_uint_eq(frame.measures, UINT32_MAX);
    ck_assert_uint_eq(frame.node, 0);
    ck_assert_uint_eq(frame.inner, 0);
    lprof_take_table(r, LPROF_RECORD_EDGES, 0, &table);
    lprof_take_edge(&table, 1, &edge);
    ck_assert_uint_eq(edge.ticks, UINT64_MAX);
    ck_assert_uint_eq(edge.node, 0);
    lprof_reader_close(r);
    lprof_writer_close(w);
    memory_file_release(&out);
}
END_TEST

START_TEST(file_on_disk_and_pipe_read_the_same)
{
    char *directory = scratch_make();
    char path[4096];
    char pipe_path[64];
    struct lprof_reader *on_disk = NULL;
    struct lprof_reader *piped = NULL;
    int ends[2];

    snprintf(path, sizeof path, "%s/sample.lprof", directory);
    memory_file_save(&file, path);
    ck_assert_int_eq(lprof_reader_open(&on_disk, path, NULL), LPROF_OK);
    check_header(lprof_reader_header(on_disk), lprof_reader_header(reader));
    lprof_reader_close(on_disk);

    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], file.bytes, file.size), (ssize_t)file.size);
    close(ends[1]);
    snprintf(pipe_path, sizeof pipe_path, "/dev/fd/%d", ends[0]);
    ck_assert_int_eq(lprof_reader_open(&piped, pipe_path, NULL), LPROF_OK);
    check_header(lprof_reader_header(piped), lprof_reader_header(reader));
    lprof_reader_close(piped);
    close(ends[0]);
    scratch_remove(directory);
}
END_TEST

static int refuse(void *arg, const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return --*(int *)arg <= 0 ? 28 : 0;
}

START_TEST(failed_sink_fails_the_writer_for_good)
{
    struct lprof_writer *w = NULL;
    int calls_left = _i;

    ck_assert_int_eq(lprof_writer_open(&w, SAMPLE_BASE), LPROF_OK);
    lprof_put_process(w, &wrote.process);
    ck_assert_int_eq(lprof_writer_finish(w, &wrote.header, refuse, &calls_left),
                     LPROF_NOT_WRITTEN);
    ck_assert_uint_eq(lprof_put_thread(w, &wrote.thread), 0);
    ck_assert_int_eq(lprof_writer_finish(w, &wrote.header, memory_file_append, &file),
                     LPROF_NOT_WRITTEN);
    lprof_writer_close(w);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprof_round_trip");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, open_sample, close_sample);
    tcase_add_test(tests, header_comes_back);
    tcase_add_test(tests, process_comes_back);
    tcase_add_test(tests, job_comes_back);
    tcase_add_test(tests, members_come_back);
    tcase_add_test(tests, joined_files_come_back_apart);
    tcase_add_test(tests, unit_comes_back);
    tcase_add_test(tests, function_comes_back);
    tcase_add_test(tests, thread_comes_back);
    tcase_add_test(tests, block_comes_back);
    tcase_add_test(tests, histograms_of_light_code_come_back);
    tcase_add_loop_test(tests, odd_histograms_of_light_code_do_no_harm, 0,
                        (int)(sizeof odd_words / sizeof odd_words[0]));
    tcase_add_test(tests, frames_come_back);
    tcase_add_test(tests, edges_come_back);
    tcase_add_test(tests, nodes_come_back);
    tcase_add_test(tests, region_comes_back);
    tcase_add_test(tests, open_regions_come_back);
    tcase_add_test(tests, older_open_regions_are_read);
    tcase_add_test(tests, timeline_comes_back);
    tcase_add_test(tests, samples_that_are_whole_come_back);
    tcase_add_loop_test(tests, stale_samples_are_left_out, 0,
                        (int)(sizeof tables / sizeof tables[0]));
    tcase_add_test(tests, phase_comes_back);
    tcase_add_test(tests, file_is_as_it_was_at_a_phase);
    tcase_add_test(tests, sums_come_back);
    tcase_add_test(tests, file_is_as_in_a_region);
    tcase_add_test(tests, file_is_as_in_a_region_that_is_open);
    tcase_add_test(tests, sums_from_before_a_reset_are_none);
    tcase_add_loop_test(tests, whole_spans_are_known, 0,
                        (int)(sizeof rings / sizeof rings[0]));
    tcase_add_test(tests, layout_comes_back);
    tcase_add_test(tests, counts_come_back);
    tcase_add_test(tests, address_of_nothing_finds_nothing);
    tcase_add_test(tests, newer_minor_is_read_and_noted);
    tcase_add_test(tests, bigger_elements_are_read);
    tcase_add_test(tests, smaller_elements_are_read);
    tcase_add_test(tests, file_on_disk_and_pipe_read_the_same);
    tcase_add_loop_test(tests, failed_sink_fails_the_writer_for_good, 1, 3);
    suite_add_tcase(suite, tests);
    return suite;
}
