/* SPDX-License-Identifier: MIT */
/*
 * The text of /proc/PID/stat, by which readers and the runtime tell whether a process
 * still is the one that it was (proc_pid_stat(5)).  No libc but strchr() and strrchr().
 */
#ifndef LPROF_STAT_H
#define LPROF_STAT_H

#include <string.h>

/* Fields count from 1; the second is a name that may hold anything, in parentheses.
   NULL if there are not so many. */
static inline const char *lprof_stat_field(const char *stat, int number)
{
    const char *at = strrchr(stat, ')');

    for (int field = 2; at && field < number; field++) {
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return at;
}

/* When it started, a number in clock ticks after boot.  NULL if it has ended and waits to
   be collected.  A first thread that has ended alone is in the same state; then there are
   others. */
static inline const char *lprof_stat_start(const char *stat)
{
    const char *state = lprof_stat_field(stat, 3);
    const char *threads = lprof_stat_field(stat, 20);
    const char *start = lprof_stat_field(stat, 22);

    if (!start)
        return NULL;
    const int is_alone = (threads[0] == '0' || threads[0] == '1') && threads[1] == ' ';
    return (*state == 'Z' || *state == 'X') && is_alone ? NULL : start;
}

#endif
