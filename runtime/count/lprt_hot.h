/* SPDX-License-Identifier: MIT */
/* The usual ways into and out of a function. */
#ifndef LPRT_HOT_H
#define LPRT_HOT_H

#include "lineprof/abi.h"

#include <stdbool.h>

/* Entry points for a module, by the clock of the process; `enter` and `leave` of a
   kind belong together. */
struct lprt_entry_points {
    lineprof_enter_fn enter;
    lineprof_leave_fn leave;
    void (*event)(void);
};

/*
 * hits_only   none of the module's functions is timed
 * samples     some of them are sampled
 */
struct lprt_entry_points lprt_entry_points(bool hits_only, bool samples);

#endif
