/* SPDX-License-Identifier: MIT */
/*
 * The files of a family of processes: a program that forks all day is not to fill the
 * disk.  Of the children that have ended the newest keep theirs, up to a number and a
 * size; what is dropped is counted.
 *
 * For the guarded slow path only (lprt_lock.h).
 */
#ifndef LPRT_SIBLINGS_H
#define LPRT_SIBLINGS_H

#include <stdint.h>

/* Of ended children; docs/SEMANTICS.md says so. */
enum {
    LPRT_MOST_CHILDREN = 64,
    LPRT_MOST_CHILDREN_BYTES = 64 << 20,
};

/* Before a fork: what the family shares is there from now on, if it can be. */
void lprt_siblings_prepare(void);

/* In a forked child that has claimed its file: the family knows it, and others that are
   too many are dropped. */
void lprt_siblings_add(uint32_t pid);

/* Its file is complete. */
void lprt_siblings_end(void);

/* How many files have been dropped in the family so far. */
uint64_t lprt_siblings_dropped(void);

#endif
