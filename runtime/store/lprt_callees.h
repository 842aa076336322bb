/* SPDX-License-Identifier: MIT */
/*
 * Which lines call nothing that is profiled: all that they call directly is in no module
 * that is attached, and nothing goes through a pointer.  When code is compiled nobody
 * knows that of functions of other units.  What is called so may call profiled code.
 *
 * For the guarded slow path only (lprt_lock.h).
 */
#ifndef LPRT_CALLEES_H
#define LPRT_CALLEES_H

#include "lineprof/abi.h"

#include <stdbool.h>
#include <stdint.h>

/* A function is attached that will be profiled. */
void lprt_callees_add(const struct lineprof_function *function);

/* What a line calls directly. */
enum lprt_callees {
    LPRT_CALLEES_UNKNOWN,  /* nothing that is known by name, or something by pointer */
    LPRT_CALLEES_OUTSIDE,  /* something, and nothing that is profiled */
    LPRT_CALLEES_PROFILED, /* something that is */
};

/* One byte for each site of a layout, of enum lprt_callees.  They are never freed and
   change when modules are attached; NULL if there is no memory. */
const uint8_t *lprt_callees_outside(const struct lineprof_layout *layout);

/* Whether a site's line is so; not if there are no SITES. */
static inline bool lprt_callees_are(const uint8_t *sites, uint64_t site,
                                    enum lprt_callees what)
{
    return sites && __atomic_load_n(&sites[site], __ATOMIC_RELAXED) == what;
}

#endif
