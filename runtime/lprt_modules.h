/* SPDX-License-Identifier: MIT */
/* The modules that are attached, and whether their code is counted at the moment. */
#ifndef LPRT_MODULES_H
#define LPRT_MODULES_H

#include "lineprof/abi.h"

#include <stdbool.h>

/* A module whose pointers have been set: it is paused if the others are.  For the
   guarded slow path only (lprt_lock.h). */
void lprt_modules_add(struct lineprof_module *module);

/* What the user set for the start, unless the program has said otherwise already.  For
   the guarded slow path only. */
void lprt_modules_start(bool paused);

/*
 * From now on, the code of all modules counts or does not.
 *
 * Any thread; not in signal handlers, and not while the lock (lprt_lock.h) is held: it
 * waits for the dynamic loader, which may be waiting for us.
 */
void lprt_modules_pause(bool paused);

bool lprt_modules_are_paused(void);

/* Now, or at some time before. */
bool lprt_modules_were_paused(void);

#endif
