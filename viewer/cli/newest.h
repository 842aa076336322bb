/* SPDX-License-Identifier: MIT */
/* The profile that is meant where none is named. */
#ifndef NEWEST_H
#define NEWEST_H

/* The name of the profile in the working directory that was written last, to be freed;
   NULL if there is none.  Names end in .lprof; files of others that do are passed over.
 */
char *newest_profile(void);

#endif
