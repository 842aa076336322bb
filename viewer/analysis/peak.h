/* SPDX-License-Identifier: MIT */
/* Who held the most memory that a program had in use. */
#ifndef PEAK_H
#define PEAK_H

#include "model/profile.h"

/* The most bytes that one of the runs had in use; 0: not counted. */
uint64_t peak_bytes(const struct profile *profile);

/* "train.c:12 (load) 5000 bytes (83 %), ...": the lines that held most of it, of all
   functions, also those that are not shown, and what the others and no line held.  To be
   freed; NULL where that was not recorded. */
char *peak_holders_text(const struct profile *profile);

#endif
