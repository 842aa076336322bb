/* SPDX-License-Identifier: MIT */
/* The functions of a file by assembler name: whom a direct call reaches. */
#ifndef PROFILE_CALLEES_H
#define PROFILE_CALLEES_H

#include "model/profile_tally.h"

struct callee;

struct callees {
    struct callee *all; /* by name, then from the nearest scope to the widest */
    size_t count;
};

/* O(n log n). */
void callees_make(struct callees *callees, const struct tally *tally);
void callees_release(struct callees *callees);

/*
 * The function that a name means.
 *
 * unit      where the name was used: its own function comes first, since names of
 * module    static functions are used again; then one of the same module
 * index     of the function, if there is one
 */
bool callees_find(const struct callees *callees, struct lprof_text name, uint32_t unit,
                  uint32_t module, size_t *index);

#endif
