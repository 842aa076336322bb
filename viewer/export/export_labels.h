/* SPDX-License-Identifier: MIT */
/* Names for functions in formats that know functions by their names alone. */
#ifndef EXPORT_LABELS_H
#define EXPORT_LABELS_H

#include "model/profile.h"

/* For each function of the profile, by its index: its name; where several functions have
   that name, its name and place, as in "f (code.c:12)".  To be released. */
char **labels_make(const struct profile *profile);
void labels_release(char **labels, const struct profile *profile);

/* The label of a function of the profile. */
const char *label_of(char *const *labels, const struct profile *profile,
                     const struct function *function);

#endif
