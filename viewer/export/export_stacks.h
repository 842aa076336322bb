/* SPDX-License-Identifier: MIT */
/*
 * Lines as stacks, for formats made of samples.  Each line comes once in each context
 * that its function was called from (analysis/contexts.h), with its part of the self time
 * and the hits, so that nothing is counted twice and all adds up to the functions.
 *
 * What stands together follows each other, the heaviest first: a reader that takes the
 * order of the samples for one in time shows a flame graph nevertheless.
 */
#ifndef EXPORT_STACKS_H
#define EXPORT_STACKS_H

#include "model/profile.h"

/* A place on a stack: a line, and the function that it belongs to. */
struct stack_frame {
    const struct function *function;
    const char *file;
    uint32_t line; /* 0: it has none, as of a function that is not profiled */
};

struct stack_sample {
    const struct stack_frame *frames; /* outermost first; valid during the visit */
    size_t depth;                     /* at least 1 */
    uint64_t hits;
    uint64_t self_ns;
    uint64_t self_allocs; /* both 0 where they were not counted */
    uint64_t self_bytes;
    uint64_t peak_bytes; /* what it held at the peak; 0 where that was not recorded */
};

typedef void (*stack_visitor)(void *arg, const struct stack_sample *sample);

/* Visit each line that ran of the functions that are shown, in each of its contexts; of a
   function without lines the function; and where it is known to have been called from
   them what is not profiled.  The order is the same each time. */
void stacks_walk(const struct profile *profile, stack_visitor visit, void *arg);

/* What a sample counts for where it has one number: ns, or hits. */
uint64_t stack_weight(const struct stack_sample *sample, bool has_times);

#endif
