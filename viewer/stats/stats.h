/* SPDX-License-Identifier: MIT */
/* What a file says of the use of its process over time. */
#ifndef STATS_H
#define STATS_H

#include "base/string_pool.h"
#include "lprof.h"

/* Part of a run, in which figures are summed up: ns after its start. */
struct stats_span {
    const char *name; /* of a phase; NULL: what came after the last */
    uint64_t begin_ns;
    uint64_t end_ns; /* no less */
};

/* What was read of a figure's values, as lprof_schema.h has them, up to a time. */
struct stats_sample {
    uint64_t at_ns; /* after the start of the run; later than the one before */
    uint64_t readings;
    struct lprof_sample_value values[LPROF_FIGURE_COUNT];
};

/* What a process used over time, or what of a GPU it used. */
struct stats {
    const char *program;
    uint32_t pid;
    int32_t rank;      /* -1: none */
    size_t process;    /* counts the processes of all, as those of timelines */
    uint64_t start_ns; /* of the run, since the Unix epoch */
    uint32_t gpu;      /* from 1; 0: the process */
    const char *gpu_name;
    uint32_t hz;
    uint64_t figures;             /* set of enum lprof_figure */
    struct stats_sample *samples; /* at least 2 */
    size_t sample_count;
    struct stats_span *phases; /* by time */
    size_t phase_count;
    size_t phase_room; /* elements of `phases` */
};

/*
 * What a record says; who its process is and its phases are left to the caller.
 *
 * stats    on success only; to be released
 * index    of a STATS record
 *
 * false if there is one sample at most, from which others would count.
 */
bool stats_read(struct stats *stats, const struct lprof_reader *reader, size_t index,
                struct string_pool *pool);

/* The part of the run from the end of the one before; later first.
   name   as in the span; borrowed */
void stats_add_phase(struct stats *stats, const char *name, uint64_t end_ns);

void stats_release(struct stats *stats);

#endif
