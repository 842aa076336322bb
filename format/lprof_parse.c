/* SPDX-License-Identifier: MIT */
/* Takes payloads apart.  The only place that turns lengths into pointers. */
#include "lprof_internal.h"

#include <stddef.h>
#include <string.h>

/* What is left of a payload.  `bad` is sticky: once a piece was longer than what was
   left, all further pieces are empty. */
struct cursor {
    const uint8_t *at;
    uint64_t left;
    bool bad;
};

static struct cursor cursor_on(struct lprof_payload payload)
{
    return (struct cursor){.at = payload.bytes, .left = payload.size};
}

static const void *take_piece(struct cursor *c, uint64_t size)
{
    if (c->bad || size > c->left) {
        c->bad = true;
        return NULL;
    }
    const void *piece = c->at;
    c->at += size;
    c->left -= size;
    return piece;
}

static void take_fields(struct cursor *c, void *fields, size_t size)
{
    const void *piece = take_piece(c, size);
    if (piece)
        memcpy(fields, piece, size);
    else
        memset(fields, 0, size);
}

static struct lprof_text take_text(struct cursor *c, uint32_t size)
{
    const char *bytes = take_piece(c, size);
    return (struct lprof_text){.bytes = bytes, .size = bytes ? size : 0};
}

/* A table of count elements; neither factor is to be trusted. */
static const void *take_table(struct cursor *c, uint64_t count, uint64_t element_bytes)
{
    uint64_t size = 0;
    if (__builtin_mul_overflow(count, element_bytes, &size))
        c->bad = true;
    return take_piece(c, size);
}

bool lprof_parse_process(struct lprof_payload payload, struct lprof_process_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_process fields;

    take_fields(&c, &fields, sizeof fields);
    out->program = take_text(&c, fields.program_bytes);
    out->command = take_text(&c, fields.command_bytes);
    out->host = take_text(&c, fields.host_bytes);
    out->directory = take_text(&c, fields.directory_bytes);
    return !c.bad;
}

bool lprof_parse_job(struct lprof_payload payload, struct lprof_job_view *out)
{
    struct cursor c = cursor_on(payload);

    take_fields(&c, &out->fields, sizeof out->fields);
    out->id = take_text(&c, out->fields.id_bytes);
    return !c.bad;
}

bool lprof_parse_members(struct lprof_payload payload, struct lprof_members *out)
{
    struct cursor c = cursor_on(payload);

    take_fields(&c, out, sizeof *out);
    return !c.bad;
}

bool lprof_parse_unit(struct lprof_payload payload, struct lprof_unit_view *out)
{
    struct cursor c = cursor_on(payload);

    take_fields(&c, &out->fields, sizeof out->fields);
    out->directory = take_text(&c, out->fields.directory_bytes);
    out->flags = take_text(&c, out->fields.flags_bytes);
    return !c.bad;
}

bool lprof_parse_function(struct lprof_payload payload, struct lprof_function_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_function *f = &out->fields;

    take_fields(&c, f, sizeof *f);
    out->sites = take_table(&c, f->site_count, sizeof *out->sites);
    out->name = take_text(&c, f->name_bytes);
    out->symbol = take_text(&c, f->symbol_bytes);
    out->files = take_text(&c, f->files_bytes);
    out->source = take_text(&c, f->source_bytes);
    return !c.bad;
}

/* Older files end before what came later, which is whole words. */
static size_t thread_bytes(size_t left)
{
    const size_t oldest = offsetof(struct lprof_thread, begun);
    const size_t all = sizeof(struct lprof_thread);
    const size_t words = left / sizeof(uint64_t) * sizeof(uint64_t);

    if (words < oldest)
        return oldest;
    return words < all ? words : all;
}

bool lprof_parse_thread(struct lprof_payload payload, struct lprof_thread *out)
{
    struct cursor c = cursor_on(payload);
    const size_t size = thread_bytes(c.left);

    memset(out, 0, sizeof *out);
    take_fields(&c, out, size);
    return !c.bad;
}

bool lprof_parse_block(struct lprof_payload payload, struct lprof_block_view *out)
{
    struct cursor c = cursor_on(payload);

    take_fields(&c, &out->fields, sizeof out->fields);
    const size_t count = out->fields.cell_count;
    out->counters = take_table(&c, count, sizeof *out->counters);
    take_piece(&c, LPROF_CELLS_PADDING(count));
    out->cells = take_table(&c, count, sizeof *out->cells);
    out->histograms = out->fields.flags & LPROF_BLOCK_WEIGHTED
                          ? NULL
                          : take_table(&c, count, sizeof *out->histograms);
    out->heap = NULL;
    out->heap_cells = NULL;
    out->held = NULL;
    if (!out->fields.heap)
        return !c.bad;
    out->heap = take_table(&c, 1, sizeof *out->heap);
    out->heap_cells = take_table(&c, count, sizeof *out->heap_cells);
    if (out->fields.flags & LPROF_BLOCK_HOLDS)
        out->held = take_table(&c, count, sizeof *out->held);
    return !c.bad &&
           out->fields.heap == LPROF_HEAP_AT(out->fields.flags, (uint64_t)count);
}

bool lprof_parse_region(struct lprof_payload payload, struct lprof_region_view *out)
{
    struct cursor c = cursor_on(payload);

    take_fields(&c, &out->fields, sizeof out->fields);
    out->name = take_text(&c, out->fields.name_bytes);
    return !c.bad;
}

bool lprof_parse_frames(struct lprof_payload payload, struct lprof_table_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_frames fields;

    take_fields(&c, &fields, sizeof fields);
    out->thread = fields.thread;
    out->count = fields.capacity;
    out->element_bytes = fields.frame_bytes;
    out->elements = take_table(&c, out->count, out->element_bytes);
    return !c.bad && out->element_bytes >= LPROF_FRAME_MIN_BYTES;
}

bool lprof_parse_open_regions(struct lprof_payload payload,
                              struct lprof_open_regions_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_open_regions *fields = &out->fields;

    take_fields(&c, fields, sizeof *fields);
    out->table.thread = fields->thread;
    out->table.count = fields->capacity;
    out->table.element_bytes = fields->region_bytes;
    out->table.elements = take_table(&c, out->table.count, out->table.element_bytes);
    return !c.bad && out->table.element_bytes >= LPROF_OPEN_REGION_MIN_BYTES;
}

bool lprof_parse_timeline(struct lprof_payload payload, struct lprof_timeline_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_timeline *fields = &out->fields;
    struct lprof_timeline_end end;

    take_fields(&c, fields, sizeof *fields);
    out->spans = take_table(&c, fields->capacity, fields->span_bytes);
    take_fields(&c, &end, sizeof end);
    out->taken = end.taken;
    out->name = take_text(&c, fields->name_bytes);
    return !c.bad && fields->span_bytes >= sizeof(struct lprof_span);
}

bool lprof_parse_phase(struct lprof_payload payload, struct lprof_phase_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_phase *fields = &out->fields;

    take_fields(&c, fields, sizeof *fields);
    out->words = take_table(&c, fields->word_count, sizeof *out->words);
    return !c.bad;
}

/* Figures that are new to this reader have values, too. */
static uint32_t least_sample_bytes(uint64_t figures)
{
    return (uint32_t)(sizeof(struct lprof_sample) + sizeof(struct lprof_sample_end) +
                      (unsigned)__builtin_popcountll(figures) *
                          sizeof(struct lprof_sample_value));
}

bool lprof_parse_stats(struct lprof_payload payload, struct lprof_stats_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_stats *fields = &out->fields;

    take_fields(&c, fields, sizeof *fields);
    out->samples = take_table(&c, fields->capacity, fields->sample_bytes);
    out->name = take_text(&c, fields->name_bytes);
    return !c.bad && fields->sample_bytes >= least_sample_bytes(fields->figures);
}

bool lprof_parse_inside(struct lprof_payload payload, struct lprof_inside *out)
{
    struct cursor c = cursor_on(payload);

    take_fields(&c, out, sizeof *out);
    return !c.bad;
}

bool lprof_parse_inside_sums(struct lprof_payload payload,
                             struct lprof_inside_sums_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_inside_sums *fields = &out->fields;

    take_fields(&c, fields, sizeof *fields);
    out->outside = take_table(&c, fields->sum_count, sizeof *out->outside);
    out->inside = take_table(&c, fields->sum_count, sizeof *out->inside);
    return !c.bad;
}

bool lprof_parse_edges(struct lprof_payload payload, struct lprof_table_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_edges fields;

    take_fields(&c, &fields, sizeof fields);
    out->thread = fields.thread;
    out->count = fields.capacity;
    out->element_bytes = fields.edge_bytes;
    out->elements = take_table(&c, out->count, out->element_bytes);
    return !c.bad && out->element_bytes >= LPROF_EDGE_MIN_BYTES;
}

bool lprof_parse_nodes(struct lprof_payload payload, struct lprof_table_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_nodes fields;

    take_fields(&c, &fields, sizeof fields);
    out->thread = fields.thread;
    out->count = fields.capacity;
    out->element_bytes = fields.node_bytes;
    out->elements = take_table(&c, out->count, out->element_bytes);
    return !c.bad && out->element_bytes >= sizeof(struct lprof_node);
}

bool lprof_parse_histograms(struct lprof_payload payload, struct lprof_table_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_histograms fields;

    take_fields(&c, &fields, sizeof fields);
    out->thread = fields.thread;
    out->count = fields.capacity;
    out->element_bytes = fields.histogram_bytes;
    out->elements = take_table(&c, out->count, out->element_bytes);
    return !c.bad && out->element_bytes >= sizeof(struct lprof_histogram);
}

bool lprof_parse_layout(struct lprof_payload payload, struct lprof_layout_view *out)
{
    struct cursor c = cursor_on(payload);
    struct lprof_layout *fields = &out->fields;

    take_fields(&c, fields, sizeof *fields);
    out->sums = take_table(&c, fields->sum_words, sizeof *out->sums);
    out->calls = take_table(&c, fields->call_count, sizeof *out->calls);
    out->symbols = take_text(&c, fields->symbols_bytes);
    return !c.bad && fields->sum_words % 2 == 0;
}

bool lprof_parse_counts(struct lprof_payload payload, struct lprof_counts_view *out)
{
    struct cursor c = cursor_on(payload);

    take_fields(&c, &out->fields, sizeof out->fields);
    out->counts = take_table(&c, out->fields.count_count, sizeof *out->counts);
    return !c.bad;
}
