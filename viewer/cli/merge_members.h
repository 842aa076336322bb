/* SPDX-License-Identifier: MIT */
/* The ranks of what is merged: they stay apart in the file that comes out, each process
   whole.  What has no rank is added up. */
#ifndef MERGE_MEMBERS_H
#define MERGE_MEMBERS_H

#include "model/profile.h"

struct members {
    struct input *all; /* those with a rank, one a file and process; what they need */
    size_t count;
    size_t room;
    size_t without_rank; /* how many others there are */
};

/* Note what a profile was loaded from, but for a file at an address. */
void members_note(struct members *members, const struct profile *profile,
                  const char *but_path);

/* Once all are noted.  Whether they cannot be one without being lost. */
bool members_settle(struct members *members);

/*
 * Write the file.
 *
 * sum    path of all of it, added up
 * rest   path of what has no rank, added up; NULL: nothing
 * error  on failure a line for people, to be freed
 */
LPROF_MUST_USE bool members_save(const struct members *members, const char *sum,
                                 const char *rest, const char *path, char **error);

void members_release(struct members *members);

#endif
