/* SPDX-License-Identifier: MIT */
/* Which elements of two sequences belong together: the fewest insertions and removals
   that turn the one into the other. */
#ifndef TEXT_DIFF_H
#define TEXT_DIFF_H

#include <stdbool.h>
#include <stddef.h>

struct text_diff {
    size_t old_count;
    size_t new_count;
    /* Elements a of the old and b of the new sequence are the same. */
    bool (*is_same)(const void *arg, size_t a, size_t b);
    const void *arg;
};

#define TEXT_DIFF_NONE ((size_t)-1)

/*
 * The partner in the old sequence of each element of the new one, or TEXT_DIFF_NONE; they
 * ascend.  To be freed.
 *
 * O((n + m) d) for d differences.  Beyond some thousand differences what lies between the
 * equal beginnings and ends is taken for other text altogether.
 */
size_t *text_diff_partners(const struct text_diff *diff);

#endif
