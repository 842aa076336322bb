/* SPDX-License-Identifier: MIT */
#include "file_builder.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static void put_units(struct lprof_writer *writer)
{
    struct lprof_unit_view unit = {
        .fields = {.unit = 1, .language = LPROF_LANGUAGE_C, .mode = LPROF_MODE_EXACT},
        .directory = TEXT("/nowhere"),
    };

    lprof_put_unit(writer, &unit);
    unit.fields.unit = 2;
    unit.fields.mode = LPROF_MODE_HITS;
    lprof_put_unit(writer, &unit);
}

void builder_start(struct file_builder *b)
{
    const struct lprof_process_view process = {
        .program = TEXT("prog"),
        .command = TEXT("./prog\0"),
        .host = TEXT("host"),
        .directory = TEXT("/nowhere"),
    };

    *b = (struct file_builder){
        .header = {.state = LPROF_STATE_COMPLETE,
                   .rank = -1,
                   .pid = 7,
                   .clock = LPROF_CLOCK_MONOTONIC,
                   .start_ns = 1700000000u * 1000000000ull,
                   .end_clock_ns = 5000000000u,
                   .end_ticks = 5000000000u,
                   .tick_hz = 1000000000},
    };
    ck_assert_int_eq(lprof_writer_open(&b->writer, BUILDER_BASE), LPROF_OK);
    lprof_put_process(b->writer, &process);
    put_units(b->writer);
}

static struct lprof_text text_or(const char *string, const char *otherwise)
{
    const char *text = string ? string : otherwise;
    return (struct lprof_text){text, strlen(text)};
}

static uint32_t count_nuls(struct lprof_text text)
{
    uint32_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += text.bytes[i] == '\0';
    return count;
}

uint32_t builder_function(struct file_builder *b, const struct function_spec *spec)
{
    const struct lprof_text files =
        spec->files.size ? spec->files : TEXT("/nowhere/code.c\0");
    const struct lprof_function_view function = {
        .fields = {.function = ++b->function_count,
                   .unit = spec->unit ? spec->unit : 1,
                   .flags = spec->flags,
                   .line = spec->line,
                   .end_line = spec->end_line,
                   .source_line = spec->source_line ? spec->source_line : spec->line,
                   .site_count = spec->site_count,
                   .file_count = count_nuls(files),
                   .source_hash = spec->source_hash},
        .sites = spec->sites,
        .name = text_or(spec->name, ""),
        .symbol = text_or(spec->symbol, spec->name),
        .files = files,
        .source = spec->source,
    };

    lprof_put_function(b->writer, &function);
    return function.fields.function;
}

uint64_t builder_block(struct file_builder *b, struct lprof_block fields,
                       const struct builder_cell *lines)
{
    const size_t count = fields.cell_count;
    struct lprof_counter *counters = calloc(count + 1, sizeof *counters);
    struct lprof_cell *cells = calloc(count + 1, sizeof *cells);
    struct lprof_histogram *histograms = calloc(count + 1, sizeof *histograms);
    const uint64_t address = lprof_writer_next(b->writer);

    for (size_t i = 0; i < count; i++) {
        counters[i].hits = lines[i].hits;
        counters[i].skip = lines[i].skip;
        cells[i] = (struct lprof_cell){
            .ticks = lines[i].ticks,
            .child_ticks = lines[i].child_ticks,
            .timed = lines[i].timed,
            .min_ticks = lines[i].min_ticks,
            .max_ticks = lines[i].max_ticks,
            .edges = lines[i].edges,
            .off_ns = lines[i].off_ns,
            .drawn = lines[i].drawn,
            .sampled = lines[i].sampled,
            .sampled_ticks = lines[i].sampled_ticks,
            .sampled_squares_high = lines[i].sampled_squares_high,
            .sampled_off_ns = lines[i].sampled_off_ns,
            .outliers = lines[i].outliers,
            .outlier_ticks = lines[i].outlier_ticks,
            .variance = lines[i].variance,
        };
    }
    lprof_put_block(b->writer, &(struct lprof_block_view){.fields = fields,
                                                          .counters = counters,
                                                          .cells = cells,
                                                          .histograms = histograms});
    free(counters);
    free(cells);
    free(histograms);
    return address;
}

void builder_thread(struct file_builder *b, struct lprof_thread fields, const char *name)
{
    const size_t size = strlen(name);

    memcpy(&fields.name0, name, size < 32 ? size : 32);
    lprof_put_thread(b->writer, &fields);
}

void builder_finish(struct file_builder *b, struct memory_file *file)
{
    *file = (struct memory_file){0};
    ck_assert_int_eq(lprof_writer_finish(b->writer, &b->header, memory_file_append, file),
                     LPROF_OK);
    lprof_writer_close(b->writer);
}

void builder_save(struct file_builder *b, const char *path)
{
    struct memory_file file;

    builder_finish(b, &file);
    memory_file_save(&file, path);
    memory_file_release(&file);
}
