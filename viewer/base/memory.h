/* SPDX-License-Identifier: MIT */
/*
 * Memory for the viewer.  Nothing useful is left to do when there is none, so these
 * never return NULL: they say so and end the process, the one place beside main() that
 * does.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* Say that there is none, and end. */
_Noreturn void memory_give_up(void);

/* count elements of size bytes, all 0; to be freed.  Also for 0 elements. */
void *memory_zeroed(size_t count, size_t size);

/*
 * Make room for one more element of an array that grows.
 *
 * array   from an earlier call, or NULL; to be freed
 * count   elements in use
 * room    elements there is room for; updated
 *
 * Returns the array, which may have moved.
 */
void *memory_grown(void *array, size_t count, size_t *room, size_t size);

/* The array, which may have moved, with room for count elements and no more: a part of
   what it had.  Also for 0 elements. */
void *memory_fitted(void *array, size_t count, size_t size);

/* size bytes and a NUL after them; to be freed. */
char *memory_string(const char *bytes, size_t size);

/* A stream into memory, for one thread: after memory_close() `bytes` has all that was
   written, and a NUL after it; to be freed. */
FILE *memory_open(char **bytes, size_t *size);
void memory_close(FILE *stream);

/* A formatted string; to be freed. */
__attribute__((__format__(__printf__, 1, 2))) char *memory_format(const char *format,
                                                                  ...);

#endif
