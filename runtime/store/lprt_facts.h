/* SPDX-License-Identifier: MIT */
/* Who and where the program is when it starts. */
#ifndef LPRT_FACTS_H
#define LPRT_FACTS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct lprt_facts {
    const char *program; /* base name; borrowed from the C library */
    char host[65];
    char directory[PATH_MAX]; /* absolute; empty if unknown */
    uint64_t start_ns;        /* since the epoch */
};

void lprt_facts_read(struct lprt_facts *facts);

/* Add the PROCESS record; false if there is no room.  Guarded slow path only
   (lprt_lock.h). */
bool lprt_facts_record(const struct lprt_facts *facts);

/* Nanoseconds since the epoch. */
uint64_t lprt_facts_now_ns(void);

#endif
