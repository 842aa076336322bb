/* SPDX-License-Identifier: MIT */
/*
 * Named regions of a program: stretches of time on one thread, which may be nested, in
 * one another and in themselves.  Times are virtual, as those of lines: the cost of
 * probes within is left out.
 *
 * Safe in signal handlers, but for a name's first use on a thread; errno is left alone.
 */
#ifndef LPRT_REGIONS_H
#define LPRT_REGIONS_H

#include "lprt_thread.h"

/* name     ended by NUL; copied.  Returns what ends it, 0 if it is not recorded. */
unsigned int lprt_regions_begin(const char *name);

/* What was begun after it and is open is ended, too.  0, and what has ended, is
   ignored. */
void lprt_regions_end(unsigned int handle);

/* The innermost one of that name. */
void lprt_regions_end_named(const char *name);

/* Counts, and takes no time. */
void lprt_regions_mark(const char *name);

/* Show the calling thread under a name, up to 32 bytes; NULL: the system's again. */
void lprt_regions_set_thread_name(const char *name);

/* What is open on a thread, the calling one, ends now. */
void lprt_regions_close(struct lprt_thread *thread);

/* In a forked child: what is open begins now; nothing is open on a thread that does not
   exist. */
void lprt_regions_restart(struct lprt_thread *thread);
void lprt_regions_drop(struct lprt_thread *thread);

#endif
