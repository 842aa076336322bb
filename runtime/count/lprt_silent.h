/* SPDX-License-Identifier: MIT */
/*
 * A process in which nothing is recorded, by the user's wish.  Light code counts all the
 * same, so each thread does so in private memory of its own: threads that wrote to the
 * same memory would wait for one another.
 */
#ifndef LPRT_SILENT_H
#define LPRT_SILENT_H

#include "lineprof/abi.h"

/* Once.  Nothing else is started in such a process. */
void lprt_silent_start(void);

/* The rest is for the guarded slow path only (lprt_lock.h). */

/* A module's code is to count there. */
void lprt_silent_connect(struct lineprof_module *module);

/* A struct lprt_trigger_call: the count in the module's section that has come up; its
   base becomes that of the thread's own memory, if there is any. */
void lprt_silent_move(void *call) __attribute__((__visibility__("hidden")));

#endif
