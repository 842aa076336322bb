/* SPDX-License-Identifier: MIT */
/*
 * The counts of light code: an array for each module and thread, in a COUNTS record.
 *
 * Instrumented code finds it by a thread-local distance from the module's own section,
 * which is 0 at first.  A count of 0 and more calls the trigger: so does the first visit
 * of each stretch in a new array, in a forked child, and in the section itself.
 */
#ifndef LPRT_COUNTS_H
#define LPRT_COUNTS_H

#include "count/lprt_thread.h"
#include "store/lprt_layouts.h"

#include <stdbool.h>
#include <stdint.h>

/* The unusual trigger: a first visit, or no array that the thread knows. */
void lprt_counts_first(void *call) __attribute__((__visibility__("hidden")));

/* Nothing is to be done at first visits in arrays that threads have: there is a file, and
   it says which functions there are.  Not so in a forked child that has none yet, or that
   has left functions out. */
bool lprt_counts_are_settled(void) __attribute__((__visibility__("hidden")));

/* The calling process has just been forked. */
void lprt_counts_unsettle(void);

/* The code that calls goes on where its thread counts by now.  To be called by
   lprt_keeping_vectors(). */
void lprt_counts_move(void *call) __attribute__((__visibility__("hidden")));

/* Which layout a count is in.  To be called by lprt_keeping_vectors(). */
struct lprt_counts_search {
    const struct lprt_loaded *loaded;
    uint64_t count;         /* its number in the module */
    uint64_t layout;        /* the number of that, or of all */
    const uint8_t *outside; /* of its lines (lprt_loaded_outside()) */
};
void lprt_counts_find(void *search) __attribute__((__visibility__("hidden")));

/* What was counted before the module was attached goes to the calling thread.  The rest
   of this is for the guarded slow path only (lprt_lock.h). */
void lprt_counts_take_early(const struct lprt_loaded *loaded);

/* A thread ends, and another will go on in its arrays: it is to count there no more. */
void lprt_counts_leave(struct lprt_thread *thread);

/* All threads count elsewhere from their next call on, or here again. */
void lprt_counts_pause(bool paused);

/* All threads begin anew. */
void lprt_counts_reset(void);

/* The region's contents are gone: the calling thread, the only one, has no array. */
void lprt_counts_forget(void);

/* A COUNTS record that another process has left, for a thread of its.  false if there is
   no memory. */
bool lprt_counts_learn(struct lprt_thread *thread, struct lprof_counts *counts);

/* A record has counted something. */
bool lprt_counts_any(const struct lprof_counts *counts);

/* All counts of a record are 0. */
void lprt_counts_clear(struct lprof_counts *counts);

#endif
