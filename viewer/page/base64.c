/* SPDX-License-Identifier: MIT */
#include "page/base64.h"

#include <stdint.h>

#define GROUP_BYTES 3
#define GROUP_SIGNS 4

/* Three bytes, or the last one or two with what is missing taken to be 0, as signs. */
static void encode(char signs[GROUP_SIGNS], const unsigned char *bytes, size_t count)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t group = 0;

    for (size_t i = 0; i < GROUP_BYTES; i++)
        group = group << 8 | (i < count ? bytes[i] : 0);
    for (size_t i = 0; i < GROUP_SIGNS; i++)
        signs[i] = i <= count ? alphabet[group >> (18 - 6 * i) & 63] : '=';
}

void base64_print(FILE *out, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    char signs[1024 * GROUP_SIGNS];
    size_t used = 0;

    while (size) {
        const size_t count = size < GROUP_BYTES ? size : GROUP_BYTES;
        encode(signs + used, at, count);
        at += count;
        size -= count;
        used += GROUP_SIGNS;
        if (used == sizeof signs || !size) {
            fwrite(signs, 1, used, out);
            used = 0;
        }
    }
}
