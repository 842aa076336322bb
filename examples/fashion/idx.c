/* SPDX-License-Identifier: MIT */
#include "idx.h"

#include <stdlib.h>
#include <zlib.h>

enum {
    IDX_UNSIGNED_BYTE = 8,
    IDX_MAX_DIMENSIONS = 4,
    IDX_MAX_BYTES = 1 << 30, /* of an array: far above any data set of this kind */
};

/* Read exactly `size` bytes; 0 when the file has fewer. */
static int read_bytes(gzFile file, void *bytes, size_t size)
{
    return gzread(file, bytes, (unsigned)size) == (int)size;
}

/* The sizes of an array: the first dimension counts items, the others make up one. */
static const char *read_shape(gzFile file, struct idx_array *array)
{
    uint8_t magic[4];
    if (!read_bytes(file, magic, sizeof magic))
        return "too short";
    if (magic[0] || magic[1] || magic[2] != IDX_UNSIGNED_BYTE)
        return "not an IDX file of bytes";
    if (magic[3] < 1 || magic[3] > IDX_MAX_DIMENSIONS)
        return "unexpected number of dimensions";

    array->item_bytes = 1;
    for (int i = 0; i < magic[3]; i++) {
        uint8_t be[4];
        if (!read_bytes(file, be, sizeof be))
            return "too short";
        const size_t size = (size_t)be[0] << 24 | (size_t)be[1] << 16 |
                            (size_t)be[2] << 8 | (size_t)be[3];
        size_t *product = i == 0 ? &array->count : &array->item_bytes;
        *product = i == 0 ? size : *product * size;
        if (!*product || *product > IDX_MAX_BYTES)
            return "unreasonable dimensions";
    }
    return array->count > IDX_MAX_BYTES / array->item_bytes ? "too large" : NULL;
}

static const char *read_array(gzFile file, struct idx_array *array)
{
    const char *wrong = read_shape(file, array);
    if (wrong)
        return wrong;

    const size_t size = array->count * array->item_bytes;
    array->bytes = malloc(size);
    if (!array->bytes)
        return "no memory for it";
    return read_bytes(file, array->bytes, size) ? NULL : "too short";
}

const char *idx_load(struct idx_array *out, const char *path)
{
    *out = (struct idx_array){0};
    gzFile file = gzopen(path, "rb");
    if (!file)
        return "cannot be opened";
    gzbuffer(file, 1 << 17);

    const char *wrong = read_array(file, out);
    gzclose(file);
    if (wrong)
        idx_release(out);
    return wrong;
}

void idx_release(struct idx_array *array)
{
    free(array->bytes);
    *array = (struct idx_array){0};
}
