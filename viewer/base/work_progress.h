/* SPDX-License-Identifier: MIT */
/* A line on the terminal about work that takes longer than a second. */
#ifndef WORK_PROGRESS_H
#define WORK_PROGRESS_H

#include <stddef.h>
#include <time.h>

struct progress {
    const char *what; /* "files read" */
    struct timespec start;
    int is_shown;
    int is_terminal; /* standard error is one; otherwise nothing is ever shown */
};

struct progress progress_begin(const char *what);

/* `done` of `total` pieces are done; at the first call after a second, and from then on,
   that is shown. */
void progress_step(void *progress, size_t done, size_t total);

/* Wipe the line out. */
void progress_end(struct progress *progress);

#endif
