/* SPDX-License-Identifier: MIT */
#include "source/clang_tokens.h"

#include "base/memory.h"

#include <string.h>

static const enum token_kind kinds[] = {
    [CXToken_Punctuation] = TOKEN_OTHER, [CXToken_Keyword] = TOKEN_KEYWORD,
    [CXToken_Identifier] = TOKEN_OTHER,  [CXToken_Literal] = TOKEN_LITERAL,
    [CXToken_Comment] = TOKEN_COMMENT,
};

/* The keywords that begin a header. */
static const char *const header_keywords[] = {"for", "if", "switch"};

static uint32_t mark_of(CXTokenKind kind, const char *bytes, size_t size)
{
    if (kind == CXToken_Punctuation)
        return size == 1 ? (unsigned char)bytes[0] : 0;
    for (size_t i = 0; i < sizeof header_keywords / sizeof header_keywords[0]; i++) {
        if (kind == CXToken_Keyword && strlen(header_keywords[i]) == size &&
            !memcmp(bytes, header_keywords[i], size))
            return (unsigned char)bytes[0];
    }
    return 0;
}

static struct source_token take_token(const struct libclang *clang,
                                      CXTranslationUnit unit, CXToken token,
                                      const char *text, size_t text_size)
{
    const CXSourceRange range = clang->clang_getTokenExtent(unit, token);
    const CXTokenKind kind = clang->clang_getTokenKind(token);
    unsigned line = 0, column = 0, start = 0, end_line = 0, end_column = 0, end = 0;

    clang->clang_getFileLocation(clang->clang_getRangeStart(range), NULL, &line, &column,
                                 &start);
    clang->clang_getFileLocation(clang->clang_getRangeEnd(range), NULL, &end_line,
                                 &end_column, &end);
    return (struct source_token){
        .line = line,
        .column = column ? column - 1 : 0,
        .end_line = end_line,
        .end_column = end_column ? end_column - 1 : 0,
        .kind = (size_t)kind < sizeof kinds / sizeof kinds[0] ? kinds[kind] : TOKEN_OTHER,
        .mark = start < end && end <= text_size ? mark_of(kind, text + start, end - start)
                                                : 0,
    };
}

struct source_tokens clang_tokens_of(const struct libclang *clang, CXTranslationUnit unit,
                                     CXFile file)
{
    struct source_tokens tokens = {0};
    CXToken *found = NULL;
    unsigned count = 0;
    size_t size = 0;
    const char *text = clang->clang_getFileContents(unit, file, &size);

    if (!text)
        return tokens;
    clang->clang_tokenize(
        unit,
        clang->clang_getRange(
            clang->clang_getLocationForOffset(unit, file, 0),
            clang->clang_getLocationForOffset(unit, file, (unsigned)size)),
        &found, &count);
    tokens.all = memory_zeroed(count, sizeof *tokens.all);
    tokens.count = count;
    for (unsigned i = 0; i < count; i++)
        tokens.all[i] = take_token(clang, unit, found[i], text, size);
    return tokens;
}
