/* SPDX-License-Identifier: MIT */
/* What lines have allocated: sums of plain counts, which need no estimate. */
#include "base/saturate.h"
#include "model/profile.h"
#include "model/profile_tally.h"

void tally_add_heap(struct lprof_heap_cell *sum, const struct lprof_heap_cell *more)
{
#define ADD(type, name, doc) count_add(&sum->name, more->name);
    LPROF_HEAP_CELL_FIELDS(ADD)
#undef ADD
}

/* What is freed twice by a damaged file is nothing. */
uint64_t tally_held_at_peak(const struct lprof_header *header,
                            const struct lprof_held *held)
{
    const uint64_t bytes =
        held->peaks == header->heap_peaks ? held->peak_bytes : held->bytes;

    return bytes > INT64_MAX ? 0 : bytes;
}

void tally_leave_out_heap(struct lprof_heap_cell *sum, const struct lprof_heap_cell *less)
{
#define SUBTRACT(type, name, doc) sum->name -= less->name;
    LPROF_HEAP_CELL_FIELDS(SUBTRACT)
#undef SUBTRACT
}

const struct heap_sums heap_not_counted = {NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN,
                                           NOT_KNOWN, NOT_KNOWN, NOT_KNOWN};

bool profile_has_heap(const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown &&
            profile->functions[i].heap_state == HEAP_COUNTED)
            return true;
    }
    return false;
}

bool profile_has_peak(const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (f->shown && f->line_count && f->lines[0].heap.at_peak != NOT_KNOWN)
            return true;
    }
    return false;
}

struct heap_sums function_heap(const struct function *function)
{
    struct heap_sums sum = {0};

    if (function->heap_state != HEAP_COUNTED)
        return heap_not_counted;
    for (size_t i = 0; i < function->line_count; i++)
        heap_add(&sum, &function->lines[i].heap);
    return sum;
}

void heap_add(struct heap_sums *sum, const struct heap_sums *more)
{
    count_add(&sum->allocs, more->allocs);
    count_add(&sum->bytes, more->bytes);
    count_add(&sum->freed, more->freed);
    count_add(&sum->own_allocs, more->own_allocs);
    count_add(&sum->own_bytes, more->own_bytes);
    count_add(&sum->own_freed, more->own_freed);
    sum->at_peak = sum_of_known(sum->at_peak, more->at_peak);
}
