/* SPDX-License-Identifier: MIT */
/*
 * IDX, the file format of MNIST and its relatives: bytes in a gzip'ed box.
 */
#ifndef IDX_H
#define IDX_H

#include <stddef.h>
#include <stdint.h>

struct idx_array {
    uint8_t *bytes;    /* count items, one after another; owned */
    size_t count;      /* items: images or labels */
    size_t item_bytes; /* 784 for an image of 28 x 28, 1 for a label */
};

/*
 * Read a whole IDX file of unsigned bytes, compressed or not.
 *
 * Returns NULL and fills `out` (to be given to idx_release()), or returns what is
 * wrong with the file, in a few words, and leaves `out` empty.
 */
const char *idx_load(struct idx_array *out, const char *path);

void idx_release(struct idx_array *array);

#endif
