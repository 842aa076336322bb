/* SPDX-License-Identifier: MIT */
/* How a source file reads: its words, for colours, and headers over several lines, for
   rows that are statements. */
#ifndef SOURCE_TOKENS_H
#define SOURCE_TOKENS_H

#include <stddef.h>
#include <stdint.h>

enum token_kind { TOKEN_OTHER, TOKEN_KEYWORD, TOKEN_LITERAL, TOKEN_COMMENT };

/* Lines count from 1, columns are bytes from 0; the end is behind the last byte. */
struct source_token {
    uint32_t line;
    uint32_t column;
    uint32_t end_line;
    uint32_t end_column;
    uint32_t kind; /* enum token_kind */
    uint32_t mark; /* a punctuation of one byte: that; `for`, `if`, `switch`: their first
                      byte; else 0 */
};

/* The header of a `for`, or of an `if` or `switch` with an initialisation, that takes
   several lines; its condition begins on one of them. */
struct source_header {
    uint32_t first_line;
    uint32_t last_line;
    uint32_t condition_line;
};

struct source_tokens {
    struct source_token *all; /* in the order of the file */
    size_t count;
};

/* The first of those tokens that ends on a line or later; `count` if there is none. */
size_t source_tokens_find(const struct source_tokens *tokens, uint32_t line);

/* The headers, in the order of the file; to be freed. */
struct source_header *source_headers(const struct source_tokens *tokens, size_t *count);

#endif
