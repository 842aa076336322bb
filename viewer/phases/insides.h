/* SPDX-License-Identifier: MIT */
/* Of which regions a file knows what lines did in them; the file as if that had been all
   is lprof_reader_open_inside(). */
#ifndef INSIDES_H
#define INSIDES_H

#include "lprof.h"

/* One for each region and thread, so that names come several times. */
size_t insides_count(const struct lprof_reader *reader);

/* Borrowed; empty if the file does not say.
   index    less than the count */
struct lprof_text insides_name(const struct lprof_reader *reader, size_t index);

bool insides_have(const struct lprof_reader *reader, const char *name);

/* Of some there is not all, as there was no room. */
bool insides_are_incomplete(const struct lprof_reader *reader);

#endif
