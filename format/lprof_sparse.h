/* SPDX-License-Identifier: MIT */
/* Reads a file but for histograms, which are most of a large one; not for users of the
   library. */
#ifndef LPROF_SPARSE_H
#define LPROF_SPARSE_H

#include "lprof_internal.h"

/*
 * Go on reading a file, which can be read at any offset.
 *
 * file      the first page is in it already; its bytes are moved.  Its size becomes
 *           `wanted`, or how far the file went
 * wanted    the used bytes, of a file in one piece
 *
 * Bytes come into memory in their order, each once.  What is not read is 0.  Where
 * records do not follow each other all of the rest is read, for the checks to see.
 */
LPROF_MUST_USE enum lprof_status lprof_sparse_read(struct lprof_file *file, int fd,
                                                   uint64_t wanted,
                                                   struct lprof_detail *detail);

#endif
