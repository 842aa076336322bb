/* SPDX-License-Identifier: MIT */
#ifndef PROFILE_UNITS_H
#define PROFILE_UNITS_H

#include "model/profile.h"

/* Below, above or equal to 0 as `a` comes before or after `b` or says the same; the order
   has no meaning, but it is one. */
int unit_order(const struct unit *a, const struct unit *b);

#endif
