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

#endif
