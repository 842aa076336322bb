/* SPDX-License-Identifier: MIT */
/* A file that is read without its histograms holds the same otherwise, whatever it is. */
#include "sample_file.h"
#include "suite_main.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LINES = 1000 };

/* Lines of the functions, in their order: what is left out comes first, last, next to
   small blocks and to other large ones. */
static const uint32_t line_counts[] = {300, 1, 2, 50, 43, 42, 0, 1000, 7, 500};
enum { FUNCTIONS = sizeof line_counts / sizeof line_counts[0] };

static char *directory;
static char path[4096];
static struct memory_file file;

static struct lprof_text text(const char *string)
{
    return (struct lprof_text){string, strlen(string)};
}

static void put_function(struct lprof_writer *w, uint32_t id, uint32_t lines)
{
    static const char files[] = "/nowhere/code.c";
    static struct lprof_site sites[MOST_LINES];
    static struct lprof_counter counters[MOST_LINES];
    static struct lprof_cell cells[MOST_LINES];
    static struct lprof_histogram histograms[MOST_LINES];

    for (uint32_t i = 0; i < lines; i++) {
        sites[i].line = i + 1;
        counters[i].hits = id * 10000 + i;
        cells[i].ticks = id * 77777 + i;
        cells[i].variance = i + 1;
        for (size_t bucket = 0; bucket < LPROF_HISTOGRAM_BUCKETS; bucket++)
            histograms[i].counts[bucket] = UINT32_MAX;
    }
    lprof_put_function(
        w,
        &(struct lprof_function_view){
            .fields = {.function = id,   .unit = 1, .site_count = lines, .file_count = 1},
            .sites = sites,
            .name = text("f"),
            .symbol = text("f"),
            .files = {files, sizeof files         },
            .source = text(""),
    });
    lprof_put_block(
        w, &(struct lprof_block_view){
               .fields = {.function = id, .cell_count = lines, .thread = 1, .calls = id},
               .counters = counters,
               .cells = cells,
               .histograms = histograms,
    });
}

static void make_file(void)
{
    const struct lprof_text none = text("");
    struct lprof_writer *w = NULL;

    directory = scratch_make();
    snprintf(path, sizeof path, "%s/large.lprof", directory);
    ck_assert_int_eq(lprof_writer_open(&w, SAMPLE_BASE), LPROF_OK);
    lprof_put_unit(w, &(struct lprof_unit_view){
                          .fields = {.unit = 1}, .directory = none, .flags = none});
    lprof_put_thread(w, &(struct lprof_thread){.thread = 1});
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        put_function(w, i + 1, line_counts[i]);
    ck_assert_int_eq(
        lprof_writer_finish(w, &(struct lprof_header){.state = LPROF_STATE_COMPLETE},
                            memory_file_append, &file),
        LPROF_OK);
    lprof_writer_close(w);
    memory_file_save(&file, path);
}

static void remove_file(void)
{
    memory_file_release(&file);
    scratch_remove(directory);
}

/* Bytes that system calls of this process have read. */
static uint64_t bytes_read(void)
{
    uint64_t bytes = 0;
    FILE *in = fopen("/proc/self/io", "r");

    ck_assert_ptr_nonnull(in);
    ck_assert_int_eq(fscanf(in, "rchar: %" SCNu64, &bytes), 1);
    fclose(in);
    return bytes;
}

START_TEST(all_but_histograms_is_the_same)
{
    struct lprof_reader *whole = NULL;
    struct lprof_reader *sums = NULL;
    struct lprof_block_view want;
    struct lprof_block_view got;

    ck_assert_int_eq(lprof_reader_open(&whole, path, NULL), LPROF_OK);
    ck_assert_int_eq(lprof_reader_open_sums(&sums, path, NULL), LPROF_OK);
    ck_assert_uint_eq(lprof_reader_count(sums, LPROF_RECORD_BLOCK), FUNCTIONS);
    ck_assert_uint_eq(lprof_reader_count(sums, LPROF_RECORD_FUNCTION), FUNCTIONS);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        lprof_take_block(whole, i, &want);
        lprof_take_block(sums, i, &got);
        const size_t count = want.fields.cell_count;
        ck_assert_ptr_null(got.histograms);
        ck_assert_mem_eq(&got.fields, &want.fields, sizeof got.fields);
        ck_assert_mem_eq(got.counters, want.counters, count * sizeof *got.counters);
        ck_assert_mem_eq(got.cells, want.cells, count * sizeof *got.cells);
    }
    lprof_reader_close(whole);
    lprof_reader_close(sums);
}
END_TEST

START_TEST(histograms_are_not_even_read)
{
    struct lprof_reader *sums = NULL;
    const uint64_t before = bytes_read();

    ck_assert_int_eq(lprof_reader_open_sums(&sums, path, NULL), LPROF_OK);
    ck_assert_uint_lt(bytes_read() - before, file.size / 2);
    lprof_reader_close(sums);
}
END_TEST

/* As far as it can be told apart: by what is wrong, and where. */
static void check_same_refusal(void)
{
    struct lprof_reader *whole = NULL;
    struct lprof_reader *sums = NULL;
    struct lprof_detail want;
    struct lprof_detail got;
    const enum lprof_status status = lprof_reader_open(&whole, path, &want);

    ck_assert_int_eq(lprof_reader_open_sums(&sums, path, &got), status);
    if (status) {
        ck_assert_str_eq(got.what ? got.what : "", want.what ? want.what : "");
        ck_assert_uint_eq(got.offset, want.offset);
        ck_assert_uint_eq(got.number, want.number);
    }
    lprof_reader_close(whole);
    lprof_reader_close(sums);
}

START_TEST(cut_file_is_refused_the_same_way)
{
    for (size_t size = file.size; size > 5000; size -= size / 40 + 1) {
        ck_assert_int_eq(truncate(path, (off_t)size), 0);
        check_same_refusal();
    }
}
END_TEST

/* Each word of records' heads and blocks' heads in turn says that all is longer, shorter
   or nothing. */
START_TEST(damaged_file_is_refused_the_same_way)
{
    static const uint64_t values[] = {0, 8, 16, 24, 1000, UINT32_MAX, UINT64_MAX - 7};
    const size_t heads = sizeof(struct lprof_record) + sizeof(struct lprof_block);
    struct lprof_record record;

    for (size_t at = LPROF_HEADER_BYTES; at + heads < file.size; at += record.bytes) {
        memcpy(&record, file.bytes + at, sizeof record);
        if (record.kind != LPROF_RECORD_BLOCK)
            continue;
        for (size_t word = 0; word < 4 * sizeof(uint64_t); word += sizeof(uint64_t)) {
            uint8_t before[sizeof(uint64_t)];
            memcpy(before, file.bytes + at + word, sizeof before);
            memcpy(file.bytes + at + word, &values[_i], sizeof before);
            memory_file_save(&file, path);
            memcpy(file.bytes + at + word, before, sizeof before);
            check_same_refusal();
        }
    }
}
END_TEST

/* Its histograms would lie in the records behind it. */
START_TEST(block_of_more_lines_than_it_has_is_refused_the_same_way)
{
    struct lprof_record record;
    struct lprof_block block;

    for (size_t at = LPROF_HEADER_BYTES; at < file.size; at += record.bytes) {
        memcpy(&record, file.bytes + at, sizeof record);
        if (record.kind != LPROF_RECORD_BLOCK)
            continue;
        memcpy(&block, file.bytes + at + sizeof record, sizeof block);
        block.cell_count += 50;
        memcpy(file.bytes + at + sizeof record, &block, sizeof block);
        memory_file_save(&file, path);
        check_same_refusal();
        block.cell_count -= 50;
        memcpy(file.bytes + at + sizeof record, &block, sizeof block);
    }
}
END_TEST

START_TEST(small_file_of_every_kind_is_read)
{
    struct sample sample;
    struct memory_file small = {0};
    struct lprof_reader *sums = NULL;
    struct lprof_block_view block;

    sample_fill(&sample);
    sample_write(&sample, &small);
    memory_file_save(&small, path);
    ck_assert_int_eq(lprof_reader_open_sums(&sums, path, NULL), LPROF_OK);
    lprof_take_block(sums, 0, &block);
    ck_assert_mem_eq(block.cells, sample.cells, sizeof sample.cells);
    ck_assert_ptr_null(block.histograms);
    ck_assert_ptr_nonnull(block.heap_cells);
    ck_assert_mem_eq(block.heap_cells, sample.heap_cells, sizeof sample.heap_cells);
    lprof_reader_close(sums);
    memory_file_release(&small);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprof_sparse");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, make_file, remove_file);
    tcase_add_test(tests, all_but_histograms_is_the_same);
    tcase_add_test(tests, histograms_are_not_even_read);
    tcase_add_test(tests, cut_file_is_refused_the_same_way);
    tcase_add_loop_test(tests, damaged_file_is_refused_the_same_way, 0, 7);
    tcase_add_test(tests, block_of_more_lines_than_it_has_is_refused_the_same_way);
    tcase_add_test(tests, small_file_of_every_kind_is_read);
    suite_add_tcase(suite, tests);
    return suite;
}
