/* SPDX-License-Identifier: MIT */
#include "regions/lprt_counters.h"
#include "base/lprt_lock.h"
#include "store/lprt_region.h"

enum { WORD = sizeof(uint64_t) };

static struct lprt_counter of_block(const struct lprof_block *block)
{
    const uint64_t site = sizeof(struct lprof_site_sums) +
                          (block->heap ? sizeof(struct lprof_heap_cell) : 0);

    return (struct lprt_counter){
        .elements = block->cell_count,
        .has_heap = block->heap != 0,
        .is_weighted = block->flags & LPROF_BLOCK_WEIGHTED,
        .sum_count = (sizeof(struct lprof_block_sums) + block->cell_count * site) / WORD};
}

static struct lprt_counter of_edges(const struct lprof_edges *edges)
{
    return (struct lprt_counter){.elements = (uint32_t)edges->capacity,
                                 .sum_count = edges->capacity *
                                              sizeof(struct lprof_edge_sums) / WORD};
}

static struct lprt_counter of_counts(const struct lprof_counts *counts)
{
    return (struct lprt_counter){.elements = (uint32_t)counts->count_count,
                                 .sum_count = counts->count_count};
}

/* Its thread's id is what each begins with, but for a block. */
static uint32_t thread_of(uint32_t kind, const void *payload)
{
    return kind == LPROF_RECORD_BLOCK ? ((const struct lprof_block *)payload)->thread
                                      : *(const uint32_t *)payload;
}

/* One without sums is none of those that count. */
static struct lprt_counter counter_of(uint32_t kind, void *payload)
{
    struct lprt_counter counter = {0};

    if (kind == LPROF_RECORD_BLOCK)
        counter = of_block(payload);
    else if (kind == LPROF_RECORD_EDGES)
        counter = of_edges(payload);
    else if (kind == LPROF_RECORD_COUNTS)
        counter = of_counts(payload);
    else if (kind == LPROF_RECORD_REGION)
        counter.sum_count = sizeof(struct lprof_region_sums) / WORD;
    counter.payload = payload;
    counter.kind = kind;
    return counter;
}

/* What runs on fibers has no time that is open, and shares the function's number. */
static bool note_block(struct lprt_counters *counters, const struct lprof_block *block)
{
    if (block->flags & LPROF_BLOCK_LOOSE)
        return true;
    if (!lprt_room_make(&counters->by_function,
                        (block->function + UINT64_C(1)) * sizeof(uint32_t)))
        return false;
    ((uint32_t *)counters->by_function.memory)[block->function] = counters->count;
    return true;
}

static bool add(struct lprt_counters *counters, struct lprt_counter counter)
{
    if (!lprt_room_make(&counters->all, (counters->count + UINT64_C(1)) * sizeof counter))
        return false;
    ((struct lprt_counter *)counters->all.memory)[counters->count++] = counter;
    return counter.kind != LPROF_RECORD_BLOCK || note_block(counters, counter.payload);
}

bool lprt_counters_find(struct lprt_counters *counters, uint32_t thread)
{
    const uint64_t used = lprt_region_used();
    unsigned char *base = (unsigned char *)lprt_region_header();

    LPRT_GUARDED();
    if (!counters->seen)
        counters->seen = LPROF_HEADER_BYTES;
    while (counters->seen < used) {
        struct lprof_record *record = (struct lprof_record *)(base + counters->seen);
        if (!record->bytes)
            return false; /* it was let go meanwhile */
        const struct lprt_counter counter = counter_of(record->kind, record + 1);
        if (counter.sum_count && thread_of(record->kind, record + 1) == thread &&
            !add(counters, counter))
            return false;
        counters->seen += record->bytes;
    }
    return true;
}

bool lprt_counters_find_block(const struct lprt_counters *counters,
                              const struct lineprof_block *block, uint32_t *number)
{
    const uint32_t *by_function = counters->by_function.memory;
    const uint32_t function = block->function;

    if (function >= counters->by_function.bytes / sizeof *by_function ||
        !by_function[function])
        return false;
    *number = by_function[function] - 1;
    return lprt_counters_at(counters, *number)->payload == (const void *)block;
}

bool lprt_counters_find_edge(const struct lprt_counters *counters,
                             const struct lprof_edge *edge, uint32_t *number,
                             uint64_t *index)
{
    for (*number = 0; *number < counters->count; ++*number) {
        const struct lprt_counter *counter = lprt_counters_at(counters, *number);
        const uintptr_t first = (uintptr_t)counter->payload + sizeof(struct lprof_edges);
        const uintptr_t distance = (uintptr_t)edge - first;
        *index = distance / sizeof *edge;
        if (counter->kind == LPROF_RECORD_EDGES && *index < counter->elements)
            return true;
    }
    return false;
}
