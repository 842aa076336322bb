/* SPDX-License-Identifier: MIT */
/*
 * Records that a forked child does not need, because it never does what they are for, are
 * left out of its file: what lies between those that it keeps, at their old addresses, is
 * one record without a kind, of which no page but the first takes room on the disk.
 *
 * For the guarded slow path only (lprt_lock.h).
 */
#ifndef LPRT_RUNS_H
#define LPRT_RUNS_H

#include "lprof_schema.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether a record is needed. */
typedef bool (*lprt_keeps_fn)(enum lprof_record_kind kind, const void *payload);

/*
 * Copy a region's header and the records that are needed, of frames and blocks what does
 * not count only.
 *
 * to       zeroed, as long as `from`
 * used     end of the last record
 *
 * Returns the end of the last record that is kept.
 */
uint64_t lprt_runs_copy(unsigned char *to, const unsigned char *from, uint64_t used,
                        lprt_keeps_fn keeps);

/* Whole pages that are taken, from a multiple of the page's size to another. */
typedef int (*lprt_run_fn)(uint64_t from, uint64_t to, void *arg);

/* Call `visit` for them, in order, until it returns something else than 0, which is
   returned.
   used     as above; the last run ends at that page's end */
int lprt_runs_walk(const unsigned char *base, uint64_t used, lprt_run_fn visit,
                   void *arg);

#endif
