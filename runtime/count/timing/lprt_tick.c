/* SPDX-License-Identifier: MIT */
#include "count/timing/lprt_tick.h"
#include "base/lprt_machine.h"
#include "base/lprt_proc.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <time.h>

enum {
    PAGE_BYTES = 4096,
    TRIES = 3, /* it may tick while we look */
    PLACES = 64,
    WINDOW = 4,        /* places: what comes right behind a tick is there */
    PART_BELOW = 4,    /* so large a part of that are many, too */
    PART_FIRST = 8,    /* so large a part of that is in the first one, at least */
    LOOKS_OF_ONE = 64, /* that make the same of it, once there are as many */
};

static const uint64_t ns_per_s = 1000000000;

static uint64_t period_ns;
static const uint64_t *words; /* NULL: not looked for yet, or not found */

/*
 * The kernel's clock is behind at a tick, too, by what is the same until the machine is
 * started anew.  How far behind it was where we looked, in parts of the time between two
 * ticks: most looks come right behind a tick.  Where the processor has been idle the
 * clock is put right when it is needed again, at any time, and then may be less behind.
 */
static struct {
    _Atomic uint32_t times;
    _Atomic uint64_t least; /* of those, ns; 0: there were none */
} places[PLACES];

/* Looks through a page for the seconds and nanoseconds of a time, one after the other, as
   no layout is known. */
static const uint64_t *find_time(const uint64_t *page, const struct timespec *time)
{
    for (size_t i = 0; i + 1 < PAGE_BYTES / sizeof *page; i++) {
        if (page[i] == (uint64_t)time->tv_sec && page[i + 1] == (uint64_t)time->tv_nsec)
            return &page[i];
    }
    return NULL;
}

/* Only the first of the kernel's pages may be read for certain. */
static const uint64_t *find(void)
{
    struct lprt_proc_mapping mapping;

    /* An emulator hides these pages, too. */
    if (!getauxval(AT_SYSINFO_EHDR) || !lprt_proc_find_named("[vvar]", &mapping))
        return NULL;
    for (int i = 0; i < TRIES; i++) {
        struct timespec now = {0};
        lprt_machine_clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
        const uint64_t *found = find_time((const uint64_t *)mapping.begin, &now);
        if (found)
            return found;
    }
    return NULL;
}

const uint64_t *lprt_tick_find(void)
{
    static int looked;
    struct timespec period = {0};

    if (!looked) {
        looked = 1;
        const uint64_t *found = find();
        if (clock_getres(CLOCK_MONOTONIC_COARSE, &period) == 0)
            period_ns = (uint64_t)period.tv_nsec;
        words = period_ns ? found : NULL;
    }
    return words;
}

uint64_t lprt_tick_last_ns(void)
{
    return words ? __atomic_load_n(&words[0], __ATOMIC_RELAXED) * ns_per_s +
                       __atomic_load_n(&words[1], __ATOMIC_RELAXED)
                 : 0;
}

uint64_t lprt_tick_period_ns(void)
{
    return period_ns;
}

static uint64_t ns_of(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * ns_per_s + (uint64_t)time->tv_nsec;
}

static uint32_t times_at(size_t place)
{
    return place < PLACES
               ? atomic_load_explicit(&places[place].times, memory_order_relaxed)
               : 0;
}

static void note(uint64_t since)
{
    const uint64_t place = since * PLACES / period_ns;

    if (place >= PLACES)
        return;
    const uint64_t least =
        atomic_load_explicit(&places[place].least, memory_order_relaxed);
    if (!least || since < least)
        atomic_store_explicit(&places[place].least, since, memory_order_relaxed);
    atomic_fetch_add_explicit(&places[place].times, 1, memory_order_relaxed);
}

static uint32_t times_from(size_t place)
{
    uint32_t sum = 0;

    for (size_t i = place; i < place + WINDOW; i++)
        sum += times_at(i);
    return sum;
}

/* Where a tick comes in the midst of long calls, looks come behind it at any time: the
   first place of all these is it. */
static size_t first_of_many(size_t place, uint32_t most)
{
    while (place > 0) {
        const size_t below = place < WINDOW ? 0 : place - WINDOW;
        uint32_t times = 0;
        for (size_t i = below; i < place; i++)
            times += times_at(i);
        if (times * PART_BELOW < most)
            break;
        place--;
    }
    return place;
}

/* What it is behind at a tick, ns. */
static uint64_t find_behind(void)
{
    size_t place = 0;
    uint32_t most = 0;

    for (size_t i = 0; i < PLACES; i++) {
        const uint32_t times = times_from(i);
        if (times > most) {
            most = times;
            place = i;
        }
    }
    place = first_of_many(place, most);
    while (place + 1 < PLACES && times_at(place) * PART_FIRST < most)
        place++;
    return atomic_load_explicit(&places[place].least, memory_order_relaxed);
}

/* The same, as found when there had been a few looks less. */
static uint64_t behind(void)
{
    static _Atomic(uint64_t) looks;
    static _Atomic(uint64_t) found;
    const uint64_t before = atomic_fetch_add_explicit(&looks, 1, memory_order_relaxed);

    if (before < LOOKS_OF_ONE || before % LOOKS_OF_ONE == 0)
        atomic_store_explicit(&found, find_behind(), memory_order_relaxed);
    return atomic_load_explicit(&found, memory_order_relaxed);
}

static uint64_t since_tick(const struct timespec *tick)
{
    struct timespec now = {0};
    lprt_machine_clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t since = ns_of(&now) - ns_of(tick);

    note(since);
    const uint64_t least = behind();
    return since < least ? 0 : since - least;
}

bool lprt_tick_was_within(uint64_t ns)
{
    struct timespec tick = {0};

    if (!period_ns)
        return false;
    lprt_machine_clock_gettime(CLOCK_MONOTONIC_COARSE, &tick);
    return since_tick(&tick) < ns;
}

struct lprt_ticks lprt_tick_count(uint64_t seconds, uint64_t ns)
{
    struct timespec tick = {0};
    lprt_machine_clock_gettime(CLOCK_MONOTONIC_COARSE, &tick);
    const uint64_t from = seconds * ns_per_s + ns;
    const uint64_t passed = ns_of(&tick) - from;

    /* Before and after a second they may be out of step. */
    if ((int64_t)passed < 0)
        return (struct lprt_ticks){0};
    return (struct lprt_ticks){.count = (passed + period_ns / 2) / period_ns,
                               .since_ns = since_tick(&tick),
                               .from_ns = from + behind()};
}
