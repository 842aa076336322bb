/* SPDX-License-Identifier: MIT */
/*
 * Named regions of a program: stretches of time on one thread, which may be nested, in
 * one another and in themselves.  Times are virtual, as those of lines: the cost of
 * probes within is left out.  The door of lprt_regions*.c; what they share among
 * themselves is in lprt_activation.h.
 *
 * Safe in signal handlers, but for a name's first use on a thread; errno is left alone.
 */
#ifndef LPRT_REGIONS_H
#define LPRT_REGIONS_H

#include "count/lprt_thread.h"

/* Nothing is ever recorded in this process. */
bool lprt_regions_are_dead(void);

/* Something may be open, on some thread. */
bool lprt_regions_are_used(void);

/* name     a literal, or as good as one: the text at an address stays the same as long as
            the object is loaded.  Returns what ends it, 0 if it is not recorded. */
unsigned int lprt_regions_begin(const char *name);

/* What was begun after it and is open is ended, too.  0, and what has ended, is
   ignored. */
void lprt_regions_end(unsigned int handle);

/* The innermost one of that name, a literal. */
void lprt_regions_end_named(const char *name);

/* Counts, and takes no time. */
void lprt_regions_mark(const char *name);

/*
 * The same for any text.
 *
 * name     ended by NUL; copied.  NULL is not recorded
 * here     the caller's frame address (lprt_hooks.h)
 */
unsigned int lprt_regions_begin_text(const char *name, uintptr_t here);
void lprt_regions_end_named_slowly(const char *name, uintptr_t here);
void lprt_regions_mark_slowly(const char *name, uintptr_t here);

/* End one that was begun, alone; what was begun in it and is open stays open.  0, and
   what has ended, is ignored. */
void lprt_regions_end_alone(unsigned int handle, uintptr_t here);

/* Show the calling thread under a name, up to 32 bytes; NULL: the system's again. */
void lprt_regions_set_thread_name(const char *name);

/* The calling thread takes over what one that has ended leaves. */
void lprt_regions_take_over(const struct lprt_thread *thread);

/* What is open on a thread, the calling one, ends now. */
void lprt_regions_close(struct lprt_thread *thread);

/* Before a fork: what is open on a thread, the calling one, is kept for the child. */
void lprt_regions_put_aside(struct lprt_thread *thread);

/* In a forked child: what was put aside is open, and begins now; nothing is open on a
   thread that does not exist. */
void lprt_regions_restart(struct lprt_thread *thread);
void lprt_regions_drop(struct lprt_thread *thread);

/* End what another process has left open in an image that is taken over, at the last
   event of its thread.
   last     that of its frames, in virtual ticks */
void lprt_regions_close_left(struct lprof_open_regions *left, uint64_t last);

#endif
