/* SPDX-License-Identifier: MIT */
/* Files that forked children wrote in: whose bytes are whose. */
#include "lprof_internal.h"

#include <stdlib.h>
#include <string.h>

struct places {
    struct lprof_part_place *all; /* by image, then by `from` */
    size_t count;
};

static enum lprof_status damaged(struct lprof_detail *detail, uint64_t offset)
{
    detail->what = "part";
    detail->offset = offset;
    return LPROF_DAMAGED;
}

/* The header has the fields, and this program knows what they mean. */
bool lprof_has_parts(const struct lprof_header *header)
{
    return header->major == LPROF_MAJOR && header->parts &&
           header->header_bytes >=
               offsetof(struct lprof_header, end_bytes) + sizeof header->end_bytes;
}

uint64_t lprof_parts_end(const struct lprof_header *header)
{
    return lprof_has_parts(header) && header->end_bytes > header->used_bytes
               ? header->end_bytes
               : header->used_bytes;
}

/* The part at an offset; false if it is not all there. */
static bool take_part(const struct lprof_reader *reader, uint64_t offset,
                      struct lprof_part_place *out)
{
    if (offset % LPROF_PART_BYTES || offset > reader->size ||
        reader->size - offset < LPROF_PART_BYTES)
        return false;
    memcpy(&out->part, reader->bytes + offset, sizeof out->part);
    out->offset = offset;
    return out->part.bytes <= reader->size - offset - LPROF_PART_BYTES &&
           out->part.from <= reader->size && out->part.bytes;
}

/* Each has a page of its own, so that a chain that is longer than that goes round. */
static enum lprof_status take_places(const struct lprof_reader *reader, uint64_t newest,
                                     struct places *places, struct lprof_detail *detail)
{
    const size_t most = reader->size / LPROF_PART_BYTES;

    places->all = malloc((most ? most : 1) * sizeof *places->all);
    if (!places->all)
        return LPROF_NO_MEMORY;
    for (uint64_t at = newest; at; at = places->all[places->count++].part.next) {
        if (places->count == most || !take_part(reader, at, &places->all[places->count]))
            return damaged(detail, at);
    }
    return LPROF_OK;
}

static int compare_places(const void *a, const void *b)
{
    const struct lprof_part_place *x = a;
    const struct lprof_part_place *y = b;
    if (x->part.image != y->part.image)
        return x->part.image < y->part.image ? -1 : 1;
    return (x->part.from > y->part.from) - (x->part.from < y->part.from);
}

/* Nothing missing, nothing twice; the parts of an image stand together by now. */
static enum lprof_status check_places(const struct places *places, uint64_t file_bytes,
                                      struct lprof_detail *detail)
{
    const struct lprof_part_place *before = NULL;
    uint64_t left =
        file_bytes; /* parts that lie over one another would grow by joining */

    for (size_t i = 0; i < places->count; i++) {
        const struct lprof_part_place *at = &places->all[i];
        const bool is_first = !before || before->part.image != at->part.image;
        const bool is_good =
            is_first
                ? !at->part.image || (at->part.image == at->offset && at->part.from == 0)
                : at->part.from == before->part.from + before->part.bytes;
        if (!is_good || left < at->part.bytes)
            return damaged(detail, at->offset);
        left -= at->part.bytes;
        before = at;
    }
    return LPROF_OK;
}

/* How many of the places, from the first on, belong to one image. */
static size_t count_of_image(const struct lprof_part_place *first, size_t left)
{
    size_t count = 0;

    while (count < left && first[count].part.image == first->part.image)
        count++;
    return count;
}

/*
 * An image's bytes in one piece, as many as its header says are used.
 *
 * begin    what it has in front of its parts: the file's beginning, or nothing
 */
static enum lprof_status join(const struct lprof_reader *reader,
                              const struct lprof_part_place *parts, size_t count,
                              uint64_t begin, struct lprof_image *out)
{
    const struct lprof_part_place *last = &parts[count - 1];
    const uint64_t size = last->part.from + last->part.bytes;

    out->bytes = malloc(size);
    if (!out->bytes)
        return LPROF_NO_MEMORY;
    memcpy(out->bytes, reader->bytes, begin);
    for (size_t i = 0; i < count; i++)
        memcpy(out->bytes + parts[i].part.from,
               reader->bytes + parts[i].offset + LPROF_PART_BYTES, parts[i].part.bytes);
    out->size = size;
    out->offset = parts[0].offset;
    return LPROF_OK;
}

static enum lprof_status join_children(struct lprof_reader *reader,
                                       const struct lprof_part_place *at, size_t left)
{
    enum lprof_status status = LPROF_OK;

    reader->children = calloc(left ? left : 1, sizeof *reader->children);
    if (!reader->children)
        return LPROF_NO_MEMORY;
    while (left && !status) {
        const size_t count = count_of_image(at, left);
        status = join(reader, at, count, 0, &reader->children[reader->child_count]);
        reader->child_count += !status;
        at += count;
        left -= count;
    }
    return status;
}

/* The file's own parts are the first of all. */
static enum lprof_status join_all(struct lprof_reader *reader,
                                  const struct places *places)
{
    const bool is_grown = places->count && !places->all[0].part.image;
    const size_t own = is_grown ? count_of_image(places->all, places->count) : 0;
    struct lprof_image file = {0};

    enum lprof_status status =
        join_children(reader, places->all + own, places->count - own);
    if (status || !own)
        return status;
    status = join(reader, places->all, own, places->all[0].part.from, &file);
    if (status)
        return status;
    free(reader->bytes);
    reader->bytes = file.bytes;
    reader->size = file.size;
    return LPROF_OK;
}

enum lprof_status lprof_parts_join(struct lprof_reader *reader,
                                   struct lprof_detail *detail)
{
    struct lprof_header header = {0};
    struct places places = {0};

    memcpy(&header, reader->bytes,
           reader->size < sizeof header ? reader->size : sizeof header);
    if (!lprof_has_parts(&header))
        return LPROF_OK;
    enum lprof_status status = take_places(reader, header.parts, &places, detail);
    if (!status) {
        qsort(places.all, places.count, sizeof *places.all, compare_places);
        status = check_places(&places, reader->size, detail);
    }
    if (!status)
        status = join_all(reader, &places);
    reader->parts = places.all;
    reader->part_count = status ? 0 : places.count;
    return status;
}
