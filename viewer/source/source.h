/* SPDX-License-Identifier: MIT */
/*
 * Source text: what was compiled, from the profile itself, and for what is not in it the
 * files on disk as they are now.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "model/profile.h"
#include "source/source_tokens.h"

struct sources;

/* Where sources are now: paths that begin with `from` begin with `to`. */
struct source_move {
    const char *from;
    const char *to;
};

struct source_options {
    const struct source_move *moves; /* the first that fits counts */
    size_t move_count;
    bool use_clang;   /* ask libclang where functions begin */
    bool with_tokens; /* ask it for words and headers, too */
};

/* Profile and options are borrowed until sources_close(). */
struct sources *sources_open(const struct profile *profile,
                             const struct source_options *options);
void sources_close(struct sources *sources);

/* What there is to show of a function. */
struct source_view {
    const char *path;    /* of its file, now; valid until sources_close() */
    uint32_t first_line; /* of the listing: where its declaration begins */
    bool has_text;
    bool is_stale; /* the file has changed since it was compiled */
};

struct source_view sources_view(struct sources *sources, const struct function *function);

/* As in the view, without asking where the function begins. */
bool sources_is_stale(struct sources *sources, const struct function *function);

/* Where a file of the profile is now; valid until sources_close(). */
const char *sources_path(struct sources *sources, const char *file);

/* Text of a line that belongs to a function, without its end.  No bytes if it is unknown,
   as is a line of a changed file that the profile does not hold. */
struct lprof_text sources_line(struct sources *sources, const struct function *function,
                               const char *file, uint32_t number);

/* The words that are on a line of a function, whole or in part; none if libclang was not
   asked or the line is another file's.  Valid until sources_close(). */
const struct source_token *sources_tokens(struct sources *sources,
                                          const struct function *function,
                                          const char *file, uint32_t number,
                                          size_t *count);

/* Headers over several lines in the function's file, in its order. */
const struct source_header *
sources_headers(struct sources *sources, const struct function *function, size_t *count);

#endif
