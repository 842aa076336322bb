/* SPDX-License-Identifier: MIT */
/* Writes a profile as a .lprof file, from which the same profile can be loaded. */
#ifndef PROFILE_SAVE_H
#define PROFILE_SAVE_H

#include "model/profile.h"

/*
 * Send a complete file to `sink`, at one tick a nanosecond.
 *
 * profile   loaded with its instances kept, or they are one from now on
 *
 * Equal profiles make equal bytes.  What is said of a run once (program, pid, rank ...)
 * is what all runs have in common; the threads are one from now on.
 */
LPROF_MUST_USE enum lprof_status profile_save(const struct profile *profile,
                                              lprof_sink sink, void *sink_arg);

/*
 * The same of a file that holds others, each apart (lprof_join_open()), and is the first
 * of them.
 *
 * profile   what has no rank
 * all       of everything: what is said of a run, if nothing is without a rank
 * members   how many files follow
 */
LPROF_MUST_USE enum lprof_status profile_save_first(const struct profile *profile,
                                                    const struct profile *all,
                                                    size_t members, lprof_sink sink,
                                                    void *sink_arg);

/*
 * Where a file is to be put that is to have a name: what a symbolic link leads to; to be
 * freed.  NULL, with `error` as below, where something has the name that is not to be
 * replaced by a file, such as a device.
 */
LPROF_MUST_USE char *profile_save_place(const char *path, char **error);

/* The same to a file, which is complete or is not there; nothing but a file, or nothing,
   has had the name.
   error    on failure a line for people, without a final newline, to be freed */
LPROF_MUST_USE bool profile_save_file(const struct profile *profile, const char *path,
                                      char **error);

#endif
