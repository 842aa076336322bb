/* SPDX-License-Identifier: MIT */
/* What is used of libclang, which is loaded when first asked for, never linked. */
#ifndef LIBCLANG_H
#define LIBCLANG_H

#include <clang-c/Index.h>

/* Each under its own name. */
#define LIBCLANG_FUNCTIONS(X)         \
    X(clang_createIndex)              \
    X(clang_parseTranslationUnit2)    \
    X(clang_getTranslationUnitCursor) \
    X(clang_visitChildren)            \
    X(clang_getCursorKind)            \
    X(clang_getCursorLocation)        \
    X(clang_getCursorExtent)          \
    X(clang_getRangeStart)            \
    X(clang_getRangeEnd)              \
    X(clang_getRange)                 \
    X(clang_getLocationForOffset)     \
    X(clang_getFileLocation)          \
    X(clang_getFile)                  \
    X(clang_getFileContents)          \
    X(clang_File_isEqual)             \
    X(clang_tokenize)                 \
    X(clang_getTokenKind)             \
    X(clang_getTokenExtent)

#define LIBCLANG_POINTER(name) __typeof__(name) *name;
struct libclang {
    LIBCLANG_FUNCTIONS(LIBCLANG_POINTER)
};

/* Loaded once a process; NULL if there is none. */
const struct libclang *libclang_get(void);

#endif
