/* SPDX-License-Identifier: MIT */
/* A small file with a record of every kind and a value in every field. */
#ifndef SAMPLE_FILE_H
#define SAMPLE_FILE_H

#include "memory_file.h"

#define SAMPLE_BASE 0x7f0000000000u

/* As a line has its first visits: three, in the buckets 5, 95 and 5. */
#define SAMPLE_FEW                                                                   \
    (UINT64_C(1) | 3 << LPROF_VISITS_ONE_SHIFT | UINT64_C(5) << LPROF_VISITS_SHIFT | \
     UINT64_C(95) << (LPROF_VISITS_SHIFT + LPROF_VISITS_BITS) |                      \
     UINT64_C(5) << (LPROF_VISITS_SHIFT + 2 * LPROF_VISITS_BITS))

/* What the sample was made of, to be compared with what is read back. */
struct sample {
    struct lprof_header header;
    struct lprof_process_view process;
    struct lprof_job_view job;
    struct lprof_members members;
    struct lprof_unit_view unit;
    struct lprof_function_view function;
    struct lprof_site sites[3];
    struct lprof_thread thread;
    struct lprof_block_view block;
    struct lprof_counter counters[3];
    struct lprof_cell cells[3];
    struct lprof_histogram histograms[3];
    struct lprof_heap heap;
    struct lprof_heap_cell heap_cells[3];
    struct lprof_held held[3];
    struct lprof_block_view
        light; /* of the function again: lines of no, few, many visits */
    struct lprof_counter light_counters[3];
    struct lprof_cell light_cells[3];
    struct lprof_histogram apart[2]; /* the second one is the third line's */
    struct lprof_frame frames[2];
    struct lprof_edge edges[2];
    struct lprof_node nodes[2];
    struct lprof_region_view region;
    struct {
        struct lprof_open_regions fields;
        struct lprof_open_region regions[2];
    } open_regions;
    struct lprof_timeline_view timeline;
    struct lprof_span spans[3];
    struct lprof_stats_view stats;
    struct { /* of one figure */
        struct lprof_sample fields;
        struct lprof_sample_value value;
        struct lprof_sample_end end;
    } samples[3];
    struct lprof_layout_view layout;
    uint32_t sums[12]; /* of three sites, the activations and two calls; the last is 0 */
    struct lprof_call calls[2];
    struct lprof_counts_view counts;
    struct lprof_count count_pairs[4];
    struct lprof_phase_view phase;
    uint64_t phase_words[32];
    struct lprof_inside inside;                /* of the block's thread, in the region */
    struct lprof_inside_sums_view inside_sums; /* of the block */
    uint64_t sum_words[2][64];
    uint64_t thread_address;
    uint64_t open_regions_address;
};

void sample_fill(struct sample *sample);

/* Addresses in `sample` are set to what they are in the file. */
void sample_write(struct sample *sample, struct memory_file *out);

#endif
