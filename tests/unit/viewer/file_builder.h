/* SPDX-License-Identifier: MIT */
/* Builds .lprof files for tests, a record at a time. */
#ifndef FILE_BUILDER_H
#define FILE_BUILDER_H

#include "memory_file.h"

#define BUILDER_BASE 0x10000000u

struct file_builder {
    struct lprof_writer *writer;
    struct lprof_header header; /* to be changed at will before the file is saved */
    uint32_t function_count;
};

/* A function; what is 0 or NULL gets a default. */
struct function_spec {
    const char *name;
    const char *symbol;      /* the name */
    struct lprof_text files; /* each ended by NUL; "/nowhere/code.c" */
    uint32_t line;
    uint32_t end_line;
    uint32_t source_line; /* line */
    struct lprof_text source;
    uint64_t source_hash;
    uint32_t flags;
    uint32_t unit; /* 1 */
    const struct lprof_site *sites;
    uint32_t site_count;
};

/* A line's counters; its histogram is empty. */
struct builder_cell {
    uint64_t hits;
    uint64_t ticks;
    uint64_t child_ticks;
    uint64_t timed;
    uint64_t min_ticks;
    uint64_t max_ticks;
    uint64_t edges;
    uint64_t off_ns;
    uint64_t skip; /* and what adaptive mode has */
    uint64_t drawn;
    uint64_t sampled;
    uint64_t sampled_ticks;
    uint64_t sampled_squares_high;
    uint64_t sampled_off_ns;
    uint64_t outliers;
    uint64_t outlier_ticks;
    uint64_t variance;
};

/* A complete run of ./prog on "host" at one tick a nanosecond, with unit 1 (C, mode
   exact) and unit 2 (C, mode hits). */
void builder_start(struct file_builder *builder);

/* Returns its id. */
uint32_t builder_function(struct file_builder *builder, const struct function_spec *spec);

/* Returns its address. */
uint64_t builder_block(struct file_builder *builder, struct lprof_block fields,
                       const struct builder_cell *cells);

/* name is cut to 32 bytes */
void builder_thread(struct file_builder *builder, struct lprof_thread fields,
                    const char *name);

/* The file, and the end of the builder. */
void builder_finish(struct file_builder *builder, struct memory_file *file);
void builder_save(struct file_builder *builder, const char *path);

#endif
