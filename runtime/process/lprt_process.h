/* SPDX-License-Identifier: MIT */
/*
 * The process the runtime is in: how it starts, forks and ends.
 *
 * For the guarded slow path only (lprt_lock.h).
 */
#ifndef LPRT_PROCESS_H
#define LPRT_PROCESS_H

#include "lineprof/abi.h"

#include "lprof_schema.h"

#include <stdbool.h>
#include <stdint.h>

enum lprt_state {
    LPRT_UNUSED, /* nothing is registered yet */
    LPRT_OFF,    /* by the user's wish: code runs, nothing is counted */
    LPRT_BROKEN, /* the runtime could not start; that has been said */
    LPRT_ON,
};

/* What became of starting the runtime; starts it at the first call.
   unit     of a function that is registered: at the first call its clock and mode
            become the process's */
enum lprt_state lprt_process_start(const struct lineprof_unit *unit);

/* Profiled code is about to run: there is to be a file, if there can be one. */
void lprt_process_runs_profiled(void);

/* It may come to that, and others are to find the file before; it is removed at the end
   if it does not. */
void lprt_process_begin_file(void);

/* It has run some, since the start or the fork. */
bool lprt_process_has_run(void);

/* What a header says of a run that ends now. */
void lprt_process_end_header(struct lprof_header *header);

#endif
