/* SPDX-License-Identifier: MIT */
/* The profile of a program that runs, by the file's name or the process's number. */
#ifndef TARGET_H
#define TARGET_H

#include "base/exit_code.h"
#include "lprof.h"

struct target {
    const char *word; /* what the user called it; borrowed */
    char *path;       /* of the file */
};

/*
 * Find the file.
 *
 * word     a path; or, if it is a number that no file is called, a process, whose maps
 *          tell which file it counts in
 * target   filled on success; to be released
 * error    on failure a line for people, without a final newline, to be freed
 */
LPROF_MUST_USE bool target_find(struct target *target, const char *word, char **error);

void target_release(struct target *target);

/* Read the file, of which the program is to be running; to be closed.  NULL where that
   fails. */
LPROF_MUST_USE bool target_read(const struct target *target, struct lprof_reader **reader,
                                char **error);

#endif
