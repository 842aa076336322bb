/* SPDX-License-Identifier: MIT */
/* Records are gathered in memory, since the header, which comes first, says where they
   end. */
#include "lprof.h"

#include <stdlib.h>
#include <string.h>

struct lprof_writer {
    enum lprof_status status; /* the first failure; nothing happens after it */
    uint64_t base_address;
    uint8_t *bytes; /* the records, from LPROF_HEADER_BYTES on in the file */
    size_t size;
    size_t room;
};

enum lprof_status lprof_writer_open(struct lprof_writer **out, uint64_t base_address)
{
    struct lprof_writer *w = calloc(1, sizeof *w);
    if (!w)
        return LPROF_NO_MEMORY;
    w->base_address = base_address;
    *out = w;
    return LPROF_OK;
}

void lprof_writer_close(struct lprof_writer *w)
{
    if (!w)
        return;
    free(w->bytes);
    free(w);
}

static uint64_t address_here(const struct lprof_writer *w)
{
    return w->base_address + LPROF_HEADER_BYTES + w->size;
}

uint64_t lprof_writer_next(const struct lprof_writer *w)
{
    return address_here(w) + sizeof(struct lprof_record);
}

/* Room for `size` more bytes; false after a failure. */
static bool reserve(struct lprof_writer *w, size_t size)
{
    if (w->status)
        return false;
    if (size <= w->room - w->size)
        return true;
    const size_t room = (w->size + size) * 2;
    uint8_t *bytes = realloc(w->bytes, room);
    if (!bytes) {
        w->status = LPROF_NO_MEMORY;
        return false;
    }
    w->bytes = bytes;
    w->room = room;
    return true;
}

static void put_bytes(struct lprof_writer *w, const void *bytes, size_t size)
{
    if (!size || !reserve(w, size))
        return;
    memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
}

static void put_text(struct lprof_writer *w, struct lprof_text text)
{
    put_bytes(w, text.bytes, text.size);
}

/* Begin a record: its header, whose size end_record() sets, and its fixed fields.
   Returns where it begins, as an offset: memory may move. */
static size_t begin_record(struct lprof_writer *w, uint32_t kind, const void *fields,
                           size_t size)
{
    const struct lprof_record record = {.kind = kind};
    const size_t start = w->size;

    put_bytes(w, &record, sizeof record);
    put_bytes(w, fields, size);
    return start;
}

static void end_record(struct lprof_writer *w, size_t start)
{
    static const uint8_t zeros[8] = {0};

    put_bytes(w, zeros, -w->size % 8);
    if (w->status)
        return;
    const uint64_t bytes = w->size - start;
    memcpy(w->bytes + start + offsetof(struct lprof_record, bytes), &bytes, sizeof bytes);
}

/* Where the record's tables or strings begin; 0 after a failure. */
static uint64_t address_after(const struct lprof_writer *w, size_t start,
                              size_t field_bytes)
{
    if (w->status)
        return 0;
    return w->base_address + LPROF_HEADER_BYTES + start + sizeof(struct lprof_record) +
           field_bytes;
}

uint64_t lprof_put_process(struct lprof_writer *w,
                           const struct lprof_process_view *process)
{
    const struct lprof_process fields = {
        .program_bytes = (uint32_t)process->program.size,
        .command_bytes = (uint32_t)process->command.size,
        .host_bytes = (uint32_t)process->host.size,
        .directory_bytes = (uint32_t)process->directory.size,
    };
    const size_t start = begin_record(w, LPROF_RECORD_PROCESS, &fields, sizeof fields);

    put_text(w, process->program);
    put_text(w, process->command);
    put_text(w, process->host);
    put_text(w, process->directory);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_job(struct lprof_writer *w, const struct lprof_job_view *job)
{
    struct lprof_job fields = job->fields;

    fields.id_bytes = (uint32_t)job->id.size;
    const size_t start = begin_record(w, LPROF_RECORD_JOB, &fields, sizeof fields);
    put_text(w, job->id);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_members(struct lprof_writer *w, const struct lprof_members *members)
{
    const size_t start = begin_record(w, LPROF_RECORD_MEMBERS, members, sizeof *members);

    end_record(w, start);
    return address_after(w, start, sizeof *members);
}

uint64_t lprof_put_unit(struct lprof_writer *w, const struct lprof_unit_view *unit)
{
    struct lprof_unit fields = unit->fields;

    fields.directory_bytes = (uint32_t)unit->directory.size;
    fields.flags_bytes = (uint32_t)unit->flags.size;
    const size_t start = begin_record(w, LPROF_RECORD_UNIT, &fields, sizeof fields);
    put_text(w, unit->directory);
    put_text(w, unit->flags);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_function(struct lprof_writer *w,
                            const struct lprof_function_view *function)
{
    struct lprof_function fields = function->fields;

    fields.name_bytes = (uint32_t)function->name.size;
    fields.symbol_bytes = (uint32_t)function->symbol.size;
    fields.files_bytes = (uint32_t)function->files.size;
    fields.source_bytes = (uint32_t)function->source.size;
    const size_t start = begin_record(w, LPROF_RECORD_FUNCTION, &fields, sizeof fields);
    put_bytes(w, function->sites, fields.site_count * sizeof *function->sites);
    put_text(w, function->name);
    put_text(w, function->symbol);
    put_text(w, function->files);
    put_text(w, function->source);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_thread(struct lprof_writer *w, const struct lprof_thread *thread)
{
    const size_t start = begin_record(w, LPROF_RECORD_THREAD, thread, sizeof *thread);

    end_record(w, start);
    return address_after(w, start, sizeof *thread);
}

uint64_t lprof_put_block(struct lprof_writer *w, const struct lprof_block_view *block)
{
    struct lprof_block fields = block->fields;
    const size_t count = fields.cell_count;

    fields.heap = block->heap ? LPROF_HEAP_AT(fields.flags, count) : 0;
    fields.flags &= ~(uint32_t)LPROF_BLOCK_HOLDS;
    fields.flags |= block->heap && block->held ? LPROF_BLOCK_HOLDS : 0u;
    const size_t start = begin_record(w, LPROF_RECORD_BLOCK, &fields, sizeof fields);
    put_bytes(w, block->counters, count * sizeof *block->counters);
    put_bytes(w, (const uint8_t[64]){0}, LPROF_CELLS_PADDING(count));
    put_bytes(w, block->cells, count * sizeof *block->cells);
    put_bytes(w, block->histograms, LPROF_HISTOGRAMS_BYTES(fields.flags, count));
    if (block->heap) {
        put_bytes(w, block->heap, sizeof *block->heap);
        put_bytes(w, block->heap_cells, count * sizeof *block->heap_cells);
    }
    if (fields.flags & LPROF_BLOCK_HOLDS)
        put_bytes(w, block->held, count * sizeof *block->held);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_region(struct lprof_writer *w, const struct lprof_region_view *region)
{
    struct lprof_region fields = region->fields;

    fields.name_bytes = (uint32_t)region->name.size;
    const size_t start = begin_record(w, LPROF_RECORD_REGION, &fields, sizeof fields);
    put_text(w, region->name);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_timeline(struct lprof_writer *w,
                            const struct lprof_timeline_view *timeline)
{
    const struct lprof_timeline_end end = {.taken = timeline->taken};
    struct lprof_timeline fields = timeline->fields;

    fields.span_bytes = sizeof(struct lprof_span);
    fields.name_bytes = (uint32_t)timeline->name.size;
    const size_t start = begin_record(w, LPROF_RECORD_TIMELINE, &fields, sizeof fields);
    put_bytes(w, timeline->spans, fields.capacity * sizeof(struct lprof_span));
    put_bytes(w, &end, sizeof end);
    put_text(w, timeline->name);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_stats(struct lprof_writer *w, const struct lprof_stats_view *stats)
{
    struct lprof_stats fields = stats->fields;

    fields.name_bytes = (uint32_t)stats->name.size;
    const size_t start = begin_record(w, LPROF_RECORD_STATS, &fields, sizeof fields);
    put_bytes(w, stats->samples, (size_t)fields.capacity * fields.sample_bytes);
    put_text(w, stats->name);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_phase(struct lprof_writer *w, const struct lprof_phase_view *phase)
{
    const size_t start =
        begin_record(w, LPROF_RECORD_PHASE, &phase->fields, sizeof phase->fields);

    put_bytes(w, phase->words, phase->fields.word_count * sizeof *phase->words);
    end_record(w, start);
    return address_after(w, start, sizeof phase->fields);
}

uint64_t lprof_put_inside(struct lprof_writer *w, const struct lprof_inside *inside)
{
    const size_t start = begin_record(w, LPROF_RECORD_INSIDE, inside, sizeof *inside);

    end_record(w, start);
    return address_after(w, start, sizeof *inside);
}

uint64_t lprof_put_inside_sums(struct lprof_writer *w,
                               const struct lprof_inside_sums_view *sums)
{
    const size_t bytes = sums->fields.sum_count * sizeof *sums->outside;
    const size_t start =
        begin_record(w, LPROF_RECORD_INSIDE_SUMS, &sums->fields, sizeof sums->fields);

    put_bytes(w, sums->outside, bytes);
    put_bytes(w, sums->inside, bytes);
    end_record(w, start);
    return address_after(w, start, sizeof sums->fields);
}

uint64_t lprof_put_frames(struct lprof_writer *w, uint32_t thread,
                          const struct lprof_frame *frames, size_t count)
{
    const struct lprof_frames fields = {
        .thread = thread,
        .frame_bytes = sizeof *frames,
        .capacity = count,
    };
    const size_t start = begin_record(w, LPROF_RECORD_FRAMES, &fields, sizeof fields);

    put_bytes(w, frames, count * sizeof *frames);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_edges(struct lprof_writer *w, uint32_t thread,
                         const struct lprof_edge *edges, size_t count)
{
    const struct lprof_edges fields = {
        .thread = thread,
        .edge_bytes = sizeof *edges,
        .capacity = count,
    };
    const size_t start = begin_record(w, LPROF_RECORD_EDGES, &fields, sizeof fields);

    put_bytes(w, edges, count * sizeof *edges);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_histograms(struct lprof_writer *w, uint32_t thread,
                              const struct lprof_histogram *histograms, size_t count)
{
    const struct lprof_histograms fields = {
        .thread = thread,
        .histogram_bytes = sizeof *histograms,
        .capacity = count,
        .taken = count,
    };
    const size_t start = begin_record(w, LPROF_RECORD_HISTOGRAMS, &fields, sizeof fields);

    put_bytes(w, histograms, count * sizeof *histograms);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_nodes(struct lprof_writer *w, uint32_t thread,
                         const struct lprof_node *nodes, size_t count)
{
    const struct lprof_nodes fields = {
        .thread = thread,
        .node_bytes = sizeof *nodes,
        .capacity = count,
    };
    const size_t start = begin_record(w, LPROF_RECORD_NODES, &fields, sizeof fields);

    put_bytes(w, nodes, count * sizeof *nodes);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_layout(struct lprof_writer *w, const struct lprof_layout_view *layout)
{
    static const uint32_t no_term = 0;
    struct lprof_layout fields = layout->fields;
    const uint32_t words = fields.sum_words;

    fields.sum_words = words + words % 2;
    fields.symbols_bytes = (uint32_t)layout->symbols.size;
    const size_t start = begin_record(w, LPROF_RECORD_LAYOUT, &fields, sizeof fields);
    put_bytes(w, layout->sums, words * sizeof *layout->sums);
    put_bytes(w, &no_term, words % 2 * sizeof no_term);
    put_bytes(w, layout->calls, fields.call_count * sizeof *layout->calls);
    put_text(w, layout->symbols);
    end_record(w, start);
    return address_after(w, start, sizeof fields);
}

uint64_t lprof_put_counts(struct lprof_writer *w, const struct lprof_counts_view *counts)
{
    const struct lprof_counts *fields = &counts->fields;
    const size_t start = begin_record(w, LPROF_RECORD_COUNTS, fields, sizeof *fields);

    put_bytes(w, counts->counts, fields->count_count * sizeof *counts->counts);
    end_record(w, start);
    return address_after(w, start, sizeof *fields);
}

uint64_t lprof_put_raw(struct lprof_writer *w, uint32_t kind, const void *payload,
                       size_t size)
{
    const size_t start = begin_record(w, kind, payload, size);

    end_record(w, start);
    return address_after(w, start, 0);
}

static void fill_header(const struct lprof_writer *w, struct lprof_header *header)
{
    memcpy(&header->magic, LPROF_MAGIC, sizeof header->magic);
    header->major = LPROF_MAJOR;
    header->minor = LPROF_MINOR;
    header->header_bytes = LPROF_HEADER_BYTES;
    header->used_bytes = LPROF_HEADER_BYTES + w->size;
    header->base_address = w->base_address;
    header->parts = 0;
    header->end_bytes = 0;
}

enum lprof_status lprof_writer_finish(struct lprof_writer *w,
                                      const struct lprof_header *header, lprof_sink sink,
                                      void *sink_arg)
{
    union {
        struct lprof_header fields;
        uint8_t bytes[LPROF_HEADER_BYTES];
    } page = {.bytes = {0}};

    if (w->status)
        return w->status;
    page.fields = *header;
    fill_header(w, &page.fields);
    if (sink(sink_arg, page.bytes, sizeof page.bytes) ||
        (w->size && sink(sink_arg, w->bytes, w->size)))
        w->status = LPROF_NOT_WRITTEN;
    return w->status;
}
