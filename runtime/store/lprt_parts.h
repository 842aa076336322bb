/* SPDX-License-Identifier: MIT */
/*
 * Room in a file that a process shares with its forked children (LINEPROF_FORK=merge).
 * Each counts in an image of its own, which is made of parts of the file.
 *
 * Processes are not held up by one another, and one may be killed at any moment: room is
 * given out by one atomic add, a part joins the file by one atomic exchange.  What a
 * killed process had been given and did not use is lost room, and nothing else.
 *
 * For the guarded slow path only (lprt_lock.h).  Functions return 0, an errno value, or
 * one of enum lprt_file_error.
 */
#ifndef LPRT_PARTS_H
#define LPRT_PARTS_H

#include "lprof_schema.h"

#include <stdbool.h>
#include <stdint.h>

/* From now on the file is shared.
   header    the file's, mapped; stays borrowed */
void lprt_parts_start(struct lprof_header *header, uint64_t file_bytes);
bool lprt_parts_started(void);

/* Of the shared file, mapped; NULL: there is none. */
struct lprof_header *lprt_parts_header(void);

/* In a forked child, before it gives the file's mapping up: keep the header mapped. */
bool lprt_parts_keep_header(void);

/* Room for so many bytes, a multiple of LPROF_PART_BYTES, zeroed and with disk space.
   offset    of the part; the bytes begin LPROF_PART_BYTES behind */
int lprt_parts_allot(uint64_t bytes, uint64_t *offset);

/* Make an allotted part one of the file's; `next` is filled in. */
int lprt_parts_publish(struct lprof_part *part, uint64_t offset);

/* The image of a process that has ended and that began with the same records: it is the
   caller's from now on.  0 if there is none.
   owner    of the caller, by lprt_parts_owner() */
uint64_t lprt_parts_take_over(uint64_t key, uint64_t owner);

/* An image's part by where it begins in the image; false if there is none. */
bool lprt_parts_find(uint64_t image, uint64_t from, struct lprof_part *part,
                     uint64_t *offset);

/* What stands for a process; it is found out later whether that lives. */
uint64_t lprt_parts_owner(uint32_t pid, uint64_t process_start);

/* Of a process whose id means nothing to the others: it is taken to live for ever. */
#define LPRT_OWNER_UNKNOWN UINT64_MAX

#endif
