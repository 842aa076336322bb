/* SPDX-License-Identifier: MIT */
#include "analysis/lanes.h"

#include "base/memory.h"

#include <stdlib.h>

/* What is open in a lane at the begin of the span that is looked at, outermost first. */
struct lane {
    uint64_t *ends_ns;
    size_t depth;
    size_t room;
};

struct making {
    struct lane *all;
    size_t count;
    size_t room;
};

/* Also takes from the lane what has ended by then: spans come by their begin. */
static bool fits(struct lane *lane, const struct span *span)
{
    while (lane->depth && lane->ends_ns[lane->depth - 1] <= span->begin_ns)
        lane->depth--;
    return !lane->depth || lane->ends_ns[lane->depth - 1] >= span->end_ns;
}

static size_t choose(struct making *making, const struct span *span)
{
    size_t i = 0;

    while (i < making->count && !fits(&making->all[i], span))
        i++;
    if (i < making->count)
        return i;
    making->all =
        memory_grown(making->all, making->count, &making->room, sizeof *making->all);
    making->all[making->count++] = (struct lane){0};
    return i;
}

struct lanes lanes_make(const struct timeline *timeline)
{
    struct lanes lanes = {.of = memory_zeroed(timeline->span_count, sizeof *lanes.of)};
    struct making making = {0};

    for (size_t i = 0; i < timeline->span_count; i++) {
        const struct span *span = &timeline->spans[i];
        lanes.of[i] = choose(&making, span);
        struct lane *lane = &making.all[lanes.of[i]];
        lane->ends_ns =
            memory_grown(lane->ends_ns, lane->depth, &lane->room, sizeof *lane->ends_ns);
        lane->ends_ns[lane->depth++] = span->end_ns;
    }
    lanes.count = making.count;
    for (size_t i = 0; i < making.count; i++)
        free(making.all[i].ends_ns);
    free(making.all);
    return lanes;
}

void lanes_release(struct lanes *lanes)
{
    free(lanes->of);
    *lanes = (struct lanes){0};
}
