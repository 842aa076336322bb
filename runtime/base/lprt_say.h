/* SPDX-License-Identifier: MIT */
/* The runtime's voice: single lines on stderr, each written in one piece. */
#ifndef LPRT_SAY_H
#define LPRT_SAY_H

/*
 * Say that something is wrong: "lineprof: SUBJECT: WHAT" or "lineprof: WHAT", then
 * ": REASON".  Only the first call in a process is heard, and a forked child counts
 * with its parent: a program's stderr is the program's.
 *
 * subject  a file, a variable; NULL for none
 * error    an errno value; 0 for no reason
 *
 * For the guarded slow path only (lprt_lock.h).
 */
void lprt_say_trouble(const char *subject, const char *what, int error);

/*
 * "lineprof: wrote FILE; view it with: lineprof-view FILE".
 *
 * kept     where the run before is, to be said as well; NULL: there was none
 */
void lprt_say_written(const char *file, const char *kept);

#endif
