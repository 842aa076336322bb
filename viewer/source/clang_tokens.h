/* SPDX-License-Identifier: MIT */
/* The words of a file that libclang has parsed. */
#ifndef CLANG_TOKENS_H
#define CLANG_TOKENS_H

#include "source/libclang.h"
#include "source/source_tokens.h"

/* To be freed.  `file` is the unit's main one. */
struct source_tokens clang_tokens_of(const struct libclang *clang, CXTranslationUnit unit,
                                     CXFile file);

#endif
