/* SPDX-License-Identifier: MIT */
#include "analysis/ranking.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define ASCENDING(a, b)  (((a) > (b)) - ((a) < (b)))
#define DESCENDING(a, b) ASCENDING(b, a)

double ranked_mean_ns(const struct ranked *ranked)
{
    return ranked->calls ? (double)ranked->total_ns / (double)ranked->calls : 0;
}

static int by_total(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->total_ns, b->total_ns);
}

static int by_self(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->self_ns, b->self_ns);
}

static int by_cpu(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->cpu_ns, b->cpu_ns);
}

static int by_mean(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(ranked_mean_ns(a), ranked_mean_ns(b));
}

static int by_bytes(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->bytes, b->bytes);
}

static int by_self_bytes(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->self_bytes, b->self_bytes);
}

static uint64_t known(uint64_t quantity)
{
    return quantity == NOT_KNOWN ? 0 : quantity;
}

static int by_peak_bytes(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->peak_bytes, b->peak_bytes);
}

static int by_calls(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->calls, b->calls);
}

static int by_primitive_calls(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->primitive_calls, b->primitive_calls);
}

static int by_name(const struct ranked *a, const struct ranked *b)
{
    return strcmp(a->name, b->name);
}

/* Regions, which have no file, come first. */
static int by_file(const struct ranked *a, const struct ranked *b)
{
    return strcmp(a->file ? a->file : "", b->file ? b->file : "");
}

static int by_line(const struct ranked *a, const struct ranked *b)
{
    return ASCENDING(a->line, b->line);
}

static int by_place(const struct ranked *a, const struct ranked *b)
{
    const int file = by_file(a, b);
    const int line = by_line(a, b);
    return file ? file : line ? line : by_name(a, b);
}

static int by_lost(const struct ranked *a, const struct ranked *b)
{
    return DESCENDING(a->spread.lost, b->spread.lost);
}

#define SORT_WORD(id, name, synonyms, text, compare) [SORT_##id] = name,
const char *const sort_key_names[SORT_COUNT] = {SORT_KEYS(SORT_WORD)};

#define SORT_ROW(id, name, synonyms, text, compare) \
    [SORT_##id] = {synonyms, text, compare},
const struct sort_key sort_keys[SORT_COUNT] = {SORT_KEYS(SORT_ROW)};

/* One of some words that are separated by commas. */
static bool is_among(const char *words, const char *name, size_t size)
{
    while (size && *words) {
        const size_t length = strcspn(words, ",");
        if (length == size && !memcmp(words, name, size))
            return true;
        words += length + (words[length] == ',');
    }
    return false;
}

bool sort_key_find(const char *name, size_t size, uint32_t *index)
{
    for (uint32_t i = 0; i < SORT_COUNT; i++) {
        if (is_among(sort_key_names[i], name, size) ||
            is_among(sort_keys[i].synonyms, name, size)) {
            *index = i;
            return true;
        }
    }
    return false;
}

/* measure   where it has times */
static void add(struct ranking *ranking, struct ranked ranked,
                const struct portions *portions, enum portion_measure measure)
{
    if (portions)
        spread_make(&ranked.spread, portions, ranked.has_times ? measure : PORTION_COUNT);
    ranking->all =
        memory_grown(ranking->all, ranking->count, &ranking->room, sizeof *ranking->all);
    ranking->all[ranking->count++] = ranked;
}

void ranking_add_functions(struct ranking *ranking, const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        const struct heap_sums heap = function_heap(f);
        if (f->shown)
            add(ranking,
                (struct ranked){
                    .name = function_title(f),
                    .file = f->file,
                    .line = f->line,
                    .calls = f->calls,
                    .primitive_calls =
                        f->primitive_calls == NOT_KNOWN ? f->calls : f->primitive_calls,
                    .total_ns = f->total_ns,
                    .self_ns = f->self_ns,
                    .cpu_ns = f->total_ns - function_off_ns(f),
                    .bytes = known(heap.bytes),
                    .self_bytes = known(heap.own_bytes),
                    .peak_bytes = known(heap.at_peak),
                    .has_times = f->has_times,
                    .function = f,
                },
                f->portions, PORTION_TIME);
    }
}

void ranking_add_regions(struct ranking *ranking, const struct profile *profile)
{
    for (size_t i = 0; i < profile->region_count; i++) {
        const struct region *region = &profile->regions[i];
        add(ranking,
            (struct ranked){
                .name = region->name,
                .calls = region->calls,
                .primitive_calls = region->calls,
                .total_ns = region->total_ns,
                .self_ns = region->self_ns,
                .cpu_ns = region->total_ns,
                .has_times = true,
            },
            region->portions, PORTION_TIME);
    }
}

static void add_line(struct ranking *ranking, const struct function *f,
                     const struct line *line)
{
    const uint64_t off_ns = line->off_cpu_ns == NOT_KNOWN ? 0 : line->off_cpu_ns;

    add(ranking,
        (struct ranked){
            .name = function_title(f),
            .file = line->file,
            .line = line->number,
            .calls = line->hits,
            .primitive_calls = line->hits,
            .total_ns = line->time_ns,
            .self_ns = line->self_ns,
            .cpu_ns = line->time_ns - off_ns,
            .bytes = known(line->heap.bytes),
            .self_bytes = known(line->heap.own_bytes),
            .peak_bytes = known(line->heap.at_peak),
            .has_times = f->has_times,
            .function = f,
        },
        line->portions, PORTION_SELF);
}

void ranking_add_lines(struct ranking *ranking, const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        for (size_t j = 0; f->shown && j < f->line_count; j++) {
            if (f->lines[j].hits)
                add_line(ranking, f, &f->lines[j]);
        }
    }
}

static int compare(const void *a, const void *b, void *arg)
{
    const struct sort_order *order = arg;

    for (size_t i = 0; i < order->count; i++) {
        const int result = sort_keys[order->keys[i]].compare(a, b);
        if (result)
            return result;
    }
    return by_place(a, b);
}

void ranking_sort(struct ranking *ranking, struct sort_order order)
{
    if (ranking->count)
        qsort_r(ranking->all, ranking->count, sizeof *ranking->all, compare, &order);
}

void ranking_cut(struct ranking *ranking, double limit)
{
    if (limit < 0)
        return;
    const double count = limit < 1 ? limit * (double)ranking->count + 0.5 : limit;
    if (count < (double)ranking->count)
        ranking->count = (size_t)count;
}

void ranking_release(struct ranking *ranking)
{
    free(ranking->all);
    *ranking = (struct ranking){0};
}
