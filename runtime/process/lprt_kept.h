/* SPDX-License-Identifier: MIT */
/*
 * What a forked child that is to have a file of its own keeps of its parent's region: the
 * functions that it is inside of, its thread, and what is open on it.
 *
 * For the guarded slow path only (lprt_lock.h).
 */
#ifndef LPRT_KEPT_H
#define LPRT_KEPT_H

#include "count/lprt_thread.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Before the region is copied.
 *
 * self     the calling thread, registered, whose table names those blocks only that are
 *          kept from now on; NULL: there is none
 * frames   a copy of those that are taken on it; NULL: they are not known
 */
void lprt_kept_choose(struct lprt_thread *self, const struct lineprof_frame *frames,
                      size_t count);

/* Whether a record is kept (lprt_keeps_fn). */
bool lprt_kept_keeps(enum lprof_record_kind kind, const void *payload);

#endif
