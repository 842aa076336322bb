/* SPDX-License-Identifier: MIT */
/*
 * The modules that are attached, and whether their code is counted at the moment.
 *
 * During a pause a module's code enters functions by a gate, which looks whether the
 * pause is over.  Modules do not say when they are unloaded; so a module's memory is
 * touched only by a thread that is in its code.
 */
#ifndef LPRT_MODULES_H
#define LPRT_MODULES_H

#include "lineprof/abi.h"

#include <stdbool.h>

/*
 * Connect a module, all but its way of entering functions being set: from now on its
 * code calls `enter`, or the gate while the others do.
 *
 * For the guarded slow path only (lprt_lock.h).
 */
void lprt_modules_add(struct lineprof_module *module, lineprof_enter_fn enter);

/* The process starts as the user has set it, unless the program has said otherwise
   already.  For the guarded slow path only. */
void lprt_modules_start(bool paused);

/* From now on, the code of all modules counts or does not.  Safe in signal handlers. */
void lprt_modules_pause(bool paused);

/* A function is entered during a pause: from now on its module goes by the gate. */
void lprt_modules_close(const struct lineprof_function *function);

bool lprt_modules_are_paused(void);

/* Now, or at some time before. */
bool lprt_modules_were_paused(void);

#endif
