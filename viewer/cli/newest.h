/* SPDX-License-Identifier: MIT */
/* The profile that is meant where none is named. */
#ifndef NEWEST_H
#define NEWEST_H

#include <stdint.h>
#include <time.h>

/* The name of the profile in the working directory that was written last, to be freed;
   NULL if there is none.  Names end in .lprof; files of others that do are passed over.
 */
char *newest_profile(void);

/* A run whose profile is looked for. */
struct newest_wanted {
    const char *name; /* as LINEPROF_OUT: its folder is looked in; NULL: the current */
    uint32_t pid;     /* of the process; one of a child's is second best */
    struct timespec since; /* it started no earlier */
};

/* The name of that profile, to be freed; NULL if there is none. */
char *newest_profile_of(const struct newest_wanted *wanted);

#endif
