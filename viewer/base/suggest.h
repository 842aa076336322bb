/* SPDX-License-Identifier: MIT */
#ifndef SUGGEST_H
#define SUGGEST_H

#include <stddef.h>

/* How many letters have to be put in, left out, changed or swapped with the next one to
   make one word of the other; no more than `limit` + 1 is said.  Words of over 31 letters
   are unlike all others. */
size_t suggest_distance(const char *a, const char *b, size_t limit);

#endif
