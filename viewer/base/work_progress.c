/* SPDX-License-Identifier: MIT */
#include "base/work_progress.h"

#include <stdio.h>
#include <unistd.h>

#define SILENT_S 1.0

/* Back to the first column, and nothing right of it. */
#define WIPE "\r\x1b[K"

struct progress progress_begin(const char *what)
{
    struct progress progress = {.what = what, .is_terminal = isatty(STDERR_FILENO)};

    clock_gettime(CLOCK_MONOTONIC, &progress.start);
    return progress;
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) +
           (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

void progress_step(void *progress, size_t done, size_t total)
{
    struct progress *p = progress;

    if (!p->is_terminal || seconds_since(&p->start) < SILENT_S)
        return;
    p->is_shown = 1;
    fprintf(stderr, WIPE "%zu of %zu %s", done, total, p->what);
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->is_shown)
        fputs(WIPE, stderr);
    progress->is_shown = 0;
}
