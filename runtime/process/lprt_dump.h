/* SPDX-License-Identifier: MIT */
/* A copy of the profile so far, while the program goes on. */
#ifndef LPRT_DUMP_H
#define LPRT_DUMP_H

/*
 * Write what has been counted so far to a file, as if the run ended now; what other
 * threads count meanwhile may be in it or not.  The file appears when it is complete, in
 * the place of one of that name.
 *
 * path     NULL: beside the profile, NAME.dump-N.lprof with N from 1
 *
 * Returns 0 or an errno value; 0 also where nothing is recorded, and then there is no
 * file.  Not in signal handlers.
 */
int lprt_dump(const char *path);

#endif
