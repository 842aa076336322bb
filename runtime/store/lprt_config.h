/* SPDX-License-Identifier: MIT */
/* What the user set for the run: the LINEPROF_ variables, read once. */
#ifndef LPRT_CONFIG_H
#define LPRT_CONFIG_H

#include "lineprof/abi.h"

#include <stdbool.h>
#include <stdint.h>

enum lprt_fork {
    LPRT_FORK_NEWEST, /* a child has a file of its own, until newer ones take its place */
    LPRT_FORK_SEPARATE, /* a child has a file of its own */
    LPRT_FORK_MERGE,    /* a child counts in its parent's */
    LPRT_FORK_IGNORE,   /* a child is not recorded */
};

struct lprt_config {
    bool on;
    bool paused; /* at the start */
    bool report;
    bool verbose;
    enum lprt_fork fork;
    const char *output; /* pattern of the name, borrowed from the environment; NULL: none
                           given */
};

/* Says what it does not understand, and goes by the default then.  Guarded slow path
   only (lprt_lock.h). */
void lprt_config_read(struct lprt_config *config);

/* How many regions that have ended the timeline of a thread keeps: a power of two, or 0:
   there is none. */
uint64_t lprt_config_timeline(void);

/* How many times a second the process's figures are read (LINEPROF_STATS); 0: never. */
uint32_t lprt_config_stats(void);

/* Whether the end of a region of that name ends a phase (LINEPROF_PHASES).  Anywhere,
   once the configuration has been read. */
bool lprt_config_is_phase(const char *name);

/* The same: whether it is known of a region of that name what lines did in it
   (LINEPROF_REGION_LINES). */
bool lprt_config_has_lines(const char *name);

/* It is to be known which lines held the peak of memory (LINEPROF_HEAP_PEAK).  Anywhere,
   once the configuration has been read. */
bool lprt_config_heap_peak(void);

/* The mode that code which was compiled for a mode (enum lineprof_mode) runs in: the
   user's wish, once it has been read, where the code can. */
enum lineprof_mode lprt_config_mode(uint32_t compiled);

/* Every visit is to be timed, as with LINEPROF_MODE=exact.  false if the user wishes
   another mode.  Once it has been read, before any code is connected. */
bool lprt_config_time_all(void);

#endif
