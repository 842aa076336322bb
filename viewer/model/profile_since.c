/* SPDX-License-Identifier: MIT */
/*
 * What a program has done since an earlier reading of its file.  Records never move and
 * counters only grow, so what each held before is subtracted, at the same address.
 */
#include "base/memory.h"
#include "model/profile_tally.h"
#include "model/tree/profile_nodes.h"

#include <math.h>
#include <stdlib.h>

/* ---- Blocks ---- */

static void make_tables(struct block_since *out, uint32_t count)
{
    since_release_block(out);
    out->counters = memory_zeroed(count, sizeof *out->counters);
    out->cells = memory_zeroed(count, sizeof *out->cells);
    out->histograms = memory_zeroed(count, sizeof *out->histograms);
    out->heap_cells = memory_zeroed(count, sizeof *out->heap_cells);
}

static void subtract_squares(struct lprof_cell *cell, const struct lprof_cell *before)
{
    const uint64_t low = cell->sampled_squares_low;

    cell->sampled_squares_low -= before->sampled_squares_low;
    cell->sampled_squares_high -= before->sampled_squares_high;
    cell->sampled_squares_high -= low < before->sampled_squares_low;
}

static void subtract_cell(struct lprof_cell *cell, const struct lprof_cell *before)
{
    cell->ticks -= before->ticks;
    cell->child_ticks -= before->child_ticks;
    cell->timed -= before->timed;
    cell->off_ns -= before->off_ns;
    cell->sampled -= before->sampled;
    cell->sampled_ticks -= before->sampled_ticks;
    cell->sampled_off_ns -= before->sampled_off_ns;
    cell->outliers -= before->outliers;
    cell->outlier_ticks -= before->outlier_ticks;
    subtract_squares(cell, before);
}

static void subtract_histogram(struct lprof_histogram *histogram,
                               const struct lprof_histogram *before)
{
    for (unsigned i = 0; i < LPROF_HISTOGRAM_BUCKETS; i++)
        histogram->counts[i] -= before->counts[i];
}

/* A shortest or longest visit of before may not have been equalled: then the buckets of
   what is left say it, as nearly as they can. */
static void narrow(struct lprof_cell *cell, const struct lprof_cell *before,
                   const struct lprof_histogram *left)
{
    unsigned low = 0;
    unsigned high = LPROF_HISTOGRAM_BUCKETS - 1;

    while (low < high && !left->counts[low])
        low++;
    while (high > low && !left->counts[high])
        high--;
    const uint64_t least = (uint64_t)ceil(visits_bucket_begin(low));
    const uint64_t most = (uint64_t)floor(visits_bucket_begin(high + 1));
    if (before->timed && cell->min_ticks >= before->min_ticks && cell->min_ticks < least)
        cell->min_ticks = least;
    if (before->timed && cell->max_ticks <= before->max_ticks && cell->max_ticks > most)
        cell->max_ticks = most;
    if (cell->max_ticks < cell->min_ticks)
        cell->max_ticks = cell->min_ticks;
}

/* Visits of a line since it is sampled, by weight where they have one. */
static uint64_t drawn_in(const struct lprof_block_view *block, uint32_t site)
{
    return block->fields.flags & LPROF_BLOCK_WEIGHTED
               ? block->cells[site].drawn
               : tally_sampled_visits(&block->counters[site], &block->cells[site]);
}

static void subtract_block(struct block_since *out, const struct lprof_block_view *before,
                           const struct lprof_reader *since)
{
    struct lprof_histogram histogram;

    out->view.fields.calls -= before->fields.calls;
    out->view.fields.primitive_calls -= before->fields.primitive_calls;
    out->view.fields.ticks -= before->fields.ticks;
    out->view.fields.off_ns -= before->fields.off_ns;
    for (uint32_t i = 0; i < before->fields.cell_count; i++) {
        out->counters[i].hits -= before->counters[i].hits;
        out->cells[i].drawn -= drawn_in(before, i);
        subtract_cell(&out->cells[i], &before->cells[i]);
        lprof_take_histogram(since, before, i, &histogram);
        subtract_histogram(&out->histograms[i], &histogram);
        narrow(&out->cells[i], &before->cells[i], &out->histograms[i]);
        if (before->heap)
            tally_leave_out_heap(&out->heap_cells[i], &before->heap_cells[i]);
    }
}

bool since_was_outdated(const struct lprof_reader *since, uint32_t thread)
{
    struct lprof_thread before;
    size_t index = 0;

    if (!lprof_find_id(since, LPROF_RECORD_THREAD, thread, &index))
        return false;
    lprof_take_thread(since, index, &before);
    return before.flags & LPROF_THREAD_OUTDATED;
}

void since_take_block(struct block_since *out, const struct lprof_reader *reader,
                      const struct lprof_block_view *block,
                      const struct lprof_reader *since)
{
    const bool counts_down = !(block->fields.flags & LPROF_BLOCK_WEIGHTED);
    const uint32_t count = block->fields.cell_count;
    struct lprof_block_view before;
    size_t index = 0;

    make_tables(out, count);
    out->view = *block;
    out->view.counters = out->counters;
    out->view.cells = out->cells;
    out->view.histograms = out->histograms;
    out->view.heap_cells = out->heap_cells;
    for (uint32_t i = 0; i < count; i++) {
        out->counters[i].hits = block->counters[i].hits;
        out->cells[i] = block->cells[i];
        if (counts_down &&
            block->cells[i].drawn) /* as if the next one to be timed came now */
            out->cells[i].drawn = drawn_in(block, i) + 1;
        lprof_take_histogram(reader, block, i, &out->histograms[i]);
        if (block->heap)
            out->heap_cells[i] = block->heap_cells[i];
    }
    if (since_was_outdated(since, block->fields.thread) ||
        !lprof_find_block(since, block->address, &index))
        return;
    lprof_take_block(since, index, &before);
    if (before.fields.cell_count == count)
        subtract_block(out, &before, since);
}

void since_release_block(struct block_since *block)
{
    free(block->counters);
    free(block->cells);
    free(block->histograms);
    free(block->heap_cells);
    *block = (struct block_since){0};
}

/* ---- Edges ---- */

void since_take_edge(struct lprof_edge *edge, uint64_t address,
                     const struct lprof_reader *since)
{
    struct lprof_place place;
    struct lprof_table_view table;
    struct lprof_edge before;

    if (!lprof_find_edge(since, address, &place))
        return;
    lprof_take_table(since, LPROF_RECORD_EDGES, place.table, &table);
    if (since_was_outdated(since, table.thread))
        return;
    lprof_take_edge(&table, place.element, &before);
    edge->calls -= before.calls;
    edge->ticks -= before.ticks;
}

void since_take_node(struct lprof_node *node, uint64_t address,
                     const struct lprof_reader *since)
{
    struct lprof_place place;
    struct lprof_table_view table;
    struct lprof_node before;

    if (!lprof_find_node(since, address, &place))
        return;
    lprof_take_table(since, LPROF_RECORD_NODES, place.table, &table);
    if (since_was_outdated(since, table.thread))
        return;
    lprof_take_node(&table, place.element, &before);
    node->calls -= before.calls;
    node->ticks -= before.ticks;
}

/* ---- Counts ---- */

bool since_find_counts(const struct lprof_counts_view *counts,
                       const struct lprof_reader *since, struct lprof_counts_view *before)
{
    size_t index = 0;

    if (!lprof_find_counts(since, counts->address, &index))
        return false;
    lprof_take_counts(since, index, before);
    return !(before->fields.flags & LPROF_COUNTS_OUTDATED) &&
           before->fields.thread == counts->fields.thread &&
           before->fields.module == counts->fields.module &&
           before->fields.count_count == counts->fields.count_count;
}

/* ---- What was open ---- */

static void leave_out_function(struct tally_function *f,
                               const struct tally_function *open)
{
    if (f->view.fields.site_count != open->view.fields.site_count)
        return; /* not the same file */
    f->ticks -= open->ticks;
    for (uint32_t i = 0; i < open->view.fields.site_count; i++) {
        f->cells[i].ticks -= open->cells[i].ticks;
        f->cells[i].child_ticks -= open->cells[i].child_ticks;
        tally_leave_out_heap(&f->cells[i].heap, &open->cells[i].heap);
        f->cells[i].called -= open->cells[i].called;
    }
}

static bool is_same_edge(const struct tally_edge *a, const struct tally_edge *b)
{
    return a->caller == b->caller && a->callee == b->callee && a->site == b->site;
}

/* Of edges that are the same one each takes up to what it has. */
static void leave_out_edge(struct tally *tally, const struct tally_edge *open)
{
    uint64_t left = open->ticks;

    for (size_t i = 0; left && i < tally->edge_count; i++) {
        struct tally_edge *edge = &tally->edges[i];
        if (!is_same_edge(edge, open) || edge->ticks > INT64_MAX)
            continue;
        const uint64_t part = left < edge->ticks ? left : edge->ticks;
        edge->ticks -= part;
        left -= part;
    }
}

void since_leave_out_open(struct tally *tally, struct thread_choice choice)
{
    struct tally open = {.reader = tally->since};

    tally_begin(&open, choice);
    tally_close_open(&open);
    for (size_t i = 0; i < open.function_count && i < tally->function_count; i++)
        leave_out_function(&tally->functions[i], &open.functions[i]);
    for (size_t i = 0; i < open.edge_count; i++)
        leave_out_edge(tally, &open.edges[i]);
    tally_leave_out_nodes(tally, &open);
    for (size_t i = 0; i < open.thread_count && i < tally->thread_count; i++)
        tally->threads[i].self_ticks -= open.threads[i].self_ticks;
    for (size_t i = 0; i < open.region_count && i < tally->region_count; i++) {
        tally->regions[i].ticks -= open.regions[i].ticks;
        tally->regions[i].self_ticks -= open.regions[i].self_ticks;
    }
    tally->taken_out_ticks -= open.taken_out_ticks;
    tally_release(&open);
}
