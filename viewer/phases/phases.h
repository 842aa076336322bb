/* SPDX-License-Identifier: MIT */
/* Which phases a file has, and the file as it was at their ends. */
#ifndef PHASES_H
#define PHASES_H

#include "lprof.h"

/* What a run did from one end to the next. */
struct phase {
    struct lprof_reader *before; /* the file at its begin; NULL: it is the first */
    struct lprof_reader *after;  /* at its end; NULL: it is what came after the last */
    uint64_t begin;              /* reading of the clock; 0: the start */
    uint64_t end;                /* UINT64_MAX: not known here */
};

/* How many have ended. */
size_t phases_count(const struct lprof_reader *reader);

/* Some are several ends long, as there were more than a file keeps. */
bool phases_are_joined(const struct lprof_reader *reader);

/* The name of the region that ended one; borrowed, empty if the file does not say.
   number   from 1 */
struct lprof_text phases_name(const struct lprof_reader *reader, size_t number);

/* When one ended: a reading of the clock.
   number   of one that has ended */
uint64_t phases_end(const struct lprof_reader *reader, size_t number);

/*
 * phase    on success only; to be closed
 * number   from 1; one more than there are: what came after the last
 */
LPROF_MUST_USE enum lprof_status phases_open(struct phase *phase,
                                             const struct lprof_reader *reader,
                                             size_t number, struct lprof_detail *detail);
void phases_close(struct phase *phase);

#endif
