/* SPDX-License-Identifier: MIT */
/* The unit of a listing's times: the user's, or one that suits them. */
#ifndef UNIT_CHOICE_H
#define UNIT_CHOICE_H

#include "model/profile.h"

/* A unit's name as users give it, "ns", "us", "ms" or "s", in seconds; 0: no such one. */
double unit_of_name(const char *name);

/* The largest unit in which the hot lines of what is shown take 1 or more a hit. */
double unit_that_suits(const struct profile *profile);

/* Most hot lines would be 0.0 a hit in this unit. */
bool unit_is_too_large(const struct profile *profile, double unit_s);

#endif
