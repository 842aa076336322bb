/* SPDX-License-Identifier: MIT */
/* Keeps one copy of each string, so that equal strings have equal addresses. */
#ifndef STRING_POOL_H
#define STRING_POOL_H

#include "lprof.h"

struct string_pool {
    void *root; /* of a tree of tsearch(3) */
};

/* The kept copy of a text up to its first NUL, ended by NUL; lives as long as `pool`.
   O(log n). */
const char *string_pool_keep(struct string_pool *pool, struct lprof_text text);

void string_pool_release(struct string_pool *pool);

#endif
