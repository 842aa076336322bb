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

/* One byte for each site of a layout: whether its line calls something, and nothing that
   is profiled.  They are never freed and change when modules are attached; NULL if there
   is no memory. */
const uint8_t *lprt_callees_outside(const struct lineprof_layout *layout);

/* Whether a site's line is so. */
static inline bool lprt_callees_are_outside(const uint8_t *sites, uint64_t site)
{
    return sites && __atomic_load_n(&sites[site], __ATOMIC_RELAXED);
}

#endif
