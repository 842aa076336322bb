/* SPDX-License-Identifier: MIT */
/*
 * Charges what a file found open, up to the last event that each thread recorded: frames
 * (profile_frames.c) and regions.  docs/internals/FORMAT.md has the rules.
 */
#include "base/memory.h"
#include "base/saturate.h"
#include "model/profile_tally.h"

#include <stdlib.h>

/* A region that is open, resolved. */
struct open_region {
    struct lprof_open_region fields;
    size_t index;      /* of its REGION record */
    bool is_known;     /* false: a gap, or its record is not in the file */
    bool is_outermost; /* of those with its name */
};

/* One thread's, outermost first. */
struct open_regions {
    struct lprof_open_regions_view view;
    struct open_region *all;
    uint64_t count;
};

uint64_t tally_since(uint64_t a, uint64_t b)
{
    return a - b > INT64_MAX ? 0 : a - b;
}

/* The clock of a finished run is later than the last event, but a thread's own (cpu) is
   not known. */
void tally_extend_last(const struct tally *tally, struct tally_thread *thread,
                       uint64_t bias)
{
    const struct lprof_header *header = lprof_reader_header(tally->reader);

    const uint64_t paused =
        tally_since(header->paused_ticks, thread->fields.paused_ticks);

    if (header->state == LPROF_STATE_COMPLETE && header->clock != LPROF_CLOCK_CPU &&
        !thread->fields.paused_at)
        thread->last += tally_since(header->end_ticks - bias - paused, thread->last);
}

static struct open_regions take_open(const struct lprof_reader *reader, size_t index)
{
    struct open_regions open;

    lprof_take_open_regions(reader, index, &open.view);
    const struct lprof_table_view *table = &open.view.table;
    const uint64_t said = open.view.fields.open;
    open.count = said < table->count ? said : table->count;
    open.all = memory_zeroed(table->count, sizeof *open.all);
    for (uint64_t i = 0; i < table->count; i++)
        lprof_take_open_region(table, i, &open.all[i].fields);
    return open;
}

static void resolve(struct tally *tally, struct open_regions *open)
{
    for (uint64_t i = 0; i < open->count; i++) {
        struct open_region *region = &open->all[i];
        const uint64_t address = region->fields.region;
        region->is_known = lprof_find_region(tally->reader, address, &region->index);
        if (!region->is_known) {
            tally->loose_ends += tally_is_in_file(tally, address);
            continue;
        }
        region->is_outermost = tally->regions[region->index].open_in != open;
        tally->regions[region->index].open_in = open;
    }
}

/* The thread of a record, if its regions count; NULL if they do not. */
static struct tally_thread *thread_of(const struct tally *tally,
                                      const struct open_regions *open)
{
    size_t index = 0;

    if (!tally_find_thread(tally, open->view.fields.thread, &index))
        return NULL;
    struct tally_thread *thread = &tally->threads[index];
    return thread->counted && !thread->is_outdated ? thread : NULL;
}

/* Begins and ends of regions are events.  Of a gap `begun` is a length. */
static void note_events(struct tally_thread *thread, const struct open_regions *open)
{
    for (uint64_t i = 0; i < open->view.table.count; i++) {
        const struct lprof_open_region *region = &open->all[i].fields;
        if (region->region || i >= open->count)
            thread->last += tally_since(region->begun, thread->last);
    }
}

/* Returns for how long it was open, or how much of a gap is not the time of what lies
   around it. */
static uint64_t charge(struct tally *tally, const struct open_region *open, uint64_t now)
{
    const struct lprof_open_region *fields = &open->fields;

    if (!fields->region)
        return tally_since(fields->inside, fields->begun);
    const uint64_t since = tally_since(now, fields->begun);
    /* Never shorter than what was in it, as in the runtime. */
    const uint64_t elapsed = since + tally_since(fields->inside, since);
    if (!open->is_known)
        return elapsed;
    ticks_add(&tally->regions[open->index].self_ticks,
              tally_since(elapsed, fields->inside));
    if (open->is_outermost)
        ticks_add(&tally->regions[open->index].ticks, elapsed);
    return elapsed;
}

static void close_regions(struct tally *tally, const struct open_regions *open,
                          const struct tally_thread *thread)
{
    const uint64_t reading = thread->last + thread->fields.bias;

    tally->last_reading += tally_since(reading, tally->last_reading);
    for (uint64_t i = open->count; i > 0; i--) {
        const uint64_t elapsed = charge(tally, &open->all[i - 1], thread->last);
        if (i > 1)
            open->all[i - 2].fields.inside += elapsed;
    }
}

void tally_close_open(struct tally *tally)
{
    const size_t count = lprof_reader_count(tally->reader, LPROF_RECORD_OPEN_REGIONS);
    struct open_regions *open = memory_zeroed(count, sizeof *open);

    for (size_t i = 0; i < count; i++) {
        open[i] = take_open(tally->reader, i);
        struct tally_thread *thread = thread_of(tally, &open[i]);
        if (thread)
            note_events(thread, &open[i]);
    }
    tally_close_frames(tally);
    for (size_t i = 0; i < count; i++) {
        struct tally_thread *thread = thread_of(tally, &open[i]);
        if (thread) {
            tally_extend_last(tally, thread, thread->fields.bias);
            resolve(tally, &open[i]);
            close_regions(tally, &open[i], thread);
        }
        free(open[i].all);
    }
    free(open);
}
