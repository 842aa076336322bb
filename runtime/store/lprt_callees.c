/* SPDX-License-Identifier: MIT */
#include "store/lprt_callees.h"
#include "base/lprt_hash.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"

#include <stddef.h>

enum { LEAST_ROOM = 64 };

/* Symbols that are profiled, by hash, with open addresses: 0 is none.  Half are free. */
static struct {
    uint64_t *hashes;
    size_t room; /* a power of two */
    size_t count;
} profiled;

struct call {
    uint64_t symbol; /* hash; 0: through a pointer */
    uint32_t site;
};

/* What has been asked for; the layout may be unloaded by now. */
static struct asked {
    struct asked *next;
    size_t call_count;
    uint8_t *sites;
    struct call calls[];
} * asked;

/* 0: of none. */
static uint64_t hash_of(const char *symbol)
{
    if (!symbol || !*symbol)
        return 0;
    const uint64_t hash = lprt_hash_text(LPRT_HASH_OF_NOTHING, symbol);
    return hash ? hash : 1;
}

static uint64_t *place_of(uint64_t hash)
{
    size_t at = hash & (profiled.room - 1);

    while (profiled.hashes[at] && profiled.hashes[at] != hash)
        at = (at + 1) & (profiled.room - 1);
    return &profiled.hashes[at];
}

static bool is_profiled(uint64_t hash)
{
    return profiled.room && *place_of(hash);
}

/* False if there is no memory: then all may be profiled. */
static bool make_room(void)
{
    uint64_t *const before = profiled.hashes;
    const size_t room = profiled.room;
    const size_t more = room ? 2 * room : LEAST_ROOM;

    if (2 * profiled.count < room)
        return true;
    uint64_t *hashes = lprt_memory_take(more * sizeof *hashes);
    if (!hashes)
        return false;
    profiled.hashes = hashes;
    profiled.room = more;
    for (size_t i = 0; i < room; i++) {
        if (before[i])
            *place_of(before[i]) = before[i];
    }
    return true;
}

/* ---- Lines ---- */

static void forget_callers(uint64_t hash)
{
    for (struct asked *at = asked; at; at = at->next) {
        for (size_t i = 0; i < at->call_count; i++) {
            if (at->calls[i].symbol == hash)
                __atomic_store_n(&at->sites[at->calls[i].site], LPRT_CALLEES_PROFILED,
                                 __ATOMIC_RELAXED);
        }
    }
}

void lprt_callees_add(const struct lineprof_function *function)
{
    const uint64_t hash = hash_of(function->symbol);

    LPRT_GUARDED();
    if (!hash || is_profiled(hash) || !make_room())
        return;
    *place_of(hash) = hash;
    profiled.count++;
    forget_callers(hash);
}

static void judge(const struct asked *as)
{
    for (size_t i = 0; i < as->call_count; i++)
        as->sites[as->calls[i].site] = LPRT_CALLEES_OUTSIDE;
    for (size_t i = 0; i < as->call_count; i++) {
        if (!as->calls[i].symbol)
            as->sites[as->calls[i].site] = LPRT_CALLEES_UNKNOWN;
    }
    for (size_t i = 0; i < as->call_count; i++) {
        if (as->calls[i].symbol && is_profiled(as->calls[i].symbol))
            as->sites[as->calls[i].site] = LPRT_CALLEES_PROFILED;
    }
}

const uint8_t *lprt_callees_outside(const struct lineprof_layout *layout)
{
    const size_t sites = layout->function->site_count;
    struct asked *added = lprt_memory_take(
        sizeof *added + layout->call_count * sizeof *added->calls + sites);

    LPRT_GUARDED();
    if (!added)
        return NULL;
    added->sites = (uint8_t *)&added->calls[layout->call_count];
    for (uint32_t i = 0; i < layout->call_count; i++) {
        if (layout->calls[i].site < sites && !layout->calls[i].is_entry)
            added->calls[added->call_count++] =
                (struct call){hash_of(layout->calls[i].symbol), layout->calls[i].site};
    }
    judge(added);
    added->next = asked;
    asked = added;
    return added->sites;
}
