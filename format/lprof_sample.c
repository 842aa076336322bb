/* SPDX-License-Identifier: MIT */
/* Which samples hold, and their values by figure. */
#include "lprof_internal.h"

#include <string.h>

/* Each figure's has its place among those that the record has. */
static void take_values(const struct lprof_stats_view *stats, const uint8_t *at,
                        struct lprof_sample_view *out)
{
    for (unsigned bit = 0; bit < LPROF_FIGURE_COUNT; bit++) {
        out->values[bit] = (struct lprof_sample_value){0};
        if (!(stats->fields.figures >> bit & 1))
            continue;
        memcpy(&out->values[bit], at, sizeof out->values[bit]);
        at += sizeof out->values[bit];
    }
}

static bool is_whole(const struct lprof_stats_view *stats, const uint8_t *at,
                     const struct lprof_sample *fields)
{
    const unsigned count = (unsigned)__builtin_popcountll(stats->fields.figures);
    struct lprof_sample_end end;

    memcpy(&end, at + sizeof *fields + count * sizeof(struct lprof_sample_value),
           sizeof end);
    return fields->clock_ns == end.clock_ns && fields->readings;
}

bool lprof_next_sample(const struct lprof_stats_view *stats, uint64_t *at,
                       struct lprof_sample_view *out)
{
    struct lprof_sample fields;

    while (*at < stats->fields.capacity) {
        const uint8_t *sample =
            (const uint8_t *)stats->samples + (*at)++ * stats->fields.sample_bytes;
        memcpy(&fields, sample, sizeof fields);
        if (fields.clock_ns <= out->fields.clock_ns || !is_whole(stats, sample, &fields))
            continue;
        out->fields = fields;
        take_values(stats, sample + sizeof fields, out);
        return true;
    }
    return false;
}
