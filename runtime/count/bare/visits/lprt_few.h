/* SPDX-License-Identifier: MIT */
/*
 * How long visits of light code's lines took: the first ones' buckets in one word of the
 * line, and a histogram only for lines that have more.  Most lines of most threads never
 * do, and histograms would be most of the file.
 */
#ifndef LPRT_FEW_H
#define LPRT_FEW_H

#include "base/lprt_machine.h"
#include "count/bare/lprt_event.h"
#include "count/lprt_frame.h"

/* A visit of a line that has no histogram yet.  Safe in signal handlers, general
   registers only, as is all here. */
void lprt_few_add(struct lineprof_counter *counter, unsigned bucket)
    __attribute__((__visibility__("hidden")));

/* NULL: the word has first visits, or none. */
static inline struct lineprof_histogram *lprt_few_histogram(uint64_t word)
{
    return word & LPROF_VISITS_FEW ? NULL : (struct lineprof_histogram *)(uintptr_t)word;
}

/*
 * A visit enters its line's histogram.
 *
 * block     of light code
 *
 * What the word says is only believed if the block is one after it was read: else other
 * memory has taken the place of both (lprt_cut.h).
 */
static inline void lprt_few_count(const struct lineprof_block *block,
                                  struct lineprof_counter *counter, unsigned bucket)
{
    const uint64_t word = __atomic_load_n(&counter->skip, __ATOMIC_ACQUIRE);
    struct lineprof_histogram *histogram = lprt_few_histogram(word);

    if (LPRT_UNLIKELY(
            !(__atomic_load_n(&block->flags, __ATOMIC_RELAXED) & LPROF_BLOCK_WEIGHTED)))
        return;
    if (LPRT_LIKELY(histogram != NULL))
        lprt_machine_count(&histogram->counts[bucket]);
    else
        lprt_few_add(counter, bucket);
}

#endif
