/* SPDX-License-Identifier: MIT */
/* Chooses the functions that a view shows. */
#ifndef SELECT_H
#define SELECT_H

#include "base/lists.h"
#include "model/profile.h"

/* Mark as shown what matches one of the names and one of the files, where any are given.
   A name matches a function's with or without its qualification; a file matches a path
   or its last component.  Returns how many are shown. */
size_t select_functions(struct profile *profile, const struct word_list *names,
                        const struct word_list *files);

/* How many match, shown or not. */
size_t select_count(const struct profile *profile, const struct word_list *names,
                    const struct word_list *files);

/* What has not run and took no time is not shown. */
void select_drop_idle(struct profile *profile);

#endif
