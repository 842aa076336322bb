/* SPDX-License-Identifier: MIT */
/*
 * A sample says its time at both ends, and while it is written they differ.  Samples that
 * have become others' leave theirs behind: a reader knows them by their time, which is
 * not later than that of those before them.  So the file is right at every moment, also
 * where the program is killed in the midst of putting samples together.
 */
#include "stats/lprt_series.h"
#include "base/lprt_lock.h"
#include "store/lprt_region.h"

#include <stddef.h>
#include <string.h>

enum { CAPACITY = 1 + 2 * 512 }; /* the first, and pairs */

struct sample {
    struct lprof_sample fields;
    struct lprof_sample_value values[LPROF_FIGURE_COUNT]; /* those of the record */
};

static size_t values_bytes(const struct lprof_stats *record)
{
    return (size_t)__builtin_popcountll(record->figures) *
           sizeof(struct lprof_sample_value);
}

static unsigned char *sample_at(struct lprof_stats *record, uint32_t index)
{
    return (unsigned char *)(record + 1) + (size_t)index * record->sample_bytes;
}

/* ---- One sample ---- */

static void load(struct lprof_stats *record, uint32_t index, struct sample *sample)
{
    memcpy(sample, sample_at(record, index),
           sizeof sample->fields + values_bytes(record));
}

static void store(struct lprof_stats *record, uint32_t index, const struct sample *sample)
{
    struct lprof_sample *to = (struct lprof_sample *)sample_at(record, index);
    unsigned char *values = (unsigned char *)(to + 1);
    struct lprof_sample_end *end =
        (struct lprof_sample_end *)(values + values_bytes(record));

    __atomic_store_n(&end->clock_ns, 0, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    to->readings = sample->fields.readings;
    memcpy(values, sample->values, values_bytes(record));
    __atomic_store_n(&to->clock_ns, sample->fields.clock_ns, __ATOMIC_RELEASE);
    __atomic_store_n(&end->clock_ns, sample->fields.clock_ns, __ATOMIC_RELEASE);
}

static void widen(struct lprof_sample_value *to, const struct lprof_sample_value *from)
{
    if (from->low < to->low)
        to->low = from->low;
    if (from->high > to->high)
        to->high = from->high;
}

/* What both stand for; the second one is the later. */
static void put_together(const struct lprof_stats *record, struct sample *to,
                         const struct sample *from)
{
    unsigned at = 0;

    for (unsigned bit = 0; bit < LPROF_FIGURE_COUNT; bit++) {
        if (!(record->figures >> bit & 1))
            continue;
        struct lprof_sample_value *value = &to->values[at];
        const struct lprof_sample_value *more = &from->values[at++];
        widen(value, more);
        if (bit < LPROF_SUM_FIGURE_COUNT)
            value->value = more->value;
        else
            value->value += more->value;
    }
    to->fields.readings += from->fields.readings;
    to->fields.clock_ns = from->fields.clock_ns;
}

/* ---- A reading ---- */

/* Where it came much too early, as at the end of a run, one step of the kernel's clocks
   would be a wild rate: then none is known. */
static struct lprof_sample_value value_of_sum(const struct lprt_series *series,
                                              uint64_t value, uint64_t before,
                                              uint64_t passed_ns)
{
    const uint64_t period_ns = UINT64_C(1000000000) / series->record->hz;

    if (!series->used || passed_ns < period_ns / 2)
        return (struct lprof_sample_value){.value = value, .low = UINT64_MAX};
    const uint64_t rate = (uint64_t)((double)(value - before) * 1e9 / (double)passed_ns);
    return (struct lprof_sample_value){.value = value, .low = rate, .high = rate};
}

/* As a sample of its own. */
static void make_sample(const struct lprt_series *series,
                        const struct lprt_reading *reading, struct sample *sample)
{
    const uint64_t passed_ns = reading->clock_ns - series->last.clock_ns;
    unsigned at = 0;

    sample->fields = (struct lprof_sample){.clock_ns = reading->clock_ns, .readings = 1};
    for (unsigned bit = 0; bit < LPROF_FIGURE_COUNT; bit++) {
        const uint64_t value = reading->values[bit];
        if (!(series->record->figures >> bit & 1))
            continue;
        sample->values[at++] =
            bit < LPROF_SUM_FIGURE_COUNT
                ? value_of_sum(series, value, series->last.values[bit], passed_ns)
                : (struct lprof_sample_value){value, value, value};
    }
}

/* The first stays: sums count from it. */
static void halve(struct lprt_series *series)
{
    struct sample sample, next;

    for (uint32_t i = 1; i <= CAPACITY / 2; i++) {
        load(series->record, 2 * i - 1, &sample);
        load(series->record, 2 * i, &next);
        put_together(series->record, &sample, &next);
        store(series->record, i, &sample);
    }
    series->used = 1 + CAPACITY / 2;
    series->stride *= 2;
}

static void add(struct lprt_series *series, const struct sample *sample)
{
    struct sample last;

    if (series->used > 1) {
        load(series->record, series->used - 1, &last);
        if (last.fields.readings < series->stride) {
            put_together(series->record, &last, sample);
            store(series->record, series->used - 1, &last);
            return;
        }
    }
    if (series->used == CAPACITY)
        halve(series);
    store(series->record, series->used++, sample);
}

bool lprt_series_make(struct lprt_series *series, struct lprof_stats fields,
                      const char *name)
{
    LPRT_GUARDED();
    fields.capacity = CAPACITY;
    fields.sample_bytes = (uint32_t)(sizeof(struct lprof_sample) + values_bytes(&fields) +
                                     sizeof(struct lprof_sample_end));
    const size_t bytes = (size_t)fields.capacity * fields.sample_bytes;
    struct lprof_stats *record =
        lprt_region_add(sizeof fields + bytes + fields.name_bytes);
    if (!record)
        return false;
    *record = fields;
    memcpy((char *)(record + 1) + bytes, name, fields.name_bytes);
    *series = (struct lprt_series){.record = record, .stride = 1};
    lprt_region_publish(record, LPROF_RECORD_STATS);
    return true;
}

void lprt_series_add(struct lprt_series *series, const struct lprt_reading *reading)
{
    struct lprt_reading now = *reading;
    struct sample sample;

    LPRT_GUARDED();
    if (now.clock_ns <= series->last.clock_ns)
        return;
    for (unsigned bit = 0; bit < LPROF_SUM_FIGURE_COUNT; bit++) {
        if (now.values[bit] < series->last.values[bit])
            now.values[bit] = series->last.values[bit];
    }
    make_sample(series, &now, &sample);
    add(series, &sample);
    series->last = now;
}

void lprt_series_clear(struct lprof_stats *record)
{
    LPRT_GUARDED();
    memset(record + 1, 0, (size_t)record->capacity * record->sample_bytes);
}
