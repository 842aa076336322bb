/* SPDX-License-Identifier: MIT */
/*
 * Units and functions as records of the region.  Modules may be unloaded and loaded
 * again, and an inline function is in many units: a record is looked for by its whole
 * content before one is added.
 */
#include "store/lprt_function.h"
#include "base/lprt_hash.h"
#include "base/lprt_layout.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "store/lprt_region.h"

#include <stdbool.h>
#include <string.h>

enum { BUCKETS = 4096 };

/* A registered thing, in a table by hash. */
struct entry {
    struct entry *next; /* in its bucket */
    uint64_t hash;
    const void *record; /* payload in the region */
    uint32_t mode;      /* enum lineprof_mode */
};

static struct entry *units[BUCKETS];
static struct entry *functions[BUCKETS];
static uint32_t unit_count;
static uint32_t function_count;
static bool some_are_left_out; /* of the region: they are not in the tables */

/* ---- Hashes ---- */

static uint64_t hash_unit(const struct lineprof_unit *unit)
{
    uint64_t hash = LPRT_HASH_OF_NOTHING;

    hash = lprt_hash_text(hash, unit->directory);
    return lprt_hash_text(hash, unit->flags);
}

static uint64_t hash_function(const struct lineprof_function *function)
{
    uint64_t hash = LPRT_HASH_OF_NOTHING;

    hash = lprt_hash_text(hash, function->symbol);
    hash = lprt_hash_text(hash, function->files[0]);
    hash = lprt_hash_bytes(hash, &function->line, sizeof function->line);
    return lprt_hash_bytes(hash, function->sites,
                           function->site_count * sizeof *function->sites);
}

/* ---- Comparing and putting strings ---- */

static uint32_t length(const char *string)
{
    return (uint32_t)strlen(string);
}

/* The string is what stands at *at; moves *at behind it. */
static bool take_same(const char **at, const char *string, uint32_t bytes)
{
    const bool same = length(string) == bytes && memcmp(*at, string, bytes) == 0;
    *at += bytes;
    return same;
}

static void put(char **at, const void *bytes, size_t size)
{
    if (size)
        memcpy(*at, bytes, size);
    *at += size;
}

/* ---- Units ---- */

static bool is_same_unit(const struct entry *entry, const struct lineprof_unit *unit)
{
    const struct lprof_unit *fields = entry->record;
    const char *at = (const char *)(fields + 1);

    return fields->language == unit->language && fields->optimize == unit->level &&
           fields->mode == unit->mode &&
           take_same(&at, unit->directory, fields->directory_bytes) &&
           take_same(&at, unit->flags, fields->flags_bytes);
}

static const void *add_unit_record(const struct lineprof_unit *unit)
{
    const struct lprof_unit fields = {
        .unit = unit_count + 1,
        .language = unit->language,
        .optimize = unit->level,
        .mode = unit->mode,
        .directory_bytes = length(unit->directory),
        .flags_bytes = length(unit->flags),
    };
    void *payload = lprt_region_add(sizeof fields + fields.directory_bytes +
                                    (size_t)fields.flags_bytes);
    char *at = payload;

    if (!payload)
        return NULL;
    put(&at, &fields, sizeof fields);
    put(&at, unit->directory, fields.directory_bytes);
    put(&at, unit->flags, fields.flags_bytes);
    lprt_region_publish(payload, LPROF_RECORD_UNIT);
    unit_count++;
    return payload;
}

static struct entry *add_entry(struct entry **bucket, uint64_t hash, const void *record,
                               uint32_t mode)
{
    struct entry *entry = record ? lprt_memory_take(sizeof *entry) : NULL;

    if (entry) {
        *entry = (struct entry){*bucket, hash, record, mode};
        *bucket = entry;
    }
    return entry;
}

/* 0 if there is no room. */
static uint32_t register_unit(const struct lineprof_unit *unit)
{
    const uint64_t hash = hash_unit(unit);
    struct entry **bucket = &units[hash % BUCKETS];
    struct entry *entry = *bucket;

    while (entry && !(entry->hash == hash && is_same_unit(entry, unit)))
        entry = entry->next;
    if (!entry)
        entry = add_entry(bucket, hash, add_unit_record(unit), unit->mode);
    return entry ? ((const struct lprof_unit *)entry->record)->unit : 0;
}

/* ---- Functions ---- */

/* Not by its unit: an inline function belongs to all that include it.  But code that
   counts hits only and code that times cannot share counters. */
static bool is_same_function(const struct entry *entry,
                             const struct lineprof_function *function)
{
    const struct lprof_function *fields = entry->record;
    const size_t sites_bytes = function->site_count * sizeof *function->sites;
    const char *at = (const char *)(fields + 1);

    if ((entry->mode == LINEPROF_MODE_HITS) !=
            (function->unit->mode == LINEPROF_MODE_HITS) ||
        fields->line != function->line || fields->end_line != function->end_line ||
        fields->source_hash != function->source_hash ||
        fields->site_count != function->site_count ||
        fields->file_count != function->file_count ||
        (sites_bytes && memcmp(at, function->sites, sites_bytes) != 0))
        return false;
    at += sites_bytes;
    return take_same(&at, function->name, fields->name_bytes) &&
           take_same(&at, function->symbol, fields->symbol_bytes) &&
           strcmp(at, function->files[0]) == 0;
}

static size_t bytes_of_files(const struct lineprof_function *function)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < function->file_count; i++)
        bytes += strlen(function->files[i]) + 1;
    return bytes;
}

static void put_function(char *at, const struct lprof_function *fields,
                         const struct lineprof_function *function)
{
    put(&at, fields, sizeof *fields);
    put(&at, function->sites, function->site_count * sizeof *function->sites);
    put(&at, function->name, fields->name_bytes);
    put(&at, function->symbol, fields->symbol_bytes);
    for (uint32_t i = 0; i < function->file_count; i++)
        put(&at, function->files[i], strlen(function->files[i]) + 1);
    put(&at, function->source, fields->source_bytes);
}

static const void *add_function_record(const struct lineprof_function *function,
                                       uint32_t id)
{
    const struct lprof_function fields = {
        .function = id,
        .unit = register_unit(function->unit),
        .flags = function->flags,
        .line = function->line,
        .end_line = function->end_line,
        .source_line = function->source_line,
        .site_count = function->site_count,
        .file_count = function->file_count,
        .source_hash = function->source_hash,
        .name_bytes = length(function->name),
        .symbol_bytes = length(function->symbol),
        .files_bytes = (uint32_t)bytes_of_files(function),
        .source_bytes = function->source_size,
    };
    if (!fields.unit)
        return NULL;
    void *payload = lprt_region_add(
        sizeof fields + fields.site_count * sizeof *function->sites + fields.name_bytes +
        fields.symbol_bytes + fields.files_bytes + fields.source_bytes);
    if (!payload)
        return NULL;
    put_function(payload, &fields, function);
    lprt_region_publish(payload, LPROF_RECORD_FUNCTION);
    if (id > function_count)
        function_count = id;
    return payload;
}

/* A function and its parts are one, and calls of it are counted. */
static void note_flags(const struct lprof_function *record, uint32_t flags)
{
    struct lprof_function *changed = (struct lprof_function *)(uintptr_t)record;

    if (!(flags & LINEPROF_FUNCTION_PART))
        changed->flags &= ~(uint32_t)LPROF_FUNCTION_PART;
}

enum { ANY_ID = 0 };

/* NULL if there is none. */
static struct entry *find_function(const struct lineprof_function *function,
                                   uint64_t hash, uint32_t id)
{
    struct entry *entry = functions[hash % BUCKETS];

    while (entry && !(entry->hash == hash && is_same_function(entry, function) &&
                      (id == ANY_ID ||
                       id == ((const struct lprof_function *)entry->record)->function)))
        entry = entry->next;
    return entry;
}

/* wanted   the id that its record must have
   added    the id of a new one */
static uint32_t find_or_add(const struct lineprof_function *function, uint32_t wanted,
                            uint32_t added)
{
    const uint64_t hash = hash_function(function);
    struct entry *entry = find_function(function, hash, wanted);

    if (!entry)
        entry = add_entry(&functions[hash % BUCKETS], hash,
                          add_function_record(function, added), function->unit->mode);
    if (!entry)
        return 0;
    note_flags(entry->record, function->flags);
    return ((const struct lprof_function *)entry->record)->function;
}

uint32_t lprt_function_register(const struct lineprof_function *function)
{
    LPRT_GUARDED();
    return find_or_add(function, ANY_ID, function_count + 1);
}

/* ---- Of a forked child ---- */

void lprt_function_forget(void)
{
    LPRT_GUARDED();
    memset(units, 0, sizeof units);
    memset(functions, 0, sizeof functions);
    some_are_left_out = true;
}

/* One that was registered anew meanwhile, with its object, has another id, and both are
   one function to the user. */
bool lprt_function_show(const struct lineprof_function *function)
{
    LPRT_GUARDED();
    return !some_are_left_out || find_or_add(function, function->id, function->id);
}

/* ---- Of another process ---- */

static bool learn_unit(const struct lprof_unit *record)
{
    const char *at = (const char *)(record + 1);
    uint64_t hash = LPRT_HASH_OF_NOTHING;

    hash = lprt_hash_string(hash, at, record->directory_bytes);
    hash = lprt_hash_string(hash, at + record->directory_bytes, record->flags_bytes);
    if (record->unit > unit_count)
        unit_count = record->unit;
    return add_entry(&units[hash % BUCKETS], hash, record, record->mode);
}

static uint32_t mode_of_unit(uint32_t id)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        for (const struct entry *entry = units[i]; entry; entry = entry->next) {
            if (((const struct lprof_unit *)entry->record)->unit == id)
                return entry->mode;
        }
    }
    return LINEPROF_MODE_ADAPTIVE;
}

static bool learn_function(const struct lprof_function *record)
{
    const char *sites = (const char *)(record + 1);
    const size_t sites_bytes = record->site_count * sizeof(struct lprof_site);
    const char *symbol = sites + sites_bytes + record->name_bytes;
    uint64_t hash = LPRT_HASH_OF_NOTHING;

    hash = lprt_hash_string(hash, symbol, record->symbol_bytes);
    hash = lprt_hash_text(hash, symbol + record->symbol_bytes);
    hash = lprt_hash_bytes(hash, &record->line, sizeof record->line);
    hash = lprt_hash_bytes(hash, sites, sites_bytes);
    if (record->function > function_count)
        function_count = record->function;
    return add_entry(&functions[hash % BUCKETS], hash, record,
                     mode_of_unit(record->unit));
}

bool lprt_function_learn(enum lprof_record_kind kind, const void *payload)
{
    LPRT_GUARDED();
    if (kind == LPROF_RECORD_UNIT)
        return learn_unit(payload);
    return kind != LPROF_RECORD_FUNCTION || learn_function(payload);
}
