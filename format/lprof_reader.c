/* SPDX-License-Identifier: MIT */
#include "lprof_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes that are already in the reader. */
static enum lprof_status identify_and_check(struct lprof_reader *reader,
                                            struct lprof_detail *detail)
{
    enum lprof_status status = lprof_identify(reader->bytes, reader->size, detail);
    if (!status)
        status = lprof_parts_join(reader, detail);
    return status ? status : lprof_check(reader, detail);
}

static struct lprof_text host_of(const struct lprof_reader *reader)
{
    struct lprof_process_view process = {0};
    if (lprof_reader_count(reader, LPROF_RECORD_PROCESS))
        lprof_take_process(reader, 0, &process);
    return process.host;
}

/* A start time is only good on the host, and since the boot, that it was taken from. */
static bool is_from_this_host(const struct lprof_reader *reader)
{
    const struct lprof_text host = host_of(reader);
    char name[256] = "";

    return host.size && !gethostname(name, sizeof name - 1) &&
           host.size == strlen(name) && !memcmp(host.bytes, name, host.size);
}

static bool writer_lives(const struct lprof_reader *reader)
{
    const struct lprof_header *header = &reader->header;

    if (header->state != LPROF_STATE_RUNNING)
        return false;
    return reader->locked || (is_from_this_host(reader) &&
                              lprof_process_lives(header->pid, header->process_start));
}

static enum lprof_status read_and_check(struct lprof_reader *reader, const char *path,
                                        enum lprof_reading reading,
                                        struct lprof_detail *detail)
{
    struct lprof_file file = {0};

    enum lprof_status status = lprof_file_read(&file, path, reading, detail);
    reader->bytes = file.bytes;
    reader->size = file.size;
    reader->sums_only = reading == LPROF_READ_SUMS;
    if (!status)
        status = identify_and_check(reader, detail);
    reader->locked = file.locked;
    if (!status)
        reader->live = writer_lives(reader);
    return status;
}

static enum lprof_status copy_and_check(struct lprof_reader *reader, const void *bytes,
                                        size_t size, struct lprof_detail *detail)
{
    reader->bytes = malloc(size ? size : 1);
    if (!reader->bytes)
        return LPROF_NO_MEMORY;
    if (size)
        memcpy(reader->bytes, bytes, size);
    reader->size = size;
    return identify_and_check(reader, detail);
}

/* The one way out of both open functions: a reader that is good, or none. */
static enum lprof_status hand_out(struct lprof_reader **out, struct lprof_reader *reader,
                                  enum lprof_status status)
{
    if (status)
        lprof_reader_close(reader);
    else
        *out = reader;
    return status;
}

static enum lprof_status open_path(struct lprof_reader **out, const char *path,
                                   enum lprof_reading reading,
                                   struct lprof_detail *detail)
{
    struct lprof_detail unused;
    struct lprof_reader *reader = calloc(1, sizeof *reader);

    if (!detail)
        detail = &unused;
    *detail = (struct lprof_detail){0};
    if (!reader)
        return LPROF_NO_MEMORY;
    return hand_out(out, reader, read_and_check(reader, path, reading, detail));
}

enum lprof_status lprof_reader_open(struct lprof_reader **out, const char *path,
                                    struct lprof_detail *detail)
{
    return open_path(out, path, LPROF_READ_ALL, detail);
}

enum lprof_status lprof_reader_open_sums(struct lprof_reader **out, const char *path,
                                         struct lprof_detail *detail)
{
    return open_path(out, path, LPROF_READ_SUMS, detail);
}

enum lprof_status lprof_reader_open_bytes(struct lprof_reader **out, const void *bytes,
                                          size_t size, struct lprof_detail *detail)
{
    struct lprof_detail unused;
    struct lprof_reader *reader = calloc(1, sizeof *reader);

    if (!detail)
        detail = &unused;
    *detail = (struct lprof_detail){0};
    if (!reader)
        return LPROF_NO_MEMORY;
    return hand_out(out, reader, copy_and_check(reader, bytes, size, detail));
}

size_t lprof_reader_child_count(const struct lprof_reader *reader)
{
    return reader->child_count;
}

uint64_t lprof_reader_child_id(const struct lprof_reader *reader, size_t index)
{
    return reader->children[index].offset;
}

enum lprof_status lprof_reader_open_child(struct lprof_reader **out,
                                          const struct lprof_reader *parent, size_t index,
                                          struct lprof_detail *detail)
{
    const struct lprof_image *image = &parent->children[index];
    const enum lprof_status status =
        lprof_reader_open_bytes(out, image->bytes, image->size, detail);

    if (status)
        return status;
    (*out)->locked = parent->locked;
    (*out)->live = writer_lives(*out);
    return LPROF_OK;
}

void lprof_reader_close(struct lprof_reader *reader)
{
    if (!reader)
        return;
    for (size_t i = 0; i < reader->child_count; i++)
        free(reader->children[i].bytes);
    free(reader->children);
    free(reader->parts);
    for (size_t i = 0; i < LPROF_KIND_COUNT; i++)
        free(reader->kinds[i].ids);
    free(reader->offsets);
    free(reader->bytes);
    free(reader);
}

const struct lprof_header *lprof_reader_header(const struct lprof_reader *reader)
{
    return &reader->header;
}

bool lprof_reader_is_newer(const struct lprof_reader *reader)
{
    return reader->newer;
}

bool lprof_reader_is_live(const struct lprof_reader *reader)
{
    return reader->live;
}

size_t lprof_reader_count(const struct lprof_reader *reader, enum lprof_record_kind kind)
{
    return reader->kinds[kind].count;
}

struct lprof_payload lprof_payload_of(const struct lprof_reader *reader,
                                      enum lprof_record_kind kind, size_t index)
{
    struct lprof_record record;

    assert(index < reader->kinds[kind].count);
    const uint8_t *bytes = reader->bytes + reader->kinds[kind].offsets[index];
    memcpy(&record, bytes, sizeof record);
    return (struct lprof_payload){.bytes = bytes + sizeof record,
                                  .size = record.bytes - sizeof record};
}

static uint64_t address_of(const struct lprof_reader *reader, const void *bytes)
{
    const uint64_t offset = (uint64_t)((const uint8_t *)bytes - reader->bytes);
    return reader->header.base_address + offset;
}

/* The checks at the opening have parsed every record once, so parsing cannot fail. */
#define MUST_PARSE(call)            \
    do {                            \
        const bool parsed = (call); \
        assert(parsed);             \
        (void)parsed;               \
    } while (0)

void lprof_take_process(const struct lprof_reader *reader, size_t index,
                        struct lprof_process_view *out)
{
    MUST_PARSE(
        lprof_parse_process(lprof_payload_of(reader, LPROF_RECORD_PROCESS, index), out));
}

void lprof_take_job(const struct lprof_reader *reader, size_t index,
                    struct lprof_job_view *out)
{
    MUST_PARSE(lprof_parse_job(lprof_payload_of(reader, LPROF_RECORD_JOB, index), out));
}

void lprof_take_members(const struct lprof_reader *reader, size_t index,
                        struct lprof_members *out)
{
    MUST_PARSE(
        lprof_parse_members(lprof_payload_of(reader, LPROF_RECORD_MEMBERS, index), out));
}

void lprof_take_unit(const struct lprof_reader *reader, size_t index,
                     struct lprof_unit_view *out)
{
    MUST_PARSE(lprof_parse_unit(lprof_payload_of(reader, LPROF_RECORD_UNIT, index), out));
}

void lprof_take_function(const struct lprof_reader *reader, size_t index,
                         struct lprof_function_view *out)
{
    MUST_PARSE(lprof_parse_function(
        lprof_payload_of(reader, LPROF_RECORD_FUNCTION, index), out));
}

void lprof_take_thread(const struct lprof_reader *reader, size_t index,
                       struct lprof_thread *out)
{
    MUST_PARSE(
        lprof_parse_thread(lprof_payload_of(reader, LPROF_RECORD_THREAD, index), out));
}

void lprof_take_block(const struct lprof_reader *reader, size_t index,
                      struct lprof_block_view *out)
{
    const struct lprof_payload payload =
        lprof_payload_of(reader, LPROF_RECORD_BLOCK, index);
    MUST_PARSE(lprof_parse_block(payload, out));
    out->address = address_of(reader, payload.bytes);
    if (reader->sums_only)
        out->histograms = NULL;
}

void lprof_take_region(const struct lprof_reader *reader, size_t index,
                       struct lprof_region_view *out)
{
    MUST_PARSE(
        lprof_parse_region(lprof_payload_of(reader, LPROF_RECORD_REGION, index), out));
}

void lprof_take_layout(const struct lprof_reader *reader, size_t index,
                       struct lprof_layout_view *out)
{
    MUST_PARSE(
        lprof_parse_layout(lprof_payload_of(reader, LPROF_RECORD_LAYOUT, index), out));
}

void lprof_take_counts(const struct lprof_reader *reader, size_t index,
                       struct lprof_counts_view *out)
{
    const struct lprof_payload payload =
        lprof_payload_of(reader, LPROF_RECORD_COUNTS, index);
    MUST_PARSE(lprof_parse_counts(payload, out));
    out->address = address_of(reader, payload.bytes);
}

struct lprof_sum lprof_next_sum(const uint32_t **at)
{
    const struct lprof_sum sum = {.terms = *at + 1, .count = **at};
    *at = sum.terms + sum.count;
    return sum;
}

uint64_t lprof_count_value(const struct lprof_count *count)
{
    return count->count + count->bias;
}

void lprof_take_table(const struct lprof_reader *reader, enum lprof_record_kind kind,
                      size_t index, struct lprof_table_view *out)
{
    static bool (*const parse[LPROF_KIND_COUNT])(struct lprof_payload,
                                                 struct lprof_table_view *) = {
        [LPROF_RECORD_FRAMES] = lprof_parse_frames,
        [LPROF_RECORD_EDGES] = lprof_parse_edges,
        [LPROF_RECORD_HISTOGRAMS] = lprof_parse_histograms,
        [LPROF_RECORD_NODES] = lprof_parse_nodes,
    };
    const struct lprof_payload payload = lprof_payload_of(reader, kind, index);

    MUST_PARSE(parse[kind](payload, out));
    out->address = address_of(reader, out->elements);
}

static const void *element_at(const struct lprof_table_view *table, uint64_t element)
{
    assert(element < table->count);
    return (const uint8_t *)table->elements + element * table->element_bytes;
}

void lprof_take_frame(const struct lprof_table_view *table, uint64_t element,
                      struct lprof_frame *out)
{
    const size_t size =
        table->element_bytes < sizeof *out ? LPROF_FRAME_MIN_BYTES : sizeof *out;

    *out = (struct lprof_frame){0};
    memcpy(out, element_at(table, element), size);
}

void lprof_take_edge(const struct lprof_table_view *table, uint64_t element,
                     struct lprof_edge *out)
{
    const size_t size =
        table->element_bytes < sizeof *out ? LPROF_EDGE_MIN_BYTES : sizeof *out;

    *out = (struct lprof_edge){0};
    memcpy(out, element_at(table, element), size);
}

void lprof_take_node(const struct lprof_table_view *table, uint64_t element,
                     struct lprof_node *out)
{
    memcpy(out, element_at(table, element), sizeof *out);
}

void lprof_take_open_regions(const struct lprof_reader *reader, size_t index,
                             struct lprof_open_regions_view *out)
{
    MUST_PARSE(lprof_parse_open_regions(
        lprof_payload_of(reader, LPROF_RECORD_OPEN_REGIONS, index), out));
    out->table.address = address_of(reader, out->table.elements);
}

void lprof_take_open_region(const struct lprof_table_view *table, uint64_t element,
                            struct lprof_open_region *out)
{
    const size_t size =
        table->element_bytes < sizeof *out ? LPROF_OPEN_REGION_MIN_BYTES : sizeof *out;

    *out = (struct lprof_open_region){0};
    memcpy(out, element_at(table, element), size);
}

void lprof_take_timeline(const struct lprof_reader *reader, size_t index,
                         struct lprof_timeline_view *out)
{
    MUST_PARSE(lprof_parse_timeline(
        lprof_payload_of(reader, LPROF_RECORD_TIMELINE, index), out));
}

void lprof_take_phase(const struct lprof_reader *reader, size_t index,
                      struct lprof_phase_view *out)
{
    MUST_PARSE(
        lprof_parse_phase(lprof_payload_of(reader, LPROF_RECORD_PHASE, index), out));
}

void lprof_take_stats(const struct lprof_reader *reader, size_t index,
                      struct lprof_stats_view *out)
{
    MUST_PARSE(
        lprof_parse_stats(lprof_payload_of(reader, LPROF_RECORD_STATS, index), out));
}

void lprof_take_inside(const struct lprof_reader *reader, size_t index,
                       struct lprof_inside *out)
{
    MUST_PARSE(
        lprof_parse_inside(lprof_payload_of(reader, LPROF_RECORD_INSIDE, index), out));
}

void lprof_take_inside_sums(const struct lprof_reader *reader, size_t index,
                            struct lprof_inside_sums_view *out)
{
    MUST_PARSE(lprof_parse_inside_sums(
        lprof_payload_of(reader, LPROF_RECORD_INSIDE_SUMS, index), out));
}

/* The bytes were read from the first on, so `written` before the spans and `taken` after
   them: what was overwritten meanwhile is before `taken` - `capacity` by then. */
struct lprof_span_range lprof_timeline_spans(const struct lprof_timeline_view *timeline)
{
    const struct lprof_timeline *fields = &timeline->fields;
    const uint64_t taken = timeline->taken;
    struct lprof_span_range range = {.begin = fields->first, .end = fields->written};

    if (range.end > taken)
        range.end = taken;
    if (taken > fields->capacity && range.begin < taken - fields->capacity)
        range.begin = taken - fields->capacity;
    if (range.begin > range.end)
        range.begin = range.end;
    return range;
}

void lprof_take_span(const struct lprof_timeline_view *timeline, uint64_t number,
                     struct lprof_span *out)
{
    const uint64_t element = number % timeline->fields.capacity;

    memcpy(out, (const uint8_t *)timeline->spans + element * timeline->fields.span_bytes,
           sizeof *out);
}

struct lprof_text lprof_text_part(struct lprof_text all, size_t n)
{
    const char *at = all.bytes;

    for (const char *end = at ? at + all.size : at; at < end; n--) {
        const char *stop = memchr(at, '\0', (size_t)(end - at));
        if (!stop)
            break;
        if (n == 0)
            return (struct lprof_text){.bytes = at, .size = (size_t)(stop - at)};
        at = stop + 1;
    }
    return (struct lprof_text){0};
}

bool lprof_find_id(const struct lprof_reader *reader, enum lprof_record_kind kind,
                   uint32_t id, size_t *index)
{
    const struct lprof_kind_index *all = &reader->kinds[kind];
    size_t low = 0;

    for (size_t high = all->ids ? all->count : 0; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (all->ids[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (!all->ids || low == all->count || all->ids[low].id != id)
        return false;
    *index = all->ids[low].index;
    return true;
}

/* The last record of a kind that begins at or before an address. */
static bool find_record(const struct lprof_reader *reader, enum lprof_record_kind kind,
                        uint64_t address, size_t *index)
{
    const struct lprof_kind_index *all = &reader->kinds[kind];
    const uint64_t offset = address - reader->header.base_address;
    size_t low = 0;

    for (size_t high = all->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (all->offsets[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    *index = low - 1;
    return low > 0;
}

/* The record of a kind whose payload is at an address. */
static bool find_payload(const struct lprof_reader *reader, enum lprof_record_kind kind,
                         uint64_t address, size_t *index)
{
    if (!find_record(reader, kind, address, index))
        return false;
    const uint64_t offset = reader->kinds[kind].offsets[*index];
    return address - reader->header.base_address == offset + sizeof(struct lprof_record);
}

bool lprof_find_block(const struct lprof_reader *reader, uint64_t address, size_t *index)
{
    return find_payload(reader, LPROF_RECORD_BLOCK, address, index);
}

bool lprof_find_region(const struct lprof_reader *reader, uint64_t address, size_t *index)
{
    return find_payload(reader, LPROF_RECORD_REGION, address, index);
}

bool lprof_find_counts(const struct lprof_reader *reader, uint64_t address, size_t *index)
{
    return find_payload(reader, LPROF_RECORD_COUNTS, address, index);
}

static bool find_element(const struct lprof_reader *reader, enum lprof_record_kind kind,
                         uint64_t address, struct lprof_place *place)
{
    struct lprof_table_view table;

    if (!find_record(reader, kind, address, &place->table))
        return false;
    lprof_take_table(reader, kind, place->table, &table);
    const uint64_t distance = address - table.address;
    place->element = distance / table.element_bytes;
    return place->element < table.count && distance % table.element_bytes == 0;
}

bool lprof_find_frame(const struct lprof_reader *reader, uint64_t address,
                      struct lprof_place *place)
{
    return find_element(reader, LPROF_RECORD_FRAMES, address, place);
}

bool lprof_find_edge(const struct lprof_reader *reader, uint64_t address,
                     struct lprof_place *place)
{
    return find_element(reader, LPROF_RECORD_EDGES, address, place);
}

bool lprof_find_node(const struct lprof_reader *reader, uint64_t address,
                     struct lprof_place *place)
{
    return find_element(reader, LPROF_RECORD_NODES, address, place);
}

/* What is no bucket, and more than there can be, is left out: the file is damaged. */
static void count_few(uint64_t word, struct lprof_histogram *out)
{
    const unsigned few = lprof_visits_few(word);

    for (unsigned i = 0; few <= LPROF_VISITS_MOST && i < few; i++) {
        const unsigned bucket = lprof_visits_bucket(word, i);
        if (bucket < LPROF_HISTOGRAM_BUCKETS)
            out->counts[bucket]++;
    }
}

static void copy_apart(const struct lprof_reader *reader, uint64_t address,
                       struct lprof_histogram *out)
{
    struct lprof_place place;
    struct lprof_table_view table;

    if (!find_element(reader, LPROF_RECORD_HISTOGRAMS, address, &place))
        return;
    lprof_take_table(reader, LPROF_RECORD_HISTOGRAMS, place.table, &table);
    memcpy(out, element_at(&table, place.element), sizeof *out);
}

void lprof_take_histogram(const struct lprof_reader *reader,
                          const struct lprof_block_view *block, uint32_t site,
                          struct lprof_histogram *out)
{
    *out = (struct lprof_histogram){0};
    if (block->histograms)
        *out = block->histograms[site];
    else if (reader->sums_only || !(block->fields.flags & LPROF_BLOCK_WEIGHTED))
        return;
    else if (block->counters[site].skip & LPROF_VISITS_FEW)
        count_few(block->counters[site].skip, out);
    else if (block->counters[site].skip)
        copy_apart(reader, block->counters[site].skip, out);
}
