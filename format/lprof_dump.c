/* SPDX-License-Identifier: MIT */
/* The text that `lprof_dump` makes: every field comes from the schema's tables. */
#include "lprof_internal.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct dump {
    lprof_sink sink;
    void *sink_arg;
    enum lprof_status status; /* sticky */
};

static void put(struct dump *d, const char *bytes, size_t size)
{
    if (!d->status && d->sink(d->sink_arg, bytes, size))
        d->status = LPROF_NOT_WRITTEN;
}

__attribute__((__format__(__printf__, 2, 3))) static void
put_line(struct dump *d, const char *format, ...)
{
    char line[256];
    va_list args;

    va_start(args, format);
    const int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (size > 0)
        put(d, line, (size_t)size < sizeof line ? (size_t)size : sizeof line - 1);
}

static void put_escaped(struct dump *d, char c)
{
    if (c == '\n')
        put_line(d, "\\n");
    else if (c == '\\' || c == '"')
        put_line(d, "\\%c", c);
    else if (isascii((unsigned char)c) && isprint((unsigned char)c))
        put(d, &c, 1);
    else
        put_line(d, "\\x%02x", (unsigned char)c);
}

static void put_text(struct dump *d, const char *name, struct lprof_text text)
{
    put_line(d, "    %-18s \"", name);
    for (size_t i = 0; i < text.size; i++)
        put_escaped(d, text.bytes[i]);
    put_line(d, "\"\n");
}

/* One function for the fields of each struct: NAME = VALUE, the value in the file's
   own type. */
#define FIELD_FORMAT_u16 PRIu16
#define FIELD_FORMAT_u32 PRIu32
#define FIELD_FORMAT_i32 PRId32
#define FIELD_FORMAT_u64 PRIu64
#define PUT_FIELD(type, name, doc) \
    put_line(d, "    %-18s %" FIELD_FORMAT_##type "\n", #name, fields->name);
#define DEFINE_PUT_FIELDS(name, table)                                        \
    static void put_##name(struct dump *d, const struct lprof_##name *fields) \
    {                                                                         \
        table(PUT_FIELD)                                                      \
    }
DEFINE_PUT_FIELDS(header, LPROF_HEADER_FIELDS)
DEFINE_PUT_FIELDS(part, LPROF_PART_FIELDS)
DEFINE_PUT_FIELDS(unit, LPROF_UNIT_FIELDS)
DEFINE_PUT_FIELDS(function, LPROF_FUNCTION_FIELDS)
DEFINE_PUT_FIELDS(thread, LPROF_THREAD_FIELDS)
DEFINE_PUT_FIELDS(block, LPROF_BLOCK_FIELDS)
DEFINE_PUT_FIELDS(heap, LPROF_HEAP_FIELDS)
DEFINE_PUT_FIELDS(region, LPROF_REGION_FIELDS)
DEFINE_PUT_FIELDS(open_regions, LPROF_OPEN_REGIONS_FIELDS)
DEFINE_PUT_FIELDS(timeline, LPROF_TIMELINE_FIELDS)
DEFINE_PUT_FIELDS(timeline_end, LPROF_TIMELINE_END_FIELDS)
DEFINE_PUT_FIELDS(phase, LPROF_PHASE_FIELDS)
DEFINE_PUT_FIELDS(stats, LPROF_STATS_FIELDS)
DEFINE_PUT_FIELDS(inside, LPROF_INSIDE_FIELDS)
DEFINE_PUT_FIELDS(inside_sums, LPROF_INSIDE_SUMS_FIELDS)
DEFINE_PUT_FIELDS(layout, LPROF_LAYOUT_FIELDS)
DEFINE_PUT_FIELDS(counts, LPROF_COUNTS_FIELDS)
DEFINE_PUT_FIELDS(job, LPROF_JOB_FIELDS)
DEFINE_PUT_FIELDS(members, LPROF_MEMBERS_FIELDS)

/* The elements of tables, a line each. */
#define PUT_IN_LINE(type, name, doc) \
    put_line(d, " " #name "=%" FIELD_FORMAT_##type, fields->name);
#define DEFINE_PUT_ELEMENT(name, table)                       \
    static void put_##name(struct dump *d, uint64_t index,    \
                           const struct lprof_##name *fields) \
    {                                                         \
        put_line(d, "    " #name " %" PRIu64 ":", index);     \
        table(PUT_IN_LINE) put_line(d, "\n");                 \
    }
DEFINE_PUT_ELEMENT(site, LPROF_SITE_FIELDS)
DEFINE_PUT_ELEMENT(frame, LPROF_FRAME_FIELDS)
DEFINE_PUT_ELEMENT(counter, LPROF_COUNTER_FIELDS)
DEFINE_PUT_ELEMENT(cell, LPROF_CELL_FIELDS)
DEFINE_PUT_ELEMENT(heap_cell, LPROF_HEAP_CELL_FIELDS)
DEFINE_PUT_ELEMENT(held, LPROF_HELD_FIELDS)
DEFINE_PUT_ELEMENT(edge, LPROF_EDGE_FIELDS)
DEFINE_PUT_ELEMENT(node, LPROF_NODE_FIELDS)
DEFINE_PUT_ELEMENT(open_region, LPROF_OPEN_REGION_FIELDS)
DEFINE_PUT_ELEMENT(span, LPROF_SPAN_FIELDS)
DEFINE_PUT_ELEMENT(sample, LPROF_SAMPLE_FIELDS)
DEFINE_PUT_ELEMENT(call, LPROF_CALL_FIELDS)
DEFINE_PUT_ELEMENT(count, LPROF_COUNT_FIELDS)

static void dump_process(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_process_view view;

    lprof_take_process(r, index, &view);
    put_text(d, "program", view.program);
    put_text(d, "command", view.command);
    put_text(d, "host", view.host);
    put_text(d, "directory", view.directory);
}

static void dump_job(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_job_view view;

    lprof_take_job(r, index, &view);
    put_job(d, &view.fields);
    put_text(d, "id", view.id);
}

static void dump_members(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_members members;

    lprof_take_members(r, index, &members);
    put_members(d, &members);
}

static void dump_unit(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_unit_view view;

    lprof_take_unit(r, index, &view);
    put_unit(d, &view.fields);
    put_text(d, "directory", view.directory);
    put_text(d, "flags", view.flags);
}

static void dump_function(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_function_view view;

    lprof_take_function(r, index, &view);
    put_function(d, &view.fields);
    for (uint32_t i = 0; i < view.fields.site_count; i++)
        put_site(d, i, &view.sites[i]);
    put_text(d, "name", view.name);
    put_text(d, "symbol", view.symbol);
    put_text(d, "files", view.files);
    put_text(d, "source", view.source);
}

static void dump_thread(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_thread thread;

    lprof_take_thread(r, index, &thread);
    put_thread(d, &thread);
}

/* The buckets that are not empty: bucket=count. */
static void put_histogram(struct dump *d, uint64_t index,
                          const struct lprof_histogram *histogram)
{
    put_line(d, "    histogram %" PRIu64 ":", index);
    for (unsigned i = 0; i < LPROF_HISTOGRAM_BUCKETS; i++) {
        if (histogram->counts[i])
            put_line(d, " %u=%" PRIu32, i, histogram->counts[i]);
    }
    put_line(d, "\n");
}

static void dump_block(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_block_view view;
    struct lprof_histogram histogram;

    lprof_take_block(r, index, &view);
    put_line(d, "    %-18s %" PRIu64 "\n", "(address)", view.address);
    put_block(d, &view.fields);
    for (uint32_t i = 0; i < view.fields.cell_count; i++) {
        put_counter(d, i, &view.counters[i]);
        put_cell(d, i, &view.cells[i]);
        lprof_take_histogram(r, &view, i, &histogram);
        put_histogram(d, i, &histogram);
    }
    if (!view.heap)
        return;
    put_line(d, "    heap:\n");
    put_heap(d, view.heap);
    for (uint32_t i = 0; i < view.fields.cell_count; i++)
        put_heap_cell(d, i, &view.heap_cells[i]);
    for (uint32_t i = 0; view.held && i < view.fields.cell_count; i++)
        put_held(d, i, &view.held[i]);
}

static void put_table(struct dump *d, const struct lprof_table_view *view)
{
    put_line(d, "    %-18s %" PRIu64 "\n", "(address)", view->address);
    put_line(d, "    %-18s %" PRIu32 "\n", "thread", view->thread);
    put_line(d, "    %-18s %" PRIu64 "\n", "capacity", view->count);
}

/* Room that was never used is all zeros: a block or a callee is never 0. */
static void dump_frames(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_table_view view;
    struct lprof_frame frame;

    lprof_take_table(r, LPROF_RECORD_FRAMES, index, &view);
    put_table(d, &view);
    for (uint64_t i = 0; i < view.count; i++) {
        lprof_take_frame(&view, i, &frame);
        if (frame.block)
            put_frame(d, i, &frame);
    }
}

static void dump_edges(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_table_view view;
    struct lprof_edge edge;

    lprof_take_table(r, LPROF_RECORD_EDGES, index, &view);
    put_table(d, &view);
    for (uint64_t i = 0; i < view.count; i++) {
        lprof_take_edge(&view, i, &edge);
        if (edge.function)
            put_edge(d, i, &edge);
    }
}

/* What they hold stands at the lines that have them. */
static void dump_histograms(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_table_view view;

    lprof_take_table(r, LPROF_RECORD_HISTOGRAMS, index, &view);
    put_table(d, &view);
}

static void dump_nodes(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_table_view view;
    struct lprof_node node;

    lprof_take_table(r, LPROF_RECORD_NODES, index, &view);
    put_table(d, &view);
    for (uint64_t i = 0; i < view.count; i++) {
        lprof_take_node(&view, i, &node);
        if (node.home)
            put_node(d, i, &node);
    }
}

static void dump_region(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_region_view view;

    lprof_take_region(r, index, &view);
    put_region(d, &view.fields);
    put_text(d, "name", view.name);
}

/* Also those that have ended, up to the first that was never open. */
static void dump_open_regions(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_open_regions_view view;
    struct lprof_open_region region;

    lprof_take_open_regions(r, index, &view);
    put_open_regions(d, &view.fields);
    for (uint64_t i = 0; i < view.table.count; i++) {
        lprof_take_open_region(&view.table, i, &region);
        if (region.begun)
            put_open_region(d, i, &region);
    }
}

/* Those that are whole, by their numbers. */
static void dump_timeline(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_timeline_view view;
    struct lprof_span span;

    lprof_take_timeline(r, index, &view);
    put_timeline(d, &view.fields);
    const struct lprof_span_range range = lprof_timeline_spans(&view);
    for (uint64_t i = range.begin; i < range.end; i++) {
        lprof_take_span(&view, i, &span);
        put_span(d, i, &span);
    }
    put_timeline_end(d, &(struct lprof_timeline_end){.taken = view.taken});
    put_text(d, "name", view.name);
}

static void put_values(struct dump *d, uint64_t has, const struct lprof_sample_view *view)
{
    for (unsigned i = 0; i < LPROF_FIGURE_COUNT; i++) {
        const struct lprof_sample_value *value = &view->values[i];
        if (has >> i & 1)
            put_line(d, "      %s: %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                     lprof_figure_name(i), value->value, value->low, value->high);
    }
}

/* Those that hold: of each figure its value, the least and the most. */
static void dump_stats(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_stats_view view;
    struct lprof_sample_view sample = {0};
    uint64_t at = 0;

    lprof_take_stats(r, index, &view);
    put_stats(d, &view.fields);
    put_text(d, "name", view.name);
    while (lprof_next_sample(&view, &at, &sample)) {
        put_sample(d, at - 1, &sample.fields);
        put_values(d, view.fields.figures, &sample);
    }
}

/* Of what changed only how much that is. */
static void dump_phase(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_phase_view view;

    lprof_take_phase(r, index, &view);
    put_phase(d, &view.fields);
}

static void dump_inside(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_inside view;

    lprof_take_inside(r, index, &view);
    put_inside(d, &view);
}

/* Those that are 0 on both sides are left out. */
static void dump_inside_sums(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_inside_sums_view view;

    lprof_take_inside_sums(r, index, &view);
    put_inside_sums(d, &view.fields);
    for (uint64_t i = 0; i < view.fields.sum_count; i++) {
        if (view.outside[i] || view.inside[i])
            put_line(d, "    sum %" PRIu64 ": outside %" PRIu64 ", inside %" PRIu64 "\n",
                     i, view.outside[i], view.inside[i]);
    }
}

/* Those of the sites, then that of the activations, then those of the calls. */
static void dump_layout(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_layout_view view;

    lprof_take_layout(r, index, &view);
    put_layout(d, &view.fields);
    const uint64_t sums = (uint64_t)view.fields.site_count + 1 + view.fields.call_count;
    const uint32_t *at = view.sums;
    for (uint64_t i = 0; i < sums; i++) {
        const struct lprof_sum sum = lprof_next_sum(&at);
        put_line(d, "    sum %" PRIu64 ":", i);
        for (uint32_t j = 0; j < sum.count; j++)
            put_line(d, " %" PRIu32, sum.terms[j]);
        put_line(d, "\n");
    }
    for (uint32_t i = 0; i < view.fields.call_count; i++)
        put_call(d, i, &view.calls[i]);
    put_text(d, "symbols", view.symbols);
}

/* Those that were never renewed and never went up are left out. */
static void dump_counts(struct dump *d, const struct lprof_reader *r, size_t index)
{
    struct lprof_counts_view view;

    lprof_take_counts(r, index, &view);
    put_line(d, "    %-18s %" PRIu64 "\n", "(address)", view.address);
    put_counts(d, &view.fields);
    for (uint64_t i = 0; i < view.fields.count_count; i++) {
        if (view.counts[i].count || view.counts[i].bias)
            put_count(d, i, &view.counts[i]);
    }
}

typedef void (*record_dumper)(struct dump *d, const struct lprof_reader *r, size_t index);

static const struct {
    const char *name;
    record_dumper dump;
} dumpers[LPROF_KIND_COUNT] = {
    [LPROF_RECORD_PROCESS] = {"PROCESS",      dump_process     },
    [LPROF_RECORD_UNIT] = {"UNIT",         dump_unit        },
    [LPROF_RECORD_FUNCTION] = {"FUNCTION",     dump_function    },
    [LPROF_RECORD_THREAD] = {"THREAD",       dump_thread      },
    [LPROF_RECORD_FRAMES] = {"FRAMES",       dump_frames      },
    [LPROF_RECORD_BLOCK] = {"BLOCK",        dump_block       },
    [LPROF_RECORD_EDGES] = {"EDGES",        dump_edges       },
    [LPROF_RECORD_HISTOGRAMS] = {"HISTOGRAMS",   dump_histograms  },
    [LPROF_RECORD_NODES] = {"NODES",        dump_nodes       },
    [LPROF_RECORD_REGION] = {"REGION",       dump_region      },
    [LPROF_RECORD_OPEN_REGIONS] = {"OPEN_REGIONS", dump_open_regions},
    [LPROF_RECORD_TIMELINE] = {"TIMELINE",     dump_timeline    },
    [LPROF_RECORD_PHASE] = {"PHASE",        dump_phase       },
    [LPROF_RECORD_STATS] = {"STATS",        dump_stats       },
    [LPROF_RECORD_INSIDE] = {"INSIDE",       dump_inside      },
    [LPROF_RECORD_INSIDE_SUMS] = {"INSIDE_SUMS",  dump_inside_sums },
    [LPROF_RECORD_LAYOUT] = {"LAYOUT",       dump_layout      },
    [LPROF_RECORD_COUNTS] = {"COUNTS",       dump_counts      },
    [LPROF_RECORD_JOB] = {"JOB",          dump_job         },
    [LPROF_RECORD_MEMBERS] = {"MEMBERS",      dump_members     },
};

/* A record whose kind is not in the tables, or which is not complete yet. */
static void dump_other(struct dump *d, uint64_t offset, const struct lprof_record *record)
{
    put_line(d, "%" PRIu64 ": kind %" PRIu32 ", %" PRIu64 " bytes\n", offset,
             record->kind, record->bytes);
}

static void dump_records(struct dump *d, const struct lprof_reader *reader)
{
    size_t next[LPROF_KIND_COUNT] = {0};
    struct lprof_record record;

    put_header(d, &reader->header);
    for (uint64_t at = reader->header.header_bytes; at < reader->size && !d->status;
         at += record.bytes) {
        record = *(const struct lprof_record *)(const void *)(reader->bytes + at);
        if (record.kind >= LPROF_KIND_COUNT || !dumpers[record.kind].dump) {
            dump_other(d, at, &record);
            continue;
        }
        put_line(d, "%" PRIu64 ": %s, %" PRIu64 " bytes\n", at, dumpers[record.kind].name,
                 record.bytes);
        dumpers[record.kind].dump(d, reader, next[record.kind]++);
    }
}

/* ---- Files that children counted in ---- */

static void dump_parts(struct dump *d, const struct lprof_reader *reader)
{
    for (size_t i = 0; i < reader->part_count; i++) {
        put_line(d, "%" PRIu64 ": PART\n", reader->parts[i].offset);
        put_part(d, &reader->parts[i].part);
    }
}

static void dump_child(struct dump *d, const struct lprof_reader *parent, size_t index,
                       struct lprof_detail *detail)
{
    struct lprof_reader *child = NULL;
    const enum lprof_status status =
        lprof_reader_open_child(&child, parent, index, detail);

    if (status) {
        d->status = status;
        return;
    }
    put_line(d, "%" PRIu64 ": IMAGE, offsets from its beginning\n",
             lprof_reader_child_id(parent, index));
    dump_records(d, child);
    lprof_reader_close(child);
}

enum lprof_status lprof_dump(const struct lprof_reader *reader, lprof_sink sink,
                             void *sink_arg, struct lprof_detail *detail)
{
    struct dump d = {.sink = sink, .sink_arg = sink_arg};

    put_line(&d, "0: HEADER\n");
    dump_records(&d, reader);
    dump_parts(&d, reader);
    for (size_t i = 0; i < reader->child_count && !d.status; i++)
        dump_child(&d, reader, i, detail);
    return d.status;
}
