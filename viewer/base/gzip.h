/* SPDX-License-Identifier: MIT */
#ifndef GZIP_H
#define GZIP_H

#include <stddef.h>
#include <stdio.h>

/* Write bytes as a gzip file, without a time, so that equal bytes make equal files.
   Failed writes are found when `out` is closed. */
void gzip_print(FILE *out, const void *bytes, size_t size);

#endif
