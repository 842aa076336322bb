/* SPDX-License-Identifier: MIT */
/* LINEPROF_REPORT: the listing on stderr when the program ends. */
#ifndef LPRT_REPORT_H
#define LPRT_REPORT_H

/* Run lineprof-view on a file, its output on our stderr, and wait for it.  It is taken
   from where it lies relative to the runtime, or from PATH.  Guarded slow path only
   (lprt_lock.h). */
void lprt_report(const char *file);

#endif
