/* SPDX-License-Identifier: MIT */
/*
 * What an earlier run has left under a name that is wanted: it is kept as NAME.old, once.
 *
 * For the guarded slow path only (lprt_lock.h).  Functions return 0 or an errno value.
 */
#ifndef LPRT_OLD_H
#define LPRT_OLD_H

#include <stdbool.h>

/* Under what name the file `path` is kept; NULL if that is too long.  Valid until the
   next call. */
const char *lprt_old_name(const char *path);

/* Move the file `path` there.  What is there already is replaced if it is a profile that
   no process holds; else EBUSY. */
int lprt_old_keep(const char *path);

/* Give it its name back, if nothing has that. */
void lprt_old_restore(const char *path);

/* Nobody may take the name of the open file for another one, or move it away: a live
   process counts in it.  Else it is locked from now on, where that can be. */
bool lprt_old_is_held(int fd);

/* The open file is no profile, and not empty. */
bool lprt_old_is_foreign(int fd);

/* Open what has a name, to look at it; -1 and errno if that cannot be, ELOOP for a
   symbolic link. */
int lprt_old_open(const char *path);

#endif
