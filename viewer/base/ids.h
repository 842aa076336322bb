/* SPDX-License-Identifier: MIT */
/* Numbers things in the order in which they are first asked for: what formats refer to
   by an index instead of repeating it. */
#ifndef IDS_H
#define IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is numbered: a string and a number beside it, each of which may say nothing. */
struct id_key {
    const char *text; /* compared by content; lives as long as the ids */
    uint64_t number;
};

/* Zero to begin with; to be released. */
struct ids {
    void *root;          /* of a tree of tsearch(3) */
    struct id_key *keys; /* by id, from 0 */
    size_t count;
    size_t room;
};

/* The id of a key; is_new, which may be NULL, says whether it got it just now.
   O(log n). */
size_t ids_of(struct ids *ids, struct id_key key, bool *is_new);

void ids_release(struct ids *ids);

#endif
