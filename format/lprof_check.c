/* SPDX-License-Identifier: MIT */
/*
 * Checks a file that is in memory, and indexes its records.  Three steps: the header,
 * the chain of records, each record's inside.  A record is damaged if it reaches over
 * its end or contradicts another; an address may lead anywhere, as it does when the
 * file was read while it was being written.
 */
#include "lprof_internal.h"

#include <stdlib.h>
#include <string.h>

/* The structs are read as they lie in the file, so none may have padding. */
#define FIELD_BYTES(type, name, doc) +sizeof(lprof_##type)
#define ASSERT_UNPADDED(name, fields) \
    _Static_assert(sizeof(struct lprof_##name) == 0 fields(FIELD_BYTES), #name);
LPROF_STRUCTS(ASSERT_UNPADDED)

_Static_assert(offsetof(struct lprof_header, taken_out_ticks) + sizeof(uint64_t) ==
                   LPROF_HEADER_MIN_BYTES,
               "the last field of version 1.0");

#define KIND_FITS(name, value, doc) \
    _Static_assert(value > 0 && value < LPROF_KIND_COUNT, #name);
LPROF_RECORDS(KIND_FITS)

static enum lprof_status damaged(struct lprof_detail *detail, const char *what,
                                 uint64_t offset)
{
    detail->what = what;
    detail->offset = offset;
    return LPROF_DAMAGED;
}

static enum lprof_status check_versions(const struct lprof_header *header,
                                        struct lprof_detail *detail)
{
    if (header->major > LPROF_MAJOR) {
        detail->number = header->major;
        return LPROF_TOO_NEW;
    }
    if (header->major == 0) /* there never was one */
        return damaged(detail, "version", offsetof(struct lprof_header, major));
    if (header->major < LPROF_MAJOR) {
        detail->number = header->major;
        return LPROF_TOO_OLD;
    }
    return LPROF_OK;
}

static enum lprof_status check_sizes(const struct lprof_reader *reader,
                                     struct lprof_detail *detail)
{
    const struct lprof_header *header = &reader->header;

    if (header->header_bytes < LPROF_HEADER_MIN_BYTES || header->header_bytes % 8 ||
        header->header_bytes > header->used_bytes)
        return damaged(detail, "header size",
                       offsetof(struct lprof_header, header_bytes));
    if (header->used_bytes > reader->size) {
        detail->offset = reader->size;
        detail->number = header->used_bytes;
        return LPROF_TRUNCATED;
    }
    if (header->state != LPROF_STATE_RUNNING && header->state != LPROF_STATE_COMPLETE)
        return damaged(detail, "state", offsetof(struct lprof_header, state));
    return LPROF_OK;
}

/* Fields behind header_bytes belong to the first record: they are 0 to us. */
static enum lprof_status check_header(struct lprof_reader *reader,
                                      struct lprof_detail *detail)
{
    struct lprof_header *header = &reader->header;

    if (reader->size < LPROF_HEADER_MIN_BYTES) {
        detail->offset = reader->size;
        detail->number = LPROF_HEADER_BYTES;
        return LPROF_TRUNCATED;
    }
    memcpy(header, reader->bytes,
           reader->size < sizeof *header ? reader->size : sizeof *header);
    enum lprof_status status = check_versions(header, detail);
    if (!status)
        status = check_sizes(reader, detail);
    if (status)
        return status;
    if (header->header_bytes < sizeof *header)
        memset((uint8_t *)header + header->header_bytes, 0,
               sizeof *header - header->header_bytes);
    reader->newer = header->minor > LPROF_MINOR;
    reader->size = header->used_bytes;
    return LPROF_OK;
}

/* The record at an offset; false if there is none whole. */
static bool record_at(const struct lprof_reader *reader, uint64_t offset,
                      struct lprof_record *record)
{
    const uint64_t left = reader->size - offset;

    if (left < sizeof *record)
        return false;
    memcpy(record, reader->bytes + offset, sizeof *record);
    return record->bytes >= sizeof *record && record->bytes <= left &&
           record->bytes % 8 == 0;
}

static enum lprof_status count_records(struct lprof_reader *reader,
                                       struct lprof_detail *detail, size_t *total)
{
    struct lprof_record record;

    for (uint64_t at = reader->header.header_bytes; at < reader->size;
         at += record.bytes) {
        if (!record_at(reader, at, &record))
            return damaged(detail, "record", at);
        if (record.kind == 0 || record.kind >= LPROF_KIND_COUNT)
            continue; /* not complete yet, or unknown to us */
        reader->kinds[record.kind].count++;
        ++*total;
    }
    return LPROF_OK;
}

/* The chain is sound: count_records() has been along it. */
static void index_records(struct lprof_reader *reader)
{
    uint64_t *next = reader->offsets;
    struct lprof_record record;

    for (size_t kind = 0; kind < LPROF_KIND_COUNT; kind++) {
        reader->kinds[kind].offsets = next;
        next += reader->kinds[kind].count;
        reader->kinds[kind].count = 0;
    }
    for (uint64_t at = reader->header.header_bytes; at < reader->size;
         at += record.bytes) {
        memcpy(&record, reader->bytes + at, sizeof record);
        if (record.kind == 0 || record.kind >= LPROF_KIND_COUNT)
            continue;
        struct lprof_kind_index *index = &reader->kinds[record.kind];
        index->offsets[index->count++] = at;
    }
}

static bool check_process(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_process_view view;
    (void)reader;
    return lprof_parse_process(payload, &view);
}

static bool check_job(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_job_view view;
    (void)reader;
    return lprof_parse_job(payload, &view);
}

static bool check_members(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_members members;
    (void)reader;
    return lprof_parse_members(payload, &members);
}

static bool check_unit(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_unit_view view;
    (void)reader;
    return lprof_parse_unit(payload, &view);
}

/* Strings in a text: they end by NUL. */
static size_t count_strings(struct lprof_text text)
{
    size_t count = 0;

    for (size_t i = 0; i < text.size; i++)
        count += text.bytes[i] == '\0';
    return count;
}

/* A call's two names are there, and its line is; calls come last. */
static bool check_call_site(const struct lprof_function_view *view, uint32_t site,
                            uint32_t line_count)
{
    const uint32_t name = view->sites[site].file & ~LPROF_SITE_CALL;

    return name < view->fields.file_count && view->fields.file_count - name > 1 &&
           view->sites[site].line < line_count;
}

/* As many paths as it says, and every site in one of them. */
static bool check_files(const struct lprof_function_view *view)
{
    uint32_t lines = view->fields.site_count;

    if (count_strings(view->files) < view->fields.file_count || !view->fields.file_count)
        return false;
    while (lines && view->sites[lines - 1].file & LPROF_SITE_CALL)
        lines--;
    for (uint32_t i = 0; i < lines; i++) {
        if (view->sites[i].file >= view->fields.file_count)
            return false;
    }
    for (uint32_t i = lines; i < view->fields.site_count; i++) {
        if (!check_call_site(view, i, lines))
            return false;
    }
    return true;
}

static bool check_function(const struct lprof_reader *reader,
                           struct lprof_payload payload)
{
    struct lprof_function_view view;
    (void)reader;
    return lprof_parse_function(payload, &view) && check_files(&view);
}

static bool check_thread(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_thread thread;
    (void)reader;
    return lprof_parse_thread(payload, &thread);
}

static bool check_block(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_block_view block;
    struct lprof_function_view function;
    size_t index = 0;

    if (!lprof_parse_block(payload, &block) ||
        !lprof_find_id(reader, LPROF_RECORD_FUNCTION, block.fields.function, &index))
        return false;
    lprof_take_function(reader, index, &function);
    return block.fields.cell_count == function.fields.site_count;
}

static bool check_frames(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_table_view view;
    (void)reader;
    return lprof_parse_frames(payload, &view);
}

static bool check_edges(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_table_view view;
    (void)reader;
    return lprof_parse_edges(payload, &view);
}

static bool check_histograms(const struct lprof_reader *reader,
                             struct lprof_payload payload)
{
    struct lprof_table_view view;
    (void)reader;
    return lprof_parse_histograms(payload, &view);
}

static bool check_nodes(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_table_view view;
    (void)reader;
    return lprof_parse_nodes(payload, &view);
}

static bool check_region(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_region_view view;
    (void)reader;
    return lprof_parse_region(payload, &view);
}

static bool check_open_regions(const struct lprof_reader *reader,
                               struct lprof_payload payload)
{
    struct lprof_open_regions_view view;
    (void)reader;
    return lprof_parse_open_regions(payload, &view);
}

static bool check_timeline(const struct lprof_reader *reader,
                           struct lprof_payload payload)
{
    struct lprof_timeline_view view;
    (void)reader;
    return lprof_parse_timeline(payload, &view);
}

static bool check_phase(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_phase_view view;
    (void)reader;
    return lprof_parse_phase(payload, &view);
}

static bool check_stats(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_stats_view view;
    (void)reader;
    return lprof_parse_stats(payload, &view);
}

static bool check_inside(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_inside view;
    (void)reader;
    return lprof_parse_inside(payload, &view);
}

static bool check_inside_sums(const struct lprof_reader *reader,
                              struct lprof_payload payload)
{
    struct lprof_inside_sums_view view;
    (void)reader;
    return lprof_parse_inside_sums(payload, &view);
}

/* One sum for each of `elements`, of counts that the function has; then at most a word 0,
   which makes the number of words even. */
static bool check_sums(const struct lprof_layout_view *view, uint64_t elements)
{
    const uint32_t *at = view->sums;
    uint64_t left = view->fields.sum_words;

    for (; elements; elements--) {
        if (!left || *at >= left)
            return false;
        left -= 1 + (uint64_t)*at;
        const struct lprof_sum sum = lprof_next_sum(&at);
        for (uint32_t i = 0; i < sum.count; i++) {
            if (sum.terms[i] >= view->fields.count_count)
                return false;
        }
    }
    return !left || (left == 1 && !*at);
}

static bool check_calls(const struct lprof_layout_view *view)
{
    for (uint32_t i = 0; i < view->fields.call_count; i++) {
        if (view->calls[i].site >= view->fields.site_count)
            return false;
    }
    return count_strings(view->symbols) >= view->fields.call_count;
}

/* Whether the counts it names are there is not its own: they come later, thread by
   thread. */
static bool check_layout(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_layout_view view;
    struct lprof_function_view function;
    size_t index = 0;

    if (!lprof_parse_layout(payload, &view) ||
        !lprof_find_id(reader, LPROF_RECORD_FUNCTION, view.fields.function, &index))
        return false;
    lprof_take_function(reader, index, &function);
    return view.fields.site_count == function.fields.site_count &&
           check_sums(&view,
                      (uint64_t)view.fields.site_count + 1 + view.fields.call_count) &&
           check_calls(&view);
}

static bool check_counts(const struct lprof_reader *reader, struct lprof_payload payload)
{
    struct lprof_counts_view view;
    (void)reader;
    return lprof_parse_counts(payload, &view);
}

/* In an order in which each check may rely on those before it: a block's and a
   layout's look their function up. */
static const struct {
    enum lprof_record_kind kind;
    bool (*check)(const struct lprof_reader *reader, struct lprof_payload payload);
    const char *what;
    bool has_id; /* the first field of its payload */
} checks[] = {
    {LPROF_RECORD_PROCESS,      check_process,      "PROCESS record",      false},
    {LPROF_RECORD_JOB,          check_job,          "JOB record",          false},
    {LPROF_RECORD_MEMBERS,      check_members,      "MEMBERS record",      false},
    {LPROF_RECORD_UNIT,         check_unit,         "UNIT record",         true },
    {LPROF_RECORD_FUNCTION,     check_function,     "FUNCTION record",     true },
    {LPROF_RECORD_THREAD,       check_thread,       "THREAD record",       true },
    {LPROF_RECORD_FRAMES,       check_frames,       "FRAMES record",       false},
    {LPROF_RECORD_BLOCK,        check_block,        "BLOCK record",        false},
    {LPROF_RECORD_EDGES,        check_edges,        "EDGES record",        false},
    {LPROF_RECORD_HISTOGRAMS,   check_histograms,   "HISTOGRAMS record",   false},
    {LPROF_RECORD_NODES,        check_nodes,        "NODES record",        false},
    {LPROF_RECORD_REGION,       check_region,       "REGION record",       false},
    {LPROF_RECORD_OPEN_REGIONS, check_open_regions, "OPEN_REGIONS record", false},
    {LPROF_RECORD_TIMELINE,     check_timeline,     "TIMELINE record",     false},
    {LPROF_RECORD_PHASE,        check_phase,        "PHASE record",        false},
    {LPROF_RECORD_STATS,        check_stats,        "STATS record",        false},
    {LPROF_RECORD_LAYOUT,       check_layout,       "LAYOUT record",       false},
    {LPROF_RECORD_INSIDE,       check_inside,       "INSIDE record",       false},
    {LPROF_RECORD_INSIDE_SUMS,  check_inside_sums,  "INSIDE_SUMS record",  false},
    {LPROF_RECORD_COUNTS,       check_counts,       "COUNTS record",       false},
};

static int compare_ids(const void *a, const void *b)
{
    const struct lprof_id *x = a;
    const struct lprof_id *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* Payloads of the kind have been checked, so each has an id.  No two may be equal. */
static enum lprof_status index_ids(struct lprof_reader *reader,
                                   enum lprof_record_kind kind,
                                   struct lprof_detail *detail)
{
    struct lprof_kind_index *index = &reader->kinds[kind];

    if (!index->count)
        return LPROF_OK;
    index->ids = malloc(index->count * sizeof *index->ids);
    if (!index->ids)
        return LPROF_NO_MEMORY;
    for (size_t i = 0; i < index->count; i++) {
        memcpy(&index->ids[i].id, lprof_payload_of(reader, kind, i).bytes,
               sizeof index->ids[i].id);
        index->ids[i].index = (uint32_t)i;
    }
    qsort(index->ids, index->count, sizeof *index->ids, compare_ids);
    for (size_t i = 1; i < index->count; i++) {
        if (index->ids[i].id == index->ids[i - 1].id)
            return damaged(detail, "id used twice", index->offsets[index->ids[i].index]);
    }
    return LPROF_OK;
}

static enum lprof_status check_insides(struct lprof_reader *reader,
                                       struct lprof_detail *detail)
{
    enum lprof_status status = LPROF_OK;

    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const struct lprof_kind_index *index = &reader->kinds[checks[i].kind];
        for (size_t j = 0; j < index->count; j++) {
            if (!checks[i].check(reader, lprof_payload_of(reader, checks[i].kind, j)))
                return damaged(detail, checks[i].what, index->offsets[j]);
        }
        if (checks[i].has_id)
            status = index_ids(reader, checks[i].kind, detail);
        if (status)
            return status;
    }
    return LPROF_OK;
}

enum lprof_status lprof_check(struct lprof_reader *reader, struct lprof_detail *detail)
{
    size_t total = 0;

    enum lprof_status status = check_header(reader, detail);
    if (!status)
        status = count_records(reader, detail, &total);
    if (status || !total)
        return status;
    reader->offsets = malloc(total * sizeof *reader->offsets);
    if (!reader->offsets)
        return LPROF_NO_MEMORY;
    index_records(reader);
    return check_insides(reader, detail);
}
