/* SPDX-License-Identifier: MIT */
#include "count/lprt_timeline.h"
#include "store/lprt_config.h"
#include "store/lprt_region.h"

#include <stddef.h>

static struct lprof_timeline_end *end_of(struct lprof_timeline *record)
{
    return (struct lprof_timeline_end *)(lprt_timeline_spans(record) + record->capacity);
}

struct wanted {
    uint32_t thread;
    struct lprof_timeline *found;
};

static void look_for_record(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct wanted *wanted = arg;
    struct lprof_timeline *record = payload;

    if (kind == LPROF_RECORD_TIMELINE && record->thread == wanted->thread)
        wanted->found = record;
}

/* A process that was killed may have left a span half-written, which was to be the next;
   the one that it was to take the place of is lost. */
static void repair(struct lprof_timeline *record)
{
    struct lprof_timeline_end *end = end_of(record);

    if (end->taken == record->written)
        return;
    for (uint64_t i = 0; i < record->capacity && record->written + i != end->taken; i++)
        lprt_timeline_spans(record)[(record->written + i) % record->capacity] =
            (struct lprof_span){0};
    __atomic_store_n(&record->written, end->taken, __ATOMIC_RELEASE);
}

/* There is one already where another process has left it. */
static struct lprof_timeline *find_record(uint32_t thread)
{
    struct wanted wanted = {.thread = thread};

    lprt_region_walk(look_for_record, &wanted);
    if (wanted.found)
        repair(wanted.found);
    return wanted.found;
}

static struct lprof_timeline *make_record(uint32_t thread, uint64_t capacity)
{
    struct lprof_timeline *record =
        lprt_region_add(sizeof *record + capacity * sizeof(struct lprof_span) +
                        sizeof(struct lprof_timeline_end));

    if (!record)
        return NULL;
    record->thread = thread;
    record->span_bytes = sizeof(struct lprof_span);
    record->capacity = capacity;
    lprt_region_publish(record, LPROF_RECORD_TIMELINE);
    return record;
}

void lprt_timeline_open(struct lprt_timeline *timeline, uint32_t thread)
{
    const uint64_t capacity = lprt_config_timeline();
    struct lprof_timeline *record = capacity ? find_record(thread) : NULL;

    if (!record && capacity)
        record = make_record(thread, capacity);
    if (!record)
        return;
    timeline->taken = &end_of(record)->taken;
    timeline->mask = record->capacity - 1;
    timeline->record = record;
}

void lprt_timeline_clear(struct lprof_timeline *record)
{
    record->first = 0;
    record->written = 0;
    end_of(record)->taken = 0;
}
