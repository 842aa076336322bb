/* SPDX-License-Identifier: MIT */
/* A file as it was when a phase ended, from what has changed at the end of each. */
#include "lprof_internal.h"

#include <stdlib.h>
#include <string.h>

/* A name is part of its record, and not a count. */
static uint64_t counted_bytes(const struct lprof_record *record)
{
    return record->kind == LPROF_RECORD_REGION ? sizeof(struct lprof_region)
                                               : record->bytes - sizeof *record;
}

/* Counters are 0 where no phase says otherwise.  The reader has checked that records
 * follow each other up to its end. */
static void clear(uint8_t *bytes, uint64_t used, uint64_t header_bytes)
{
    struct lprof_record record;

    for (uint64_t at = header_bytes; at + sizeof record <= used; at += record.bytes) {
        memcpy(&record, bytes + at, sizeof record);
        if (record.bytes < sizeof record || record.bytes > used - at)
            return;
        if (lprof_kind_counts(record.kind))
            memset(bytes + at + sizeof record, 0, counted_bytes(&record));
    }
}

/* Words elsewhere than in the file are left out: it is damaged. */
static void apply(uint8_t *bytes, uint64_t used, const struct lprof_phase_view *phase)
{
    const uint64_t *words = phase->words;
    uint64_t left = phase->fields.word_count;

    while (left) {
        const uint64_t first = *words & UINT32_MAX;
        const uint64_t count = *words >> 32;
        words++;
        left--;
        if (count > left)
            return;
        if (first * 8 >= LPROF_HEADER_BYTES && (first + count) * 8 <= used)
            memcpy(bytes + first * 8, words, count * 8);
        words += count;
        left -= count;
    }
}

/* Counters have changed, and no records: each is where and what it was. */
static bool keeps_records(const uint8_t *bytes, const struct lprof_reader *reader,
                          uint64_t used)
{
    struct lprof_record record;

    for (uint64_t at = reader->header.header_bytes; at + sizeof record <= used;
         at += record.bytes) {
        memcpy(&record, reader->bytes + at, sizeof record);
        if (memcmp(bytes + at, &record, sizeof record) != 0)
            return false;
        if (record.bytes < sizeof record || record.bytes > used - at)
            break;
    }
    return true;
}

static enum lprof_status is_damaged(struct lprof_detail *detail)
{
    if (detail)
        *detail = (struct lprof_detail){.what = "PHASE record"};
    return LPROF_DAMAGED;
}

static void set_header(uint8_t *bytes, const struct lprof_phase *phase)
{
    struct lprof_header header;

    memcpy(&header, bytes, sizeof header);
    header.used_bytes = phase->used_bytes;
    header.state = LPROF_STATE_RUNNING;
    header.resets = phase->resets;
    header.parts = 0;
    header.end_bytes = 0;
    header.heap_peaks = 0; /* those that lines have are the phase's, and this is not */
    memcpy(bytes, &header, sizeof header);
}

enum lprof_status lprof_reader_open_phase(struct lprof_reader **out,
                                          const struct lprof_reader *reader, size_t index,
                                          struct lprof_detail *detail)
{
    struct lprof_phase_view phase;

    lprof_take_phase(reader, index, &phase);
    const uint64_t used = phase.fields.used_bytes;
    if (used > reader->size || used < sizeof(struct lprof_header) ||
        reader->header.header_bytes < sizeof(struct lprof_header) ||
        used < reader->header.header_bytes)
        return is_damaged(detail);
    uint8_t *bytes = malloc(used);
    if (!bytes)
        return LPROF_NO_MEMORY;
    memcpy(bytes, reader->bytes, used);
    clear(bytes, used, reader->header.header_bytes);
    for (size_t i = 0; i <= index; i++) {
        lprof_take_phase(reader, i, &phase);
        apply(bytes, used, &phase);
    }
    set_header(bytes, &phase.fields);
    const enum lprof_status status =
        keeps_records(bytes, reader, used)
            ? lprof_reader_open_bytes(out, bytes, used, detail)
            : is_damaged(detail);
    free(bytes);
    return status;
}
