/* SPDX-License-Identifier: MIT */
/* A file in memory: what a writer wrote, to be read back or spoiled. */
#ifndef MEMORY_FILE_H
#define MEMORY_FILE_H

#include "lprof.h"

/* The text of a string literal, NULs inside it included. */
#define TEXT(literal) ((struct lprof_text){literal, sizeof literal - 1})

struct memory_file {
    uint8_t *bytes; /* from malloc */
    size_t size;
};

/* An lprof_sink that appends; `arg` is a struct memory_file. */
int memory_file_append(void *arg, const void *bytes, size_t size);

void memory_file_release(struct memory_file *file);

/* Write it to disk; fails the test if that does not work. */
void memory_file_save(const struct memory_file *file, const char *path);

/* A new, empty directory for the test's files; to be freed.  It is left behind in
   $TMPDIR only when a test fails. */
char *scratch_make(void);
void scratch_remove(char *path);

#endif
