/* SPDX-License-Identifier: MIT */
#include "model/profile_tally.h"

#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "model/flow/profile_flow.h"
#include "model/profile.h"
#include "model/profile_rate.h"
#include "model/tree/profile_nodes.h"

#include <math.h>
#include <stdlib.h>

/* Which edges have been seen: a chain that comes back to one is broken. */
struct edge_marks {
    uint64_t *table_starts; /* number of the first edge of each EDGES record */
    uint8_t *seen;          /* a byte an edge */
};

bool tally_find_thread(const struct tally *tally, uint32_t id, size_t *index)
{
    return lprof_find_id(tally->reader, LPROF_RECORD_THREAD, id, index);
}

bool tally_find_function(const struct tally *tally, uint32_t id, size_t *index)
{
    return lprof_find_id(tally->reader, LPROF_RECORD_FUNCTION, id, index);
}

bool tally_is_in_file(const struct tally *tally, uint64_t address)
{
    const struct lprof_header *header = lprof_reader_header(tally->reader);
    return address && address - header->base_address < header->used_bytes;
}

void tally_add_edge(struct tally *tally, struct tally_edge edge)
{
    tally->edges = memory_grown(tally->edges, tally->edge_count, &tally->edge_room,
                                sizeof *tally->edges);
    tally->edges[tally->edge_count++] = edge;
}

static void add_seen(struct tally *tally, struct tally_edge edge)
{
    tally->seen = memory_grown(tally->seen, tally->seen_count, &tally->seen_room,
                               sizeof *tally->seen);
    tally->seen[tally->seen_count++] = edge;
}

static bool is_timed_unit(const struct lprof_reader *reader, uint32_t id)
{
    struct lprof_unit_view unit;
    size_t index = 0;

    if (lprof_reader_header(reader)->mode == LPROF_MODE_HITS)
        return false;
    if (!lprof_find_id(reader, LPROF_RECORD_UNIT, id, &index))
        return true;
    lprof_take_unit(reader, index, &unit);
    return unit.fields.mode != LPROF_MODE_HITS;
}

static void take_functions(struct tally *tally)
{
    size_t cell_count = 0;

    tally->function_count = lprof_reader_count(tally->reader, LPROF_RECORD_FUNCTION);
    tally->functions = memory_zeroed(tally->function_count, sizeof *tally->functions);
    for (size_t i = 0; i < tally->function_count; i++) {
        struct tally_function *f = &tally->functions[i];
        lprof_take_function(tally->reader, i, &f->view);
        f->has_times = is_timed_unit(tally->reader, f->view.fields.unit);
        f->twin = i;
        cell_count += f->view.fields.site_count;
    }
    tally->cells = memory_zeroed(cell_count, sizeof *tally->cells);
    struct tally_cell *next = tally->cells;
    for (size_t i = 0; i < tally->function_count; i++) {
        tally->functions[i].cells = next;
        next += tally->functions[i].view.fields.site_count;
    }
}

bool thread_is_chosen(struct thread_choice choice, uint32_t id)
{
    for (size_t i = 0; i < choice.count; i++) {
        if (choice.ids[i] == id)
            return true;
    }
    return choice.count == 0;
}

static void take_threads(struct tally *tally, struct thread_choice choice)
{
    tally->thread_count = lprof_reader_count(tally->reader, LPROF_RECORD_THREAD);
    tally->threads = memory_zeroed(tally->thread_count, sizeof *tally->threads);
    for (size_t i = 0; i < tally->thread_count; i++) {
        struct tally_thread *t = &tally->threads[i];
        lprof_take_thread(tally->reader, i, &t->fields);
        t->counted = thread_is_chosen(choice, t->fields.thread);
        t->is_outdated = t->fields.flags & LPROF_THREAD_OUTDATED;
        if (t->fields.paused_at) /* what it had open then was charged */
            t->fields.last = t->fields.paused_at;
        t->last = t->fields.last;
        if (!t->fields.top) /* else the innermost frame knows better */
            tally->taken_out_ticks += t->fields.bias;
    }
}

/* Of a thread that is in the region. */
static void note_insides(struct tally *tally)
{
    struct lprof_inside inside;
    size_t index = 0;

    for (size_t i = 0; i < lprof_reader_count(tally->reader, LPROF_RECORD_INSIDE); i++) {
        lprof_take_inside(tally->reader, i, &inside);
        if (inside.flags & LPROF_INSIDE_OPEN &&
            tally_find_thread(tally, inside.thread, &index))
            tally->threads[index].since = inside.since;
    }
}

static bool is_weighted(const struct lprof_block_view *block)
{
    return block->fields.flags & LPROF_BLOCK_WEIGHTED;
}

/* In files that were merged, where nothing is sampled; else it is the writer's. */
static double variance_of(const struct lprof_block_view *block,
                          const struct lprof_cell *cell)
{
    if (is_weighted(block) || cell->sampled || cell->drawn)
        return 0;
    return (double)cell->variance + ldexp((double)cell->sampled_squares_high, 64);
}

/* What a line called where it may be profiled.  There the kernel's tick has seen calls
   that lasted. */
static double called_by(const struct lprof_cell *cell)
{
    const double called = flow_ticks(cell->child_ticks);

    return called > 0 ? called + flow_ticks(cell->outlier_ticks) : 0;
}

static void add_cell(const struct tally *tally, struct tally_cell *sum,
                     const struct lprof_block_view *block, uint32_t site)
{
    const struct lprof_cell *cell = &block->cells[site];

    count_add(&sum->hits, block->counters[site].hits);
    ticks_add(&sum->ticks, cell->ticks);
    sum->told += is_weighted(block) ? called_by(cell) : 0;
    if (is_weighted(block))
        sum->called += called_by(cell);
    else
        ticks_add(&sum->child_ticks, cell->child_ticks);
    sum->tells_calls |= is_weighted(block);
    sum->has_rest |= is_weighted(block) && cell->variance;
    sum->off_ns += (double)cell->off_ns;
    sum->variance += variance_of(block, cell);
    if (block->heap)
        tally_add_heap(&sum->heap, &block->heap_cells[site]);
    if (block->held)
        count_add(&sum->at_peak, tally_held_at_peak(lprof_reader_header(tally->reader),
                                                    &block->held[site]));
    if (!cell->timed || tally->is_inside)
        return;
    if (!sum->timed || cell->min_ticks < sum->min_ticks)
        sum->min_ticks = cell->min_ticks;
    if (cell->max_ticks > sum->max_ticks)
        sum->max_ticks = cell->max_ticks;
    count_add(&sum->timed, cell->timed);
}

static struct edge_marks make_marks(const struct lprof_reader *reader)
{
    const size_t tables = lprof_reader_count(reader, LPROF_RECORD_EDGES);
    struct edge_marks marks = {.table_starts = memory_zeroed(tables, sizeof(uint64_t))};
    struct lprof_table_view table;
    uint64_t count = 0;

    for (size_t i = 0; i < tables; i++) {
        lprof_take_table(reader, LPROF_RECORD_EDGES, i, &table);
        marks.table_starts[i] = count;
        count += table.count;
    }
    marks.seen = memory_zeroed(count, 1);
    return marks;
}

/* The edge at an address, once; false if nothing is there or it was seen before. */
static bool take_new_edge(struct tally *tally, struct edge_marks *marks, uint64_t address,
                          struct lprof_edge *edge)
{
    struct lprof_place place;
    struct lprof_table_view table;

    if (!lprof_find_edge(tally->reader, address, &place))
        return false;
    uint8_t *seen = &marks->seen[marks->table_starts[place.table] + place.element];
    if (*seen)
        return false;
    *seen = 1;
    lprof_take_table(tally->reader, LPROF_RECORD_EDGES, place.table, &table);
    lprof_take_edge(&table, place.element, edge);
    return true;
}

/* Of a block without frames the counts say who is called, but for what is called through
   pointers. */
static void add_edges(struct tally *tally, struct edge_marks *marks, size_t caller,
                      uint32_t site, const struct lprof_block_view *block)
{
    const uint64_t address = block->cells[site].edges;
    struct lprof_edge edge = {.next = address};

    while (tally_is_in_file(tally, edge.next)) {
        struct tally_edge sum = {.caller = caller, .site = site};
        const uint64_t at = edge.next;
        if (!take_new_edge(tally, marks, at, &edge)) {
            tally->loose_ends++;
            return;
        }
        if (tally->since)
            since_take_edge(&edge, at, tally->since);
        if (edge.function > UINT32_MAX ||
            !tally_find_function(tally, (uint32_t)edge.function, &sum.callee)) {
            tally->loose_ends++;
            continue;
        }
        sum.calls = edge.calls;
        sum.ticks = edge.ticks;
        if (!sum.calls && !sum.ticks)
            continue; /* after a reset, until it is called */
        if (is_weighted(block))
            add_seen(tally, sum);
        else
            tally_add_edge(tally, sum);
    }
}

/* What a probe costs is measured in whole ticks, with nothing around it that it could
   overlap with; in code it is a little more or less. */
static double cost_known_to(const struct lprof_header *header)
{
    static const double rounding = 0.5;
    static const double part = 1.0 / 32;

    return fmax(rounding, (double)header->probe_ticks * part);
}

static double ticks_a_ns(const struct lprof_header *header)
{
    const double ns = rate_exact_ns(rate_of(header), 1);

    return ns > 0 ? 1 / ns : 0;
}

static struct tally_basis basis_of(const struct tally *tally,
                                   const struct tally_thread *thread, bool weighted)
{
    return (struct tally_basis){.known_to =
                                    cost_known_to(lprof_reader_header(tally->reader)),
                                .ticks_a_ns = tally->ticks_a_ns,
                                .delayed = thread ? thread->delayed : 0,
                                .weighted = weighted};
}

/* A line is not nothing: it is left half of what lines are on average. */
static const double most_too_much = 63.0 / 64;
static const double least_of_usual = 0.5;
static const int rounds_to_take = 16;

/* Of what a line took itself; what it called has been cut where it went. */
static double own_of(const struct tally_sample *sample, const struct lprof_cell *cell)
{
    return fmax(sample->estimate - called_by(cell), 0);
}

static double part_to_take(const struct tally_sample *samples,
                           const struct lprof_block_view *block)
{
    double own = 0;

    for (uint32_t i = 0; i < block->fields.cell_count; i++)
        own += own_of(&samples[i], &block->cells[i]);
    const double left = fmax(own - flow_ticks(block->fields.ticks), 0);
    return fmin(1 - (own > 0 ? left / own : 0) * least_of_usual, most_too_much);
}

static double taken_from(const struct flow_part *part, const struct tally_sample *sample)
{
    return sample->estimate - part->more;
}

/* What the samples have too much comes from reading the clock, so each visit has as much
   of it as any other: those with less leave it to the others. */
static void take_from_own(struct flow_part *parts, const struct tally_sample *samples,
                          const struct lprof_block_view *block)
{
    const uint32_t count = block->fields.cell_count;
    const double most = part_to_take(samples, block);
    double too_much = flow_ticks(block->fields.ticks);

    for (int round = 0; round < rounds_to_take && too_much > 0; round++) {
        double visits = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (taken_from(&parts[i], &samples[i]) <
                own_of(&samples[i], &block->cells[i]) * most)
                visits += samples[i].drawn;
        }
        const double each = visits > 0 ? too_much / visits : 0;
        for (uint32_t i = 0; i < count; i++) {
            const double left = own_of(&samples[i], &block->cells[i]) * most -
                                taken_from(&parts[i], &samples[i]);
            const double part = fmin(each * samples[i].drawn, fmax(left, 0));
            parts[i].more -= part;
            too_much -= part;
        }
    }
}

/* A call in a line is a visit, too: from the reading before it to the one behind. */
static void take_from_called(struct tally *tally, struct tally_cell *cells,
                             struct flow_part *parts, const struct tally_sample *samples,
                             const struct lprof_block_view *block)
{
    const uint32_t count = block->fields.cell_count;
    double taken = 0;
    double visits = 0;

    for (uint32_t i = 0; i < count; i++) {
        taken += taken_from(&parts[i], &samples[i]);
        visits += samples[i].drawn;
    }
    tally->too_much += taken;
    tally->too_much_visits += taken > 0 ? visits : 0;
    for (uint32_t i = 0; i < count && visits > 0; i++) {
        const double called = fmin(called_by(&block->cells[i]), parts[i].more);
        const double part =
            fmin(taken / visits * samples[i].drawn, called * most_too_much);
        parts[i].more -= part;
        cells[i].called -= part;
    }
}

/* The thread did not run for as much of what is taken from a line as of all of it. */
static double off_of(double taken, const struct tally_sample *sample,
                     const struct lprof_cell *cell)
{
    const double all = sample->estimate + flow_ticks(cell->ticks);

    return all > 0 ? (double)cell->off_ns * fmin(taken / all, 1) : 0;
}

/* Where functions call one another in a circle, what is further in is in the calls of
   each activation around it: so of what is too much that is taken first.  Returns the
   rest. */
static double take_repeated(struct tally_cell *cells, struct flow_part *parts,
                            const struct lprof_block_view *block, double excess)
{
    const uint32_t count = block->fields.cell_count;
    double called = 0;

    for (uint32_t i = 0; i < count; i++)
        called += fmin(called_by(&block->cells[i]), parts[i].more);
    const double part = called > 0 ? fmin(excess / called, 1) : 0;
    for (uint32_t i = 0; i < count && part > 0; i++) {
        const double less = fmin(called_by(&block->cells[i]), parts[i].more) * part;
        parts[i].more -= less;
        cells[i].called -= less;
    }
    return excess - called * part;
}

/* Together the samples of a block are no longer than its thread has lived, and than the
   writer has seen that there was time for: what would be is cut there. */
static void take_samples(struct tally *tally, struct tally_function *f,
                         const struct lprof_block_view *block,
                         const struct tally_thread *thread)
{
    const struct tally_basis basis = basis_of(tally, thread, is_weighted(block));
    const uint32_t count = block->fields.cell_count;
    struct tally_sample *samples = memory_zeroed(count, sizeof *samples);
    struct flow_part *parts = memory_zeroed(count, sizeof *parts);
    double room = thread ? thread->life_ticks : INFINITY;
    double estimates = 0;

    for (uint32_t i = 0; i < count; i++) {
        samples[i] = tally_take_sample(&block->counters[i], &block->cells[i], basis);
        parts[i] =
            (struct flow_part){samples[i].estimate, samples[i].variance, samples[i].bias};
        room -= flow_ticks(block->cells[i].ticks);
    }
    if (is_weighted(block)) {
        take_from_own(parts, samples, block);
        take_from_called(tally, f->cells, parts, samples, block);
    }
    for (uint32_t i = 0; i < count; i++)
        estimates += parts[i].more;
    const double excess = fmax(estimates - fmax(room, 0), 0);
    f->cut_ticks += excess;
    flow_take_excess(parts, count,
                     is_weighted(block) ? take_repeated(f->cells, parts, block, excess)
                                        : excess);
    for (uint32_t i = 0; i < count; i++) {
        const double part =
            samples[i].estimate > 0 ? parts[i].more / samples[i].estimate : 1;
        tally_add_sample(&f->cells[i], &samples[i], part);
        f->cells[i].uncut += samples[i].estimate;
        f->cells[i].off_ns -=
            off_of(taken_from(&parts[i], &samples[i]), &samples[i], &block->cells[i]);
    }
    free(samples);
    free(parts);
}

static uint64_t at_most(uint64_t ticks, double life)
{
    return ticks <= INT64_MAX && (double)ticks > life ? (uint64_t)life : ticks;
}

/* Of a function without frames of its own: roughly, to compare threads by. */
static uint64_t ticks_of_lines(const struct lprof_block_view *block)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < block->fields.cell_count; i++) {
        ticks_add(&sum, block->cells[i].ticks);
        ticks_add(&sum, block->cells[i].sampled_ticks);
    }
    return sum - (block->fields.ticks < sum ? block->fields.ticks : sum);
}

/* What ran on fibers: its times are not known, and say nothing of the others'. */
static bool is_loose(const struct lprof_block_view *block)
{
    return block->fields.flags & LPROF_BLOCK_LOOSE;
}

static void add_kind(struct tally_function *f, const struct lprof_block_view *block)
{
    f->has_own = true;
    f->has_times = f->has_times && !(block->fields.flags & LPROF_BLOCK_UNTIMED);
}

static void add_visits(const struct tally *tally, struct tally_cell *sum,
                       const struct lprof_block_view *block, uint32_t site)
{
    struct lprof_histogram histogram;

    lprof_take_histogram(tally->reader, block, site, &histogram);
    visits_add_histogram(&sum->visits, &histogram);
}

static void add_block(struct tally *tally, struct edge_marks *marks,
                      const struct lprof_block_view *block, struct tally_thread *thread)
{
    size_t index = 0;

    if (!tally_find_function(tally, block->fields.function, &index))
        return; /* cannot be: the reader has checked it */
    struct tally_function *f = &tally->functions[index];
    f->has_block = true;
    f->has_heap |= block->heap != NULL;
    f->lacks_heap |= block->heap == NULL;
    count_add(&f->calls, block->fields.calls);
    f->primitive_calls = sum_of_known(f->primitive_calls, block->fields.primitive_calls);
    const bool is_sampled =
        block->fields.flags & (LPROF_BLOCK_CALLS_SAMPLED | LPROF_BLOCK_WEIGHTED);
    const double life = thread ? thread->life_ticks : INFINITY;
    const uint64_t ticks = is_weighted(block) ? 0
                           : is_sampled       ? at_most(block->fields.ticks, life)
                                              : block->fields.ticks;
    ticks_add(&f->ticks, ticks);
    f->off_ns += (double)block->fields.off_ns;
    f->most_ticks += life;
    f->calls_sampled |= is_sampled;
    if (is_loose(block))
        f->has_loose = true;
    else
        add_kind(f, block);
    if (thread && f->has_times)
        ticks_add(&thread->self_ticks,
                  is_weighted(block) ? ticks_of_lines(block) : ticks);
    take_samples(tally, f, block, thread);
    for (uint32_t i = 0; i < block->fields.cell_count; i++) {
        add_cell(tally, &f->cells[i], block, i);
        if (block->cells[i].timed && !tally->without_visits)
            add_visits(tally, &f->cells[i], block, i);
        add_edges(tally, marks, index, i, block);
        if (thread && f->has_times)
            ticks_subtract(&thread->self_ticks, block->cells[i].child_ticks);
    }
}

static void add_blocks(struct tally *tally, struct thread_choice choice)
{
    struct edge_marks marks = make_marks(tally->reader);
    struct block_since since = {0};
    struct lprof_block_view block;
    size_t index = 0;

    for (size_t i = 0; i < lprof_reader_count(tally->reader, LPROF_RECORD_BLOCK); i++) {
        lprof_take_block(tally->reader, i, &block);
        const bool known = tally_find_thread(tally, block.fields.thread, &index);
        if (!thread_is_chosen(choice, block.fields.thread) ||
            (known && tally->threads[index].is_outdated))
            continue;
        if (tally->since) {
            since_take_block(&since, tally->reader, &block, tally->since);
            block = since.view;
        }
        add_block(tally, &marks, &block, known ? &tally->threads[index] : NULL);
    }
    since_release_block(&since);
    free(marks.table_starts);
    free(marks.seen);
    for (size_t i = 0; i < tally->function_count; i++) {
        struct tally_function *f = &tally->functions[i];
        f->has_times = f->has_times && (f->has_own || !f->has_loose);
    }
}

/* By name, file and line: what makes functions one to the user. */
static int compare_identity(const struct tally_function *a,
                            const struct tally_function *b)
{
    const int names = text_order(a->view.name, b->view.name);
    if (names)
        return names;
    const int files =
        text_order(lprof_text_part(a->view.files, 0), lprof_text_part(b->view.files, 0));
    if (files)
        return files;
    return (a->view.fields.line > b->view.fields.line) -
           (a->view.fields.line < b->view.fields.line);
}

static int compare_for_twins(const void *a, const void *b)
{
    const struct tally_function *x = *(const struct tally_function *const *)a;
    const struct tally_function *y = *(const struct tally_function *const *)b;
    const int order = compare_identity(x, y);
    return order ? order : (x > y) - (x < y);
}

static void find_twins(struct tally *tally)
{
    struct tally_function **sorted = memory_zeroed(tally->function_count, sizeof *sorted);

    for (size_t i = 0; i < tally->function_count; i++)
        sorted[i] = &tally->functions[i];
    qsort(sorted, tally->function_count, sizeof *sorted, compare_for_twins);
    for (size_t i = 1; i < tally->function_count; i++) {
        if (!compare_identity(sorted[i - 1], sorted[i]))
            sorted[i]->twin = sorted[i - 1]->twin;
    }
    free(sorted);
}

static bool is_part(const struct tally_function *f)
{
    return f->view.fields.flags & LPROF_FUNCTION_PART;
}

static bool has_parts(const struct tally *tally)
{
    for (size_t i = 0; i < tally->function_count; i++) {
        if (is_part(&tally->functions[i]))
            return true;
    }
    return false;
}

/*
 * A function's part that runs while the function is open on the same thread would count
 * its time there twice, once by its own lines and once on the line that waits for it.
 * It stays with its own; the call is none.
 */
static void fold_parts(struct tally *tally)
{
    size_t kept = 0;

    find_twins(tally);
    for (size_t i = 0; i < tally->edge_count; i++) {
        const struct tally_edge *e = &tally->edges[i];
        struct tally_function *caller = &tally->functions[e->caller];
        const struct tally_function *callee = &tally->functions[e->callee];
        if (!is_part(callee) || caller->twin != callee->twin) {
            tally->edges[kept++] = *e;
            continue;
        }
        caller->ticks -= e->ticks;
        caller->cells[e->site].ticks -= e->ticks;
        caller->cells[e->site].child_ticks -= e->ticks;
    }
    tally->edge_count = kept;
}

void tally_begin(struct tally *tally, struct thread_choice choice)
{
    tally->probe_ticks = (double)lprof_reader_header(tally->reader)->probe_ticks;
    tally->ticks_a_ns = ticks_a_ns(lprof_reader_header(tally->reader));
    take_functions(tally);
    take_threads(tally, choice);
    if (tally->is_inside)
        note_insides(tally);
    tally->region_count = lprof_reader_count(tally->reader, LPROF_RECORD_REGION);
    tally->regions = memory_zeroed(tally->region_count, sizeof *tally->regions);
}

void tally_make(struct tally *tally, const struct tally_request *request)
{
    const struct lprof_reader *reader = request->reader;
    const struct thread_choice choice = request->threads;

    *tally = (struct tally){
        .reader = reader,
        .since = request->since,
        .without_visits = request->without_visits,
        .is_inside = request->is_inside,
    };
    tally_begin(tally, choice);
    tally_close_open(tally);
    tally_find_lives(tally);
    add_blocks(tally, choice);
    tally_add_counts(tally, choice);
    tally_add_nodes(tally, choice);
    if (lprof_reader_header(reader)->state == LPROF_STATE_COMPLETE)
        tally->taken_out_ticks = lprof_reader_header(reader)->taken_out_ticks;
    if (tally->since)
        since_leave_out_open(tally, choice);
    if (has_parts(tally))
        fold_parts(tally);
    tally_flow(tally);
    tally_fold_calls(tally);
}

void tally_release(struct tally *tally)
{
    free(tally->functions);
    free(tally->cells);
    free(tally->threads);
    free(tally->regions);
    free(tally->edges);
    free(tally->seen);
    free(tally->nodes);
    free(tally->open_nodes);
    *tally = (struct tally){0};
}
