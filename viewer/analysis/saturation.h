/* SPDX-License-Identifier: MIT */
/* Which quantities of a profile are more than can be counted. */
#ifndef SATURATION_H
#define SATURATION_H

#include "model/profile.h"

/* A line that says so, to be freed; NULL: none is, and neither is a sum over all of what
   is shown. */
char *saturation_text(const struct profile *profile);

#endif
