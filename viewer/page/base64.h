/* SPDX-License-Identifier: MIT */
#ifndef BASE64_H
#define BASE64_H

#include <stddef.h>
#include <stdio.h>

/* Write bytes as base64 (RFC 4648) on one line, padded, without an end of line.  Failed
   writes are found when `out` is closed. */
void base64_print(FILE *out, const void *bytes, size_t size);

#endif
