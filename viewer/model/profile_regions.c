/* SPDX-License-Identifier: MIT */
/* The regions of all files and threads, one for each name. */
#include "base/saturate.h"
#include "model/profile_entries.h"

#include <stdlib.h>
#include <string.h>

/* Of a thread that has counted nothing since the program began anew. */
static bool is_outdated(const struct tally *tally, uint32_t thread)
{
    size_t index = 0;

    return tally_find_thread(tally, thread, &index) && tally->threads[index].is_outdated;
}

/* Which one was the shortest since then is not known, nor the longest. */
static void leave_out(struct lprof_region *region, const struct lprof_reader *since,
                      size_t index)
{
    struct lprof_region_view before;

    if (index >= lprof_reader_count(since, LPROF_RECORD_REGION))
        return;
    lprof_take_region(since, index, &before);
    region->calls -= before.fields.calls;
    region->ticks -= before.fields.ticks;
    region->self_ticks -= before.fields.self_ticks;
    region->min_ticks = region->max_ticks = 0;
}

/* What is open has taken some, too.  Negative: read while it changed. */
static void add_open(struct lprof_region *region, const struct tally_region *open)
{
    ticks_add(&region->ticks, open->ticks);
    ticks_add(&region->self_ticks, open->self_ticks);
    if (region->ticks > INT64_MAX)
        region->ticks = 0;
    if (region->self_ticks > region->ticks)
        region->self_ticks = region->ticks;
}

/* What is over within a tick has taken one as the longest, and none in the sum. */
static void fit_extremes(struct lprof_region *region)
{
    if (region->max_ticks > region->ticks)
        region->max_ticks = region->ticks;
    if (region->min_ticks > region->max_ticks)
        region->min_ticks = region->max_ticks;
}

void regions_add(struct profile *profile, const struct tally *tally,
                 struct thread_choice threads, struct rate rate, struct string_pool *pool)
{
    const struct lprof_reader *reader = tally->reader;
    struct lprof_region_view view;

    for (size_t i = 0; i < lprof_reader_count(reader, LPROF_RECORD_REGION); i++) {
        lprof_take_region(reader, i, &view);
        if (!thread_is_chosen(threads, view.fields.thread) ||
            is_outdated(tally, view.fields.thread))
            continue;
        if (tally->since)
            leave_out(&view.fields, tally->since, i);
        add_open(&view.fields, &tally->regions[i]);
        fit_extremes(&view.fields);
        profile->regions[profile->region_count++] = (struct region){
            .name = string_pool_keep(pool, view.name),
            .calls = view.fields.calls,
            .total_ns = rate_ns(rate, view.fields.ticks),
            .self_ns = rate_ns(rate, view.fields.self_ticks),
            .min_ns = rate_ns(rate, view.fields.min_ticks),
            .max_ns = rate_ns(rate, view.fields.max_ticks),
        };
    }
}

static int compare_regions(const void *a, const void *b)
{
    return strcmp(((const struct region *)a)->name, ((const struct region *)b)->name);
}

/* An activation that has ended took some time, so a maximum of 0 is none. */
static void add_region(struct region *sum, const struct region *more)
{
    count_add(&sum->calls, more->calls);
    time_add(&sum->total_ns, more->total_ns);
    time_add(&sum->self_ns, more->self_ns);
    if (!more->max_ns)
        return;
    if (!sum->max_ns || more->min_ns < sum->min_ns)
        sum->min_ns = more->min_ns;
    if (more->max_ns > sum->max_ns)
        sum->max_ns = more->max_ns;
}

void regions_merge(struct profile *profile)
{
    struct region *all = profile->regions;
    size_t kept = 0;

    if (!profile->region_count)
        return;
    qsort(all, profile->region_count, sizeof *all, compare_regions);
    for (size_t i = 1; i < profile->region_count; i++) {
        if (all[i].name == all[kept].name)
            add_region(&all[kept], &all[i]);
        else
            all[++kept] = all[i];
    }
    profile->region_count = kept + 1;
}
