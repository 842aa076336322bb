/* SPDX-License-Identifier: MIT */
/* What functions that are not profiled have of the own time of the lines that called
   them. */
#ifndef OUTSIDE_H
#define OUTSIDE_H

#include "model/profile.h"

/*
 * For each call of the profile, in ns: what is its callee's own where that is outside; 0
 * elsewhere.  What such a function called that is profiled is in its time, but in no
 * line's own: so it has no more than its line has, and all those of a line together, too.
 * To be freed.
 */
uint64_t *outside_own(const struct profile *profile);

#endif
