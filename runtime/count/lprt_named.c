/* SPDX-License-Identifier: MIT */
#include "count/lprt_named.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "base/lprt_say.h"
#include "store/lprt_config.h"
#include "store/lprt_region.h"

#include <string.h>

struct wanted {
    uint32_t thread;
    const char *name;
    struct lprof_region *found;
};

static void look_for_record(enum lprof_record_kind kind, void *payload, void *arg)
{
    struct wanted *wanted = arg;
    struct lprof_region *record = payload;

    if (kind == LPROF_RECORD_REGION && record->thread == wanted->thread &&
        record->name_bytes == strlen(wanted->name) &&
        memcmp(record + 1, wanted->name, record->name_bytes) == 0)
        wanted->found = record;
}

/* There is one already where another process has left it. */
static struct lprof_region *make_record(const struct lprt_thread *t, const char *name)
{
    struct wanted wanted = {.thread = t->record->thread, .name = name};
    const size_t bytes = strlen(name);

    lprt_region_walk(look_for_record, &wanted);
    if (wanted.found)
        return wanted.found;
    struct lprof_region *record = lprt_region_add(sizeof *record + bytes);
    if (!record)
        return NULL;
    record->thread = wanted.thread;
    record->name_bytes = (uint32_t)bytes;
    memcpy(record + 1, name, bytes);
    lprt_region_publish(record, LPROF_RECORD_REGION);
    return record;
}

static struct lprt_named **chain_of(struct lprt_names *names, const char *name)
{
    uint32_t hash = 2166136261u;

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return &names->chains[hash % LPRT_NAME_CHAINS];
}

static struct lprt_named *add(struct lprt_thread *t, struct lprt_names *names,
                              struct lprt_named **chain, const char *name)
{
    const size_t bytes = strlen(name) + 1;
    struct lprt_named *named = lprt_memory_take(sizeof *named + bytes);
    struct lprof_region *record = named ? make_record(t, name) : NULL;

    if (!record)
        return NULL;
    named->record = record;
    named->name = memcpy(named + 1, name, bytes);
    named->is_phase = lprt_config_is_phase(name);
    named->has_lines = lprt_config_has_lines(name);
    named->next_in_chain = *chain;
    named->next = names->first;
    *chain = named;
    names->first = named;
    names->count++;
    return named;
}

static struct lprt_named *add_guarded(struct lprt_thread *t, struct lprt_names *names,
                                      struct lprt_named **chain, const char *name)
{
    struct lprt_named *named = NULL;
    struct lprt_guard guard;

    if (lprt_region_is_full())
        return NULL;
    lprt_lock_take(&guard);
    if (names->count == LPRT_MOST_NAMES)
        lprt_say_trouble(name, "too many names of regions, not recorded", 0);
    else
        named = add(t, names, chain, name);
    lprt_lock_release(&guard);
    return named;
}

/* A signal handler may come in at any point, and find it or change it itself. */
static void fill_slot(struct lprt_name_slot *slot, const char *text,
                      struct lprt_named *named)
{
    do {
        slot->text = NULL;
        slot->named = named;
        slot->text = text;
    } while (slot->named != named);
}

struct lprt_named *lprt_named_on(struct lprt_thread *thread, struct lprt_names *names,
                                 const char *name)
{
    struct lprt_named **chain = chain_of(names, name);
    struct lprt_named *named = *chain;

    while (named && strcmp(named->name, name) != 0)
        named = named->next_in_chain;
    if (!named)
        named = add_guarded(thread, names, chain, name);
    if (named && !lprt_named_is_long(named))
        fill_slot(lprt_name_slot(names, name), name, named);
    return named;
}
