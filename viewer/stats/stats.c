/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void add_sample(struct stats *stats, size_t *room,
                       const struct lprof_sample_view *sample, uint64_t at_ns)
{
    stats->samples =
        memory_grown(stats->samples, stats->sample_count, room, sizeof *stats->samples);
    struct stats_sample *to = &stats->samples[stats->sample_count++];
    *to = (struct stats_sample){.at_ns = at_ns, .readings = sample->fields.readings};
    memcpy(to->values, sample->values, sizeof to->values);
}

/* Their times are ascending, and so all are after the start if the first one is: else the
   file is damaged. */
static void add_samples(struct stats *stats, const struct lprof_stats_view *view,
                        uint64_t start_clock_ns)
{
    struct lprof_sample_view sample = {0};
    size_t room = 0;
    uint64_t at = 0;

    while (lprof_next_sample(view, &at, &sample)) {
        if (sample.fields.clock_ns >= start_clock_ns)
            add_sample(stats, &room, &sample, sample.fields.clock_ns - start_clock_ns);
    }
}

bool stats_read(struct stats *stats, const struct lprof_reader *reader, size_t index,
                struct string_pool *pool)
{
    struct lprof_stats_view view;

    lprof_take_stats(reader, index, &view);
    *stats = (struct stats){
        /* what is new to this version has no place in a sample here */
        .figures = view.fields.figures & ((UINT64_C(1) << LPROF_FIGURE_COUNT) - 1),
        .gpu = view.fields.gpu,
        .gpu_name = string_pool_keep(pool, view.name),
        .hz = view.fields.hz,
    };
    add_samples(stats, &view, lprof_reader_header(reader)->start_clock_ns);
    if (stats->sample_count > 1)
        return true;
    stats_release(stats);
    return false;
}

void stats_add_phase(struct stats *stats, const char *name, uint64_t end_ns)
{
    const size_t count = stats->phase_count;
    const uint64_t begin_ns = count ? stats->phases[count - 1].end_ns : 0;

    stats->phases =
        memory_grown(stats->phases, count, &stats->phase_room, sizeof *stats->phases);
    stats->phases[stats->phase_count++] = (struct stats_span){
        .name = name,
        .begin_ns = begin_ns,
        .end_ns = end_ns > begin_ns ? end_ns : begin_ns,
    };
}

void stats_release(struct stats *stats)
{
    free(stats->samples);
    free(stats->phases);
}
