/* SPDX-License-Identifier: MIT */
#include "store/lprt_layouts.h"
#include "base/lprt_layout.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "store/lprt_callees.h"
#include "store/lprt_function.h"
#include "store/lprt_region.h"

#include <string.h>

/* What is known of a module by its content, loaded or not. */
struct known {
    uint32_t module;
    uint64_t hash;
    uint64_t count_count;
    size_t layout_count;
    unsigned char *shown; /* which layouts are in the region; NULL: all */
    struct known *next;
};

static struct known *known;
static bool some_are_left_out; /* of the region */
static uint32_t module_count;  /* ids given out, here or by others */

/* Changed under the lock; read without, so an entry is complete before it is linked. */
static struct lprt_loaded *loaded;

/* ---- What is the same module ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (hash >> 29);
}

static bool is_usable(const struct lineprof_layout *layout)
{
    return layout->abi == LINEPROF_ABI_VERSION && layout->function->id;
}

static uint64_t first_count(const struct lineprof_module *module,
                            const struct lineprof_layout *layout)
{
    return (uint64_t)(layout->counts - module->counts_begin);
}

static uint64_t hash_module(const struct lineprof_module *module)
{
    uint64_t hash = 0;

    for (struct lineprof_layout *const *at = module->layouts_begin;
         at < module->layouts_end; at++) {
        if (!is_usable(*at))
            continue;
        hash = mix(hash, (*at)->function->id);
        hash = mix(hash, first_count(module, *at));
        hash = mix(hash, (*at)->count_count);
        for (uint32_t i = 0; i < (*at)->sum_words; i++)
            hash = mix(hash, (*at)->sums[i]);
    }
    return hash;
}

static struct known *find_known(uint64_t hash, uint64_t count_count)
{
    struct known *at = known;

    while (at && !(at->hash == hash && at->count_count == count_count))
        at = at->next;
    return at;
}

/* ---- Records ---- */

static size_t bytes_of_symbols(const struct lineprof_layout *layout)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < layout->call_count; i++)
        bytes += strlen(layout->calls[i].symbol) + 1;
    return bytes;
}

static void put_calls(char *at, const struct lineprof_layout *layout)
{
    for (uint32_t i = 0; i < layout->call_count; i++) {
        const struct lprof_call call = {.site = layout->calls[i].site,
                                        .is_entry = layout->calls[i].is_entry};
        memcpy(at, &call, sizeof call);
        at += sizeof call;
    }
    for (uint32_t i = 0; i < layout->call_count; i++) {
        const size_t bytes = strlen(layout->calls[i].symbol) + 1;
        memcpy(at, layout->calls[i].symbol, bytes);
        at += bytes;
    }
}

static bool add_record(const struct lineprof_module *module, uint32_t id,
                       const struct lineprof_layout *layout)
{
    const struct lprof_layout fields = {
        .function = layout->function->id,
        .flags = layout->flags,
        .module = id,
        .site_count = layout->function->site_count,
        .first_count = first_count(module, layout),
        .count_count = layout->count_count,
        .call_count = layout->call_count,
        .sum_words = layout->sum_words + layout->sum_words % 2,
        .symbols_bytes = (uint32_t)bytes_of_symbols(layout),
    };
    const size_t sums_bytes = fields.sum_words * sizeof *layout->sums;
    char *payload = lprt_region_add(sizeof fields + sums_bytes +
                                    fields.call_count * sizeof(struct lprof_call) +
                                    fields.symbols_bytes);

    if (!payload)
        return false;
    memcpy(payload, &fields, sizeof fields);
    memcpy(payload + sizeof fields, layout->sums,
           layout->sum_words * sizeof *layout->sums);
    put_calls(payload + sizeof fields + sums_bytes, layout);
    lprt_region_publish(payload, LPROF_RECORD_LAYOUT);
    return true;
}

static size_t layout_count(const struct lineprof_module *module)
{
    return (size_t)(module->layouts_end - module->layouts_begin);
}

static struct known *add_known(const struct lineprof_module *module, uint64_t hash,
                               uint64_t count_count)
{
    struct known *added = lprt_memory_take(sizeof *added);

    if (!added)
        return NULL;
    *added = (struct known){.module = module_count + 1,
                            .hash = hash,
                            .count_count = count_count,
                            .layout_count = layout_count(module),
                            .next = known};
    for (struct lineprof_layout *const *at = module->layouts_begin;
         at < module->layouts_end; at++) {
        if (is_usable(*at) && !add_record(module, added->module, *at))
            return NULL;
    }
    module_count++;
    known = added;
    return added;
}

/* ---- In a forked child ---- */

void lprt_layouts_forget(void)
{
    LPRT_GUARDED();
    some_are_left_out = true;
    for (struct known *at = known; at; at = at->next) {
        if (at->shown)
            memset(at->shown, 0, at->layout_count);
        else
            at->shown = lprt_memory_take(at->layout_count);
    }
}

static struct known *known_as(uint32_t module)
{
    struct known *at = known;

    while (at && at->module != module)
        at = at->next;
    return at;
}

static bool has_count(const struct lineprof_module *module, size_t layout, uint64_t count)
{
    return count - first_count(module, module->layouts_begin[layout]) <
           module->layouts_begin[layout]->count_count;
}

/* As a rule they lie in the order of their counts. */
static size_t find_in_order(const struct lineprof_module *module, uint64_t count)
{
    size_t first = 0;

    for (size_t left = layout_count(module); left > 1;) {
        const size_t half = left / 2;
        if (first_count(module, module->layouts_begin[first + half]) <= count)
            first += half;
        left -= half;
    }
    return first;
}

size_t lprt_loaded_layout(const struct lprt_loaded *at, uint64_t count)
{
    const struct lineprof_module *module = at->code;
    const size_t all = layout_count(module);
    size_t i = find_in_order(module, count);

    LPRT_GUARDED();
    if (has_count(module, i, count))
        return i;
    for (i = 0; i < all && !has_count(module, i, count);)
        i++;
    return i;
}

const uint8_t *lprt_loaded_outside(const struct lprt_loaded *at, size_t layout)
{
    LPRT_GUARDED();
    if (!at->outside || layout >= layout_count(at->code))
        return NULL;
    if (!at->outside[layout])
        at->outside[layout] = lprt_callees_outside(at->code->layouts_begin[layout]);
    return at->outside[layout];
}

bool lprt_layouts_are_left_out(void)
{
    return some_are_left_out;
}

void lprt_layouts_show(const struct lprt_loaded *at, uint64_t count)
{
    struct known *module = some_are_left_out && at->end ? known_as(at->module) : NULL;

    LPRT_GUARDED();
    if (!module || !module->shown)
        return;
    const size_t i = lprt_loaded_layout(at, count);
    if (i >= module->layout_count || module->shown[i])
        return;
    const struct lineprof_layout *layout = at->code->layouts_begin[i];
    module->shown[i] = is_usable(layout) && lprt_function_show(layout->function) &&
                       add_record(at->code, at->module, layout);
}

void lprt_layouts_learn(enum lprof_record_kind kind, const void *payload)
{
    const struct lprof_layout *layout = payload;

    LPRT_GUARDED();
    if (kind == LPROF_RECORD_LAYOUT && layout->module > module_count)
        module_count = layout->module;
}

/* ---- Where modules are ---- */

struct lprt_loaded *lprt_loaded_first(void)
{
    return __atomic_load_n(&loaded, __ATOMIC_ACQUIRE);
}

struct lprt_loaded *lprt_loaded_at(uintptr_t address)
{
    struct lprt_loaded *at = lprt_loaded_first();

    while (at && !(at->begin <= address && address < at->end))
        at = at->next;
    return at;
}

uint64_t lprt_loaded_count(const struct lprt_loaded *at)
{
    return (at->end - at->begin) / sizeof(struct lineprof_count);
}

/* A thread-local word that is `from` becomes `to`. */
static void change_word(char *word, int64_t from, int64_t to)
{
    int64_t *at = (int64_t *)(void *)word;

    if (__atomic_load_n(at, __ATOMIC_RELAXED) == from)
        __atomic_store_n(at, to, __ATOMIC_RELAXED);
}

void lprt_loaded_set_distance(const struct lprt_loaded *at, char *thread_pointer,
                              int64_t from, int64_t to)
{
    LPRT_GUARDED();
    change_word(thread_pointer + at->distance, from, to);
    for (size_t i = 0; i < at->base_count; i++) {
        const int64_t counts = (int64_t)(uintptr_t)at->code->bases_begin[i].counts;
        change_word(thread_pointer + at->code->bases_begin[i].place, counts + from,
                    counts + to);
    }
}

/* Two that are loaded at a time are not in one another's place. */
static void forget_unloaded(uintptr_t begin, uintptr_t end)
{
    for (struct lprt_loaded *at = loaded; at; at = at->next) {
        if (at->begin < end && begin < at->end)
            at->begin = at->end = 0;
    }
}

static struct lprt_loaded *add_loaded(const struct lineprof_module *module, uint32_t id)
{
    struct lprt_loaded *added = lprt_memory_take(sizeof *added);
    const char *own = __builtin_thread_pointer();

    if (!added)
        return NULL;
    *added = (struct lprt_loaded){
        .module = id,
        .code = module,
        .begin = (uintptr_t)module->counts_begin,
        .end = (uintptr_t)module->counts_end,
        .distance = (const char *)(const void *)module->distance - own,
        .base_count = (size_t)(module->bases_end - module->bases_begin),
        .outside = lprt_memory_take(layout_count(module) * sizeof *added->outside),
        .next = loaded,
    };
    forget_unloaded(added->begin, added->end);
    __atomic_store_n(&loaded, added, __ATOMIC_RELEASE);
    return added;
}

static bool has_layouts(const struct lineprof_module *module)
{
    return module->layouts_begin != module->layouts_end && module->distance;
}

struct lprt_loaded *lprt_layouts_register_silent(const struct lineprof_module *module)
{
    LPRT_GUARDED();
    return has_layouts(module) ? add_loaded(module, 0) : NULL;
}

struct lprt_loaded *lprt_layouts_register(const struct lineprof_module *module)
{
    LPRT_GUARDED();
    if (!has_layouts(module))
        return NULL;
    const uint64_t hash = hash_module(module);
    const uint64_t count_count = (uint64_t)(module->counts_end - module->counts_begin);
    const struct known *same = find_known(hash, count_count);

    if (!same)
        same = add_known(module, hash, count_count);
    return same ? add_loaded(module, same->module) : NULL;
}
