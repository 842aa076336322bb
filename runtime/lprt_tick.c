/* SPDX-License-Identifier: MIT */
#include "lprt_tick.h"
#include "lprt_machine.h"
#include "lprt_proc.h"

#include <stddef.h>
#include <sys/auxv.h>
#include <time.h>

enum {
    PAGE_BYTES = 4096,
    TRIES = 3, /* it may tick while we look */
};

static uint64_t period_ns;

/* Where a page has the seconds and nanoseconds of a time, one after the other: no layout
   is assumed. */
static const uint64_t *find_time(const uint64_t *page, const struct timespec *time)
{
    for (size_t i = 0; i + 1 < PAGE_BYTES / sizeof *page; i++) {
        if (page[i] == (uint64_t)time->tv_sec && page[i + 1] == (uint64_t)time->tv_nsec)
            return &page[i + 1];
    }
    return NULL;
}

/* Of all the kernel's pages only the first may be read for certain. */
static const uint64_t *find(void)
{
    struct lprt_proc_mapping mapping;

    /* Who runs the program in a machine of their own hide these pages, too. */
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
    static const uint64_t *found;
    static int looked;
    struct timespec period = {0};

    if (!looked) {
        looked = 1;
        found = find();
        if (clock_getres(CLOCK_MONOTONIC_COARSE, &period) == 0)
            period_ns = (uint64_t)period.tv_nsec;
        if (!period_ns)
            found = NULL;
    }
    return found;
}

uint64_t lprt_tick_period_ns(void)
{
    return period_ns;
}
