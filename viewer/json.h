/* SPDX-License-Identifier: MIT */
/* The profile as JSON, for scripts: one object with everything in it. */
#ifndef JSON_H
#define JSON_H

#include "notes.h"
#include "profile.h"
#include "source.h"

#include <stdio.h>

/* warnings   listed under that name
   Errors of `out` are the caller's to look for. */
void json_print(FILE *out, const struct profile *profile, struct sources *sources,
                const struct notes *warnings);

#endif
