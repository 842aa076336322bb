/* SPDX-License-Identifier: MIT */
/* Functions of the program's own that are called at its regions (lineprof.h). */
#ifndef LPRT_HOOKS_H
#define LPRT_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

struct lineprof_hooks;

/* Which hooks there are: a number that no others had, or 0 while there are none. */
extern _Atomic uint32_t lprt_hooks_id __attribute__((__visibility__("hidden")));

/*
 * Have others from now on.  The last ones are told that they are over, here; those that
 * are left at exit, then.
 *
 * hooks    copied; NULL: none
 *
 * Any thread; not in signal handlers.
 */
void lprt_hooks_set(const struct lineprof_hooks *hooks);

/*
 * Call the hook that a region begins.
 *
 * inside   where the thread keeps what tells whether it is in a hook
 * here     the caller's frame address
 *
 * Returns for lprt_hooks_stop() the number of the hooks it called, or 0.  Takes no lock;
 * leaves errno alone, whatever the hook does.
 */
uint32_t lprt_hooks_start(uintptr_t *inside, uintptr_t here, const char *name);

/* Whether a thread is in a hook.  One was left by a jump when something at its place, or
   further out, calls. */
static inline bool lprt_hooks_are_inside(const uintptr_t *inside, uintptr_t here)
{
    return *inside && here < *inside;
}

/* Call the hook that a region has ended, if they are still the ones with that number. */
void lprt_hooks_stop(uint32_t id, uintptr_t *inside, uintptr_t here, const char *name);

#endif
