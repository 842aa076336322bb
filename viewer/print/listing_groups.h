/* SPDX-License-Identifier: MIT */
/* Rows that are statements: one for a header over several lines. */
#ifndef LISTING_GROUPS_H
#define LISTING_GROUPS_H

#include "source/source.h"

/* The lines of a function with those of each header added up on its first line, whose
   hits are those of the condition; to be freed.
   count   how many there are now */
struct line *listing_group_lines(struct sources *sources, const struct function *function,
                                 size_t *count);

#endif
