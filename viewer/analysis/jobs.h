/* SPDX-License-Identifier: MIT */
/* Ranks of jobs: what to say where those of several are added together. */
#ifndef JOBS_H
#define JOBS_H

#include "model/profile.h"

/*
 * A line for people on the first thing that is odd; NULL if nothing is.  To be freed.
 *
 * inputs   sorted by rank
 * about    set to the path of the file that it is about; NULL: of all
 */
char *jobs_explain(const struct input *inputs, size_t count, const char **about);

/*
 * Why the ranks of some files cannot be compared, for people: one has none, they are of
 * several jobs, or one has two files.  NULL if they can be; to be freed.
 *
 * inputs   sorted by rank
 * about    as above
 */
char *jobs_refuse(const struct input *inputs, size_t count, const char **about);

/* "rank 2 of 4 left no file", of a job whose size is known; NULL if none is missing.  To
   be freed. */
char *jobs_missing(const struct input *inputs, size_t count);

#endif
