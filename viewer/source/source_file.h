/* SPDX-License-Identifier: MIT */
/* Text cut into lines; a file's, or a piece's. */
#ifndef SOURCE_FILE_H
#define SOURCE_FILE_H

#include "lprof.h"

struct source_lines {
    struct lprof_text text; /* borrowed */
    size_t *starts;         /* of each line, and the end of the last */
    size_t count;
};

void source_lines_make(struct source_lines *lines, struct lprof_text text);
void source_lines_release(struct source_lines *lines);

/* The n-th, from 0, without its end; no bytes when there are fewer. */
struct lprof_text source_lines_at(const struct source_lines *lines, size_t n);

/* Read a regular file whole; to be freed.  False, and no bytes, when it cannot be read.
 */
bool source_file_read(const char *path, struct lprof_text *text);

#endif
