/* SPDX-License-Identifier: MIT */
/* Files one behind the other in a file: the first as it is, each of the others an image
   in one part.  What leads to a part is known once the part is there. */
#include "lprof.h"

#include <stdlib.h>

struct lprof_join {
    enum lprof_status status; /* the first failure; nothing happens after it */
    lprof_place place;
    void *place_arg;
    uint64_t part;   /* offset of the part that is being put; 0: of the first file */
    uint64_t newest; /* of the last one that is complete; 0 none */
    uint64_t end;    /* of what has been put */
};

enum lprof_status lprof_join_open(struct lprof_join **out, lprof_place place,
                                  void *place_arg)
{
    struct lprof_join *join = calloc(1, sizeof *join);
    if (!join)
        return LPROF_NO_MEMORY;
    join->place = place;
    join->place_arg = place_arg;
    *out = join;
    return LPROF_OK;
}

void lprof_join_close(struct lprof_join *join)
{
    free(join);
}

static void put_at(struct lprof_join *join, uint64_t offset, const void *bytes,
                   size_t size)
{
    if (!join->status && join->place(join->place_arg, offset, bytes, size))
        join->status = LPROF_NOT_WRITTEN;
}

static uint64_t page_end(uint64_t offset)
{
    return (offset + LPROF_PART_BYTES - 1) / LPROF_PART_BYTES * LPROF_PART_BYTES;
}

static void end_part(struct lprof_join *join)
{
    const struct lprof_part part = {
        .next = join->newest,
        .image = join->part,
        .bytes = join->end - join->part - LPROF_PART_BYTES,
    };

    if (!join->part)
        return;
    put_at(join, join->part, &part, sizeof part);
    join->newest = join->part;
}

void lprof_join_next(struct lprof_join *join)
{
    end_part(join);
    join->part = page_end(join->end);
    join->end = join->part + LPROF_PART_BYTES;
}

int lprof_join_put(void *arg, const void *bytes, size_t size)
{
    struct lprof_join *join = arg;

    put_at(join, join->end, bytes, size);
    join->end += size;
    return join->status != LPROF_OK;
}

enum lprof_status lprof_join_finish(struct lprof_join *join)
{
    static const char last = 0;

    end_part(join);
    join->part = 0;
    const uint64_t end = page_end(join->end);
    if (end != join->end)
        put_at(join, end - 1, &last, sizeof last);
    put_at(join, offsetof(struct lprof_header, parts), &join->newest,
           sizeof join->newest);
    put_at(join, offsetof(struct lprof_header, end_bytes), &end, sizeof end);
    return join->status;
}
