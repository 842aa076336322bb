/* SPDX-License-Identifier: MIT */
/*
 * The kernel copies at the speed of memory at best, and gives out pages more slowly than
 * that.  So of large files what no sum needs is neither copied, nor are there pages for
 * it.
 */
#include "lprof_sparse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LEAST_LEFT_OUT = 16 * 1024, /* a call for less costs as much as it saves */
    LEAST_AHEAD = 4 * 1024,  /* that is read at once where something was left out, and */
    MOST_AHEAD = 256 * 1024, /* where nothing is */
};

struct sparse {
    uint8_t *bytes; /* room for `wanted`, of which nothing has been touched yet */
    uint64_t wanted;
    uint64_t filled; /* up to there all is in memory, or left out */
    uint64_t ahead;
    int fd;
    int error;      /* of the system; 0 */
    bool has_ended; /* the file is shorter than it was */
};

static void fill_to(struct sparse *s, uint64_t to)
{
    while (s->filled < to && !s->error && !s->has_ended) {
        const ssize_t got =
            pread(s->fd, s->bytes + s->filled, to - s->filled, (off_t)s->filled);
        if (got > 0)
            s->filled += (uint64_t)got;
        else if (got == 0)
            s->has_ended = true;
        else if (errno != EINTR)
            s->error = errno;
    }
}

/* Whether bytes are there; with them comes some of what lies behind. */
static bool has(struct sparse *s, uint64_t at, uint64_t size)
{
    if (size > s->wanted || at > s->wanted - size)
        return false;
    if (s->filled >= at + size)
        return true;
    const uint64_t most = s->wanted - s->filled;
    const uint64_t least = at + size - s->filled;
    const uint64_t more = least > s->ahead ? least : s->ahead;
    fill_to(s, s->filled + (more < most ? more : most));
    if (s->ahead < MOST_AHEAD)
        s->ahead *= 2;
    return s->filled >= at + size;
}

/* Where histograms are in a payload. */
struct range {
    uint64_t begin;
    uint64_t end; /* not before, and maybe behind the payload: it is not to be trusted */
};

static struct range of_block(const void *payload)
{
    struct lprof_block block;

    memcpy(&block, payload, sizeof block);
    const uint64_t count = block.cell_count;
    const uint64_t begin = LPROF_CELLS_AT(count) + count * sizeof(struct lprof_cell);
    return (struct range){begin, begin + LPROF_HISTOGRAMS_BYTES(block.flags, count)};
}

static struct range of_histograms(const void *payload)
{
    struct lprof_histograms fields;
    uint64_t bytes = 0;

    memcpy(&fields, payload, sizeof fields);
    if (__builtin_mul_overflow(fields.capacity, fields.histogram_bytes, &bytes) ||
        __builtin_add_overflow(bytes, sizeof fields, &bytes))
        return (struct range){0};
    return (struct range){sizeof fields, bytes};
}

static const struct {
    struct range (*find)(const void *payload);
    uint64_t fixed_bytes; /* that it looks at */
} histograms_of[LPROF_KIND_COUNT] = {
    [LPROF_RECORD_BLOCK] = {of_block,      sizeof(struct lprof_block)     },
    [LPROF_RECORD_HISTOGRAMS] = {of_histograms, sizeof(struct lprof_histograms)},
};

/* What lies up to the histograms of a record is read, and they are left out. */
static void leave_out(struct sparse *s, uint64_t at, const struct lprof_record *record)
{
    const uint64_t payload = at + sizeof *record;
    const uint64_t bytes = record->bytes - sizeof *record;

    if (record->kind >= LPROF_KIND_COUNT || !histograms_of[record->kind].find ||
        bytes < histograms_of[record->kind].fixed_bytes ||
        !has(s, payload, histograms_of[record->kind].fixed_bytes))
        return;
    const struct range range = histograms_of[record->kind].find(s->bytes + payload);
    if (range.end > bytes)
        return;
    const uint64_t from =
        payload + range.begin > s->filled ? payload + range.begin : s->filled;
    if (payload + range.end < from + LEAST_LEFT_OUT)
        return;
    fill_to(s, from);
    if (s->filled < from)
        return;
    s->filled = payload + range.end;
    s->ahead = LEAST_AHEAD;
}

/* Along the chain of records, as far as it is one. */
static void read_records(struct sparse *s, uint64_t at)
{
    struct lprof_record record;

    while (has(s, at, sizeof record)) {
        memcpy(&record, s->bytes + at, sizeof record);
        if (record.bytes < sizeof record || record.bytes > s->wanted - at)
            return;
        leave_out(s, at, &record);
        at += record.bytes;
    }
}

/* Where a header says that records begin, if it says so in our way. */
static uint64_t first_record(const struct lprof_file *file)
{
    struct lprof_header header = {0};

    memcpy(&header, file->bytes, file->size < sizeof header ? file->size : sizeof header);
    return header.major == LPROF_MAJOR ? header.header_bytes : UINT64_MAX;
}

enum lprof_status lprof_sparse_read(struct lprof_file *file, int fd, uint64_t wanted,
                                    struct lprof_detail *detail)
{
    struct sparse s = {
        .wanted = wanted, .filled = file->size, .ahead = LEAST_AHEAD, .fd = fd};

    if (wanted <= file->size)
        return LPROF_OK;
    s.bytes = calloc(1, wanted);
    if (!s.bytes)
        return LPROF_NO_MEMORY;
    memcpy(s.bytes, file->bytes, file->size);
    read_records(&s, first_record(file));
    fill_to(&s, wanted);
    free(file->bytes);
    file->bytes = s.bytes;
    file->size = s.filled;
    detail->error = s.error;
    return s.error ? LPROF_NOT_READ : LPROF_OK;
}
