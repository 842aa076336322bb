/* SPDX-License-Identifier: MIT */
/*
 * A file as if it had been counted in a region alone.  Of a thread that is in the region
 * counters are as they are, less what they were outside; of another they are what they
 * were inside.  What stands for open activations is only of threads of the first kind.
 */
#include "lprof_internal.h"

#include <stdlib.h>
#include <string.h>

/* The copy that is being made. */
struct copy {
    const struct lprof_reader *reader;
    uint8_t *bytes;
    struct lprof_text name;
    uint32_t *open; /* ids of the threads that are in the region */
    size_t open_count;
};

static bool is_named(const struct copy *copy, uint64_t region)
{
    struct lprof_region_view view;
    size_t index = 0;

    if (!lprof_find_region(copy->reader, region, &index))
        return false;
    lprof_take_region(copy->reader, index, &view);
    return view.name.size == copy->name.size &&
           memcmp(view.name.bytes, copy->name.bytes, view.name.size) == 0;
}

static bool is_open(const struct copy *copy, uint32_t thread)
{
    for (size_t i = 0; i < copy->open_count; i++) {
        if (copy->open[i] == thread)
            return true;
    }
    return false;
}

/* The place of a record's payload in the copy. */
static void *payload_in(const struct copy *copy, enum lprof_record_kind kind,
                        size_t index)
{
    return copy->bytes +
           (lprof_payload_of(copy->reader, kind, index).bytes - copy->reader->bytes);
}

static enum lprof_status is_damaged(struct lprof_detail *detail)
{
    if (detail)
        *detail = (struct lprof_detail){.what = "INSIDE_SUMS record"};
    return LPROF_DAMAGED;
}

/* ---- The words that sums are of ---- */

/* What is done to each, in the order of the tables; a number of two words is one of them
   and the next. */
struct visitor {
    void (*visit)(struct visitor *visitor, uint64_t *word, bool is_high);
    const uint64_t *sums; /* the next of a table */
    uint64_t count;       /* words of it; */
    uint64_t left;        /* and those to come, modulo 2^64 */
    bool carries;         /* the last word has run over, or under */
};

static void visit(struct visitor *visitor, void *word, bool is_high)
{
    visitor->visit(visitor, word, is_high);
}

#define VISIT(type, name, doc) visit(v, &at->name, false);

_Static_assert(sizeof(struct lprof_site_sums) == 14 * sizeof(uint64_t),
               "as many words as are visited, in their order");

static void visit_site(struct visitor *v, struct lprof_counter *counter,
                       struct lprof_cell *cell)
{
    visit(v, &counter->hits, false);
    visit(v, &cell->ticks, false);
    visit(v, &cell->child_ticks, false);
    visit(v, &cell->timed, false);
    visit(v, &cell->off_ns, false);
    visit(v, &cell->drawn, false);
    visit(v, &cell->sampled, false);
    visit(v, &cell->sampled_ticks, false);
    visit(v, &cell->sampled_off_ns, false);
    visit(v, &cell->outliers, false);
    visit(v, &cell->outlier_ticks, false);
    visit(v, &cell->variance, false);
    visit(v, &cell->sampled_squares_low, false);
    visit(v, &cell->sampled_squares_high, true);
}

static void visit_head(struct visitor *v, struct lprof_block *at)
{
    LPROF_BLOCK_SUMS_FIELDS(VISIT)
}

static void visit_block(struct visitor *v, struct lprof_payload payload)
{
    uint8_t *bytes = (uint8_t *)payload.bytes;
    struct lprof_block *block = (struct lprof_block *)bytes;
    const uint64_t count = block->cell_count;
    struct lprof_counter *counters = (struct lprof_counter *)(block + 1);
    struct lprof_cell *cells = (struct lprof_cell *)(bytes + LPROF_CELLS_AT(count));
    uint64_t *heap = (uint64_t *)(bytes + LPROF_HEAP_AT(block->flags, count) +
                                  sizeof(struct lprof_heap));
    const uint64_t heap_words =
        block->heap ? count * (sizeof(struct lprof_heap_cell) / sizeof *heap) : 0;

    visit_head(v, block);
    for (uint64_t i = 0; i < count; i++)
        visit_site(v, &counters[i], &cells[i]);
    for (uint64_t i = 0; i < heap_words; i++)
        visit(v, &heap[i], false);
}

static void visit_edge(struct visitor *v, struct lprof_edge *at)
{
    LPROF_EDGE_SUMS_FIELDS(VISIT)
}

/* Edges may be longer than this version knows, or shorter. */
static void visit_edges(struct visitor *v, struct lprof_payload payload)
{
    const struct lprof_edges *edges = (const struct lprof_edges *)payload.bytes;
    uint8_t *bytes = (uint8_t *)(uintptr_t)(edges + 1);

    for (uint64_t i = 0; i < edges->capacity; i++, bytes += edges->edge_bytes) {
        struct lprof_edge edge = {0};
        memcpy(&edge, bytes, LPROF_EDGE_MIN_BYTES);
        visit_edge(v, &edge);
        memcpy(bytes, &edge, LPROF_EDGE_MIN_BYTES);
    }
}

static void visit_region(struct visitor *v, struct lprof_payload payload)
{
    struct lprof_region *at = (struct lprof_region *)payload.bytes;

    LPROF_REGION_SUMS_FIELDS(VISIT)
}

static void visit_counts(struct visitor *v, struct lprof_payload payload)
{
    const struct lprof_counts *fields = (const struct lprof_counts *)payload.bytes;
    struct lprof_count *counts = (struct lprof_count *)(uintptr_t)(fields + 1);

    for (uint64_t i = 0; i < fields->count_count; i++)
        visit(v, &counts[i].count, false);
}

static const struct {
    enum lprof_record_kind kind;
    void (*visit)(struct visitor *visitor, struct lprof_payload payload);
} summed[] = {
    {LPROF_RECORD_BLOCK,  visit_block },
    {LPROF_RECORD_EDGES,  visit_edges },
    {LPROF_RECORD_REGION, visit_region},
    {LPROF_RECORD_COUNTS, visit_counts},
};

enum { SUMMED = sizeof summed / sizeof summed[0] };

static void clear_word(struct visitor *visitor, uint64_t *word, bool is_high)
{
    (void)visitor;
    (void)is_high;
    *word = 0;
}

/* The next of the table; where there are too few, `left` is not 0 in the end. */
static uint64_t next_sum(struct visitor *v)
{
    return v->left-- - 1 < v->count ? *v->sums++ : 0;
}

static void subtract_sum(struct visitor *v, uint64_t *word, bool is_high)
{
    const uint64_t sum = next_sum(v);
    const uint64_t borrow =
        is_high && v->carries; /* the low word was less than its sum */

    v->carries = *word < sum;
    *word -= sum + borrow;
}

static void add_sum(struct visitor *v, uint64_t *word, bool is_high)
{
    const uint64_t sum = next_sum(v);
    const uint64_t carry = is_high && v->carries;

    *word += sum;
    v->carries = *word < sum;
    *word += carry;
}

/* ---- Records as sums are of them ---- */

static uint32_t thread_of(enum lprof_record_kind kind, const void *payload)
{
    return kind == LPROF_RECORD_BLOCK ? ((const struct lprof_block *)payload)->thread
                                      : *(const uint32_t *)payload;
}

static bool counts_down(const struct lprof_block *block)
{
    return !(block->flags & LPROF_BLOCK_WEIGHTED);
}

/* Visits so far, as if the next one that is timed came now; and of single ones nothing.
 */
static void level_block(void *payload)
{
    struct lprof_block *block = payload;
    const uint64_t count = block->cell_count;
    struct lprof_counter *counters = (struct lprof_counter *)(block + 1);
    struct lprof_cell *cells =
        (struct lprof_cell *)((uint8_t *)payload + LPROF_CELLS_AT(count));

    for (uint64_t i = 0; i < count; i++) {
        if (counts_down(block) && cells[i].drawn)
            cells[i].drawn -= counters[i].skip + 1;
        counters[i].skip = 0;
        cells[i].min_ticks = cells[i].max_ticks = 0;
    }
    memset(cells + count, 0, LPROF_HISTOGRAMS_BYTES(block->flags, count));
}

static void set_next_visits(void *payload)
{
    struct lprof_block *block = payload;
    const uint64_t count = block->cell_count;
    struct lprof_cell *cells =
        (struct lprof_cell *)((uint8_t *)payload + LPROF_CELLS_AT(count));

    for (uint64_t i = 0; counts_down(block) && i < count; i++)
        cells[i].drawn += cells[i].drawn != 0;
}

static void level_counts(void *payload)
{
    struct lprof_counts *fields = payload;
    struct lprof_count *counts = (struct lprof_count *)(fields + 1);

    for (uint64_t i = 0; i < fields->count_count; i++) {
        counts[i].count += counts[i].bias;
        counts[i].bias = 0;
    }
}

/* The address of a record's payload. */
static uint64_t address_in(const struct copy *copy, const void *payload)
{
    return (uint64_t)((const uint8_t *)payload - copy->bytes) +
           copy->reader->header.base_address;
}

/* How long others' activations took is not of those in the region. */
static void level_region(const struct copy *copy, void *payload)
{
    struct lprof_region *region = payload;

    if (!is_named(copy, address_in(copy, payload)))
        region->min_ticks = region->max_ticks = 0;
}

static void level(const struct copy *copy, enum lprof_record_kind kind, void *payload)
{
    if (kind == LPROF_RECORD_BLOCK)
        level_block(payload);
    else if (kind == LPROF_RECORD_COUNTS)
        level_counts(payload);
    else if (kind == LPROF_RECORD_REGION)
        level_region(copy, payload);
}

/* All that has sums is as it is before these are looked at. */
static void begin_records(const struct copy *copy)
{
    struct visitor clear = {.visit = clear_word};

    for (size_t i = 0; i < SUMMED; i++) {
        const enum lprof_record_kind kind = summed[i].kind;
        for (size_t j = 0; j < copy->reader->kinds[kind].count; j++) {
            void *payload = payload_in(copy, kind, j);
            level(copy, kind, payload);
            if (!is_open(copy, thread_of(kind, payload)))
                summed[i].visit(&clear, (struct lprof_payload){.bytes = payload});
        }
    }
}

/* A running program's file: a count may have been read before the region began again, and
   its sum after that. */
static void clamp(uint64_t *count)
{
    if (*count > INT64_MAX)
        *count = 0;
}

static void clamp_block(void *payload)
{
    struct lprof_block *block = payload;
    const uint64_t count = block->cell_count;
    struct lprof_counter *counters = (struct lprof_counter *)(block + 1);
    struct lprof_cell *cells =
        (struct lprof_cell *)((uint8_t *)payload + LPROF_CELLS_AT(count));

    clamp(&block->calls);
    clamp(&block->primitive_calls);
    for (uint64_t i = 0; i < count; i++) {
        clamp(&counters[i].hits);
        clamp(&cells[i].timed);
        clamp(&cells[i].drawn);
        clamp(&cells[i].sampled);
        clamp(&cells[i].outliers);
    }
}

static void clamp_counts(void *payload)
{
    struct lprof_counts *fields = payload;
    struct lprof_count *counts = (struct lprof_count *)(fields + 1);

    for (uint64_t i = 0; i < fields->count_count; i++)
        clamp(&counts[i].count);
}

static void end_records(const struct copy *copy)
{
    const struct lprof_kind_index *kinds = copy->reader->kinds;

    for (size_t i = 0; i < kinds[LPROF_RECORD_BLOCK].count; i++) {
        void *block = payload_in(copy, LPROF_RECORD_BLOCK, i);
        clamp_block(block);
        set_next_visits(block);
    }
    for (size_t i = 0; i < kinds[LPROF_RECORD_COUNTS].count; i++)
        clamp_counts(payload_in(copy, LPROF_RECORD_COUNTS, i));
    for (size_t i = 0; i < kinds[LPROF_RECORD_REGION].count; i++)
        clamp(&((struct lprof_region *)payload_in(copy, LPROF_RECORD_REGION, i))->calls);
}

/* ---- Sums ---- */

/* The record of a kind whose payload is at an address. */
static bool find_record(const struct lprof_reader *reader, enum lprof_record_kind kind,
                        uint64_t address, size_t *index)
{
    const struct lprof_kind_index *all = &reader->kinds[kind];
    const uint64_t offset =
        address - reader->header.base_address - sizeof(struct lprof_record);
    size_t low = 0;

    for (size_t high = all->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (all->offsets[middle] < offset)
            low = middle + 1;
        else
            high = middle;
    }
    *index = low;
    return low < all->count && all->offsets[low] == offset;
}

static bool add_table(const struct copy *copy, const struct lprof_inside_sums_view *view,
                      bool is_open)
{
    struct visitor visitor = {.visit = is_open ? subtract_sum : add_sum,
                              .sums = is_open ? view->outside : view->inside,
                              .count = view->fields.sum_count,
                              .left = view->fields.sum_count};
    size_t index = 0;

    for (size_t i = 0; i < SUMMED; i++) {
        if (!find_record(copy->reader, summed[i].kind, view->fields.of, &index))
            continue;
        const uint8_t *payload = payload_in(copy, summed[i].kind, index);
        summed[i].visit(&visitor, (struct lprof_payload){.bytes = payload});
        return visitor.left == 0;
    }
    return false;
}

/* From before counting began anew all are 0. */
static bool apply(const struct copy *copy, const struct lprof_inside_sums_view *view)
{
    struct lprof_inside inside;
    size_t index = 0;

    if (!find_record(copy->reader, LPROF_RECORD_INSIDE, view->fields.inside, &index))
        return false;
    lprof_take_inside(copy->reader, index, &inside);
    return !is_named(copy, inside.region) ||
           inside.resets != copy->reader->header.resets ||
           add_table(copy, view, inside.flags & LPROF_INSIDE_OPEN);
}

static bool apply_all(const struct copy *copy)
{
    const size_t count = lprof_reader_count(copy->reader, LPROF_RECORD_INSIDE_SUMS);
    struct lprof_inside_sums_view view;

    for (size_t i = 0; i < count; i++) {
        lprof_take_inside_sums(copy->reader, i, &view);
        if (!apply(copy, &view))
            return false;
    }
    return true;
}

/* ---- Threads ---- */

static void note_open(struct copy *copy)
{
    struct lprof_inside inside;

    for (size_t i = 0; i < lprof_reader_count(copy->reader, LPROF_RECORD_INSIDE); i++) {
        lprof_take_inside(copy->reader, i, &inside);
        if (inside.flags & LPROF_INSIDE_OPEN && is_named(copy, inside.region))
            copy->open[copy->open_count++] = inside.thread;
    }
}

/* How long a thread was in the region, but for what is open. */
static uint64_t ticks_on(const struct copy *copy, uint32_t thread)
{
    struct lprof_region_view view;
    uint64_t ticks = 0;

    for (size_t i = 0; i < lprof_reader_count(copy->reader, LPROF_RECORD_REGION); i++) {
        lprof_take_region(copy->reader, i, &view);
        if (view.fields.thread == thread && view.name.size == copy->name.size &&
            !memcmp(view.name.bytes, copy->name.bytes, view.name.size))
            ticks += view.fields.ticks;
    }
    return ticks;
}

static uint64_t begun_on(const struct copy *copy, uint32_t thread)
{
    struct lprof_inside inside;

    for (size_t i = 0; i < lprof_reader_count(copy->reader, LPROF_RECORD_INSIDE); i++) {
        lprof_take_inside(copy->reader, i, &inside);
        if (inside.thread == thread && inside.flags & LPROF_INSIDE_OPEN &&
            is_named(copy, inside.region))
            return inside.begun;
    }
    return 0;
}

/* It has lived for as long as it was in the region. */
static void set_thread(const struct copy *copy, size_t index)
{
    const struct lprof_payload payload =
        lprof_payload_of(copy->reader, LPROF_RECORD_THREAD, index);
    struct lprof_thread thread;

    lprof_take_thread(copy->reader, index, &thread);
    thread.lived = ticks_on(copy, thread.thread);
    thread.begun = begun_on(copy, thread.thread);
    if (!is_open(copy, thread.thread)) {
        thread.lived += thread.lived == 0;
        thread.top = thread.bias = thread.last = thread.paused_at = 0;
    }
    memcpy(payload_in(copy, LPROF_RECORD_THREAD, index), &thread,
           payload.size < sizeof thread ? payload.size : sizeof thread);
}

/* Files may have elements of any size. */
static struct lprof_open_region take_open(const uint8_t *at)
{
    struct lprof_open_region open = {0};

    memcpy(&open, at, LPROF_OPEN_REGION_MIN_BYTES);
    return open;
}

/* What is around the region begins with it. */
static void begin_with(const struct copy *copy, struct lprof_open_regions *fields)
{
    uint8_t *table = (uint8_t *)(fields + 1);
    const uint32_t bytes = fields->region_bytes;
    const uint64_t count =
        fields->open < fields->capacity ? fields->open : fields->capacity;
    uint64_t own = 0;

    while (own < count && !is_named(copy, take_open(table + own * bytes).region))
        own++;
    for (uint64_t i = 0; own < count && i < own; i++) {
        struct lprof_open_region around = take_open(table + i * bytes);
        around.begun = around.region ? take_open(table + own * bytes).begun : 0;
        around.inside = 0;
        memcpy(table + i * bytes, &around, LPROF_OPEN_REGION_MIN_BYTES);
    }
}

static void set_threads(const struct copy *copy)
{
    const struct lprof_reader *reader = copy->reader;

    for (size_t i = 0; i < lprof_reader_count(reader, LPROF_RECORD_THREAD); i++)
        set_thread(copy, i);
    for (size_t i = 0; i < lprof_reader_count(reader, LPROF_RECORD_OPEN_REGIONS); i++) {
        struct lprof_open_regions *fields =
            payload_in(copy, LPROF_RECORD_OPEN_REGIONS, i);
        if (is_open(copy, fields->thread))
            begin_with(copy, fields);
        else
            fields->open = 0;
    }
}

/* The region is the only one that is known to be open. */
static void close_others(const struct copy *copy)
{
    for (size_t i = 0; i < lprof_reader_count(copy->reader, LPROF_RECORD_INSIDE); i++) {
        struct lprof_inside *inside = payload_in(copy, LPROF_RECORD_INSIDE, i);
        if (!is_named(copy, inside->region))
            inside->flags &= ~(uint32_t)LPROF_INSIDE_OPEN;
    }
}

static void set_header(uint8_t *bytes)
{
    struct lprof_header header;

    memcpy(&header, bytes, sizeof header);
    header.taken_out_ticks = 0;
    header.parts = 0;
    header.end_bytes = 0;
    memcpy(bytes, &header, sizeof header);
}

static enum lprof_status fill(struct copy *copy, struct lprof_detail *detail)
{
    const struct lprof_reader *reader = copy->reader;

    if (reader->size < sizeof reader->header ||
        reader->header.header_bytes < sizeof reader->header)
        return is_damaged(detail);
    memcpy(copy->bytes, reader->bytes, reader->size);
    note_open(copy);
    begin_records(copy);
    if (!apply_all(copy))
        return is_damaged(detail);
    end_records(copy);
    set_threads(copy);
    close_others(copy);
    set_header(copy->bytes);
    return LPROF_OK;
}

enum lprof_status lprof_reader_open_inside(struct lprof_reader **out,
                                           const struct lprof_reader *reader,
                                           struct lprof_text name,
                                           struct lprof_detail *detail)
{
    const size_t most = lprof_reader_count(reader, LPROF_RECORD_INSIDE);
    struct copy copy = {.reader = reader, .name = name};
    enum lprof_status status = LPROF_NO_MEMORY;

    copy.bytes = malloc(reader->size + 1);
    copy.open = calloc(most + 1, sizeof *copy.open);
    if (copy.bytes && copy.open)
        status = fill(&copy, detail);
    if (!status)
        status = lprof_reader_open_bytes(out, copy.bytes, reader->size, detail);
    free(copy.bytes);
    free(copy.open);
    return status;
}
