/* SPDX-License-Identifier: MIT */
/* The functions of all modules, in one table for the process: what is the same function
   in several units or modules is one here. */
#ifndef LPRT_FUNCTION_H
#define LPRT_FUNCTION_H

#include "lineprof/abi.h"
#include "lprof_schema.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The id of a function, which is added to the region if it is new; everything is
 * copied.  0 if there is no room.  For the guarded slow path only (lprt_lock.h).
 */
uint32_t lprt_function_register(const struct lineprof_function *function);

/* In a forked child: units and functions have been left out of the region.  Those that
   are still there are to be learned again. */
void lprt_function_forget(void);

/* The function is entered: it has a record of its id from now on.  false if there is no
   room. */
bool lprt_function_show(const struct lineprof_function *function);

/* The region holds what another process has left: a unit or a function of it (others are
   ignored) that this one does not know.  false if there is no memory. */
bool lprt_function_learn(enum lprof_record_kind kind, const void *payload);

#endif
