/* SPDX-License-Identifier: MIT */
/*
 * Modules whose code counts lightly: where the counts of each are, and their LAYOUT
 * records.  A module that is loaded again, at whatever address, is the same one.
 *
 * For the guarded slow path only (lprt_lock.h), but for lprt_loaded_at().
 */
#ifndef LPRT_LAYOUTS_H
#define LPRT_LAYOUTS_H

#include "lineprof/abi.h"
#include "lprof_schema.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A module as it is loaded.  Never freed; one that has been unloaded keeps its place
   until another is there. */
struct lprt_loaded {
    uint32_t module; /* id, from 1 */
    uintptr_t begin; /* of its counts' section; both 0: it has been unloaded */
    uintptr_t end;
    const struct lineprof_module *code; /* of no meaning once it has been unloaded */
    intptr_t distance;       /* of its thread-local `distance` from a thread's pointer */
    size_t base_count;       /* of the module's struct lineprof_base */
    const uint8_t **outside; /* by layout, as asked for (lprt_callees.h); may be NULL */
    struct lprt_loaded *next;
};

/* Register the layouts of a module, whose functions have ids.  NULL if it has none or
   there is no room. */
struct lprt_loaded *lprt_layouts_register(const struct lineprof_module *module);

/* The same of one of which nothing is recorded. */
struct lprt_loaded *lprt_layouts_register_silent(const struct lineprof_module *module);

/* All that are or were loaded; further ones by `next`. */
struct lprt_loaded *lprt_loaded_first(void);

/* The one in whose section an address is; NULL if there is none.  Safe in signal
   handlers. */
struct lprt_loaded *lprt_loaded_at(uintptr_t address);

/* The counts that a module has. */
uint64_t lprt_loaded_count(const struct lprt_loaded *loaded);

/* The number of the layout of a loaded module that has the count of a number; that of all
   its layouts if none has. */
size_t lprt_loaded_layout(const struct lprt_loaded *loaded, uint64_t count);

/* Which lines of the layout of that number call nothing that is profiled
   (lprt_callees_outside()). */
const uint8_t *lprt_loaded_outside(const struct lprt_loaded *loaded, size_t layout);

/* The thread with that pointer counts in the module at another distance from its section
   from now on; nothing that it had from elsewhere than `from` is changed.  Safe for other
   threads than the calling one. */
void lprt_loaded_set_distance(const struct lprt_loaded *loaded, char *thread_pointer,
                              int64_t from, int64_t to);

/* In a forked child: layouts have been left out of the region. */
void lprt_layouts_forget(void);

/* There are loaded functions that the region does not have yet. */
bool lprt_layouts_are_left_out(void);

/* The count of that number, of a loaded module, goes up for the first time: its layout
   and its function are in the region from now on, if there is room. */
void lprt_layouts_show(const struct lprt_loaded *loaded, uint64_t count);

/* The region holds what another process has left: a layout of a module that this one does
   not have. */
void lprt_layouts_learn(enum lprof_record_kind kind, const void *payload);

#endif
