/* SPDX-License-Identifier: MIT */
/* The profiles of a folder: the one that is meant where none is named, or all. */
#ifndef NEWEST_H
#define NEWEST_H

#include "base/lists.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* The name of the profile in the working directory that was written last, to be freed;
   NULL if there is none.  Names end in .lprof; files of others that do are passed over.
 */
char *newest_profile(void);

/* Add the names of all profiles in a folder, with it in front, in the order of their
   names.  The words are to be freed.  False if it is no folder that can be read. */
bool folder_profiles(const char *folder, struct word_list *names);

/* A run whose profile is looked for. */
struct newest_wanted {
    const char *name; /* as LINEPROF_OUT: its folder is looked in; NULL: the current */
    uint32_t pid;     /* of the process; one of a child's is second best */
    struct timespec since; /* it started no earlier */
};

/* The name of that profile, to be freed; NULL if there is none. */
char *newest_profile_of(const struct newest_wanted *wanted);

#endif
