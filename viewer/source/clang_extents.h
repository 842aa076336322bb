/* SPDX-License-Identifier: MIT */
/*
 * Where functions begin, attributes and template headers included, as libclang sees
 * them.  The only part that knows libclang: it is loaded when first asked for, and each
 * file is parsed in a process of its own, so that neither a crash nor an endless header
 * harms the view.  It decides how a listing looks, never a number in it.
 */
#ifndef CLANG_EXTENTS_H
#define CLANG_EXTENTS_H

#include "model/profile.h"
#include "source/source_tokens.h"

/* A function in a source file; lines are 1-based. */
struct extent {
    uint32_t first_line;
    uint32_t name_line;
};

/* In file order, at most one for a name_line; to be released. */
struct extents {
    struct extent *all;
    size_t count;
    struct source_tokens tokens; /* none unless asked for */
};

struct extent_query {
    const char *path;
    const struct unit *unit;    /* how it was compiled */
    struct lprof_text contents; /* instead of the file's; no bytes: read it from disk */
    bool with_tokens;
};

/* No extents when libclang is missing, does not know the language, fails, or takes longer
   than some seconds. */
struct extents extents_of(const struct extent_query *query);

void extents_release(struct extents *extents);

/* First line of the function whose name is on a line; 0 if there is none. */
uint32_t extents_first_line(const struct extents *extents, uint32_t name_line);

#endif
