/* SPDX-License-Identifier: MIT */
#include "source/source_tokens.h"

#include "base/memory.h"

#include <stdbool.h>
#include <string.h>

size_t source_tokens_find(const struct source_tokens *tokens, uint32_t line)
{
    size_t low = 0;

    for (size_t high = tokens->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (tokens->all[middle].end_line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_punctuation(const struct source_token *token, const char *marks)
{
    return token->kind == TOKEN_OTHER && token->mark && strchr(marks, (int)token->mark);
}

static bool begins_header(const struct source_token *token)
{
    return token->kind == TOKEN_KEYWORD && token->mark;
}

/* The parenthesis behind a keyword, or behind the `constexpr` that follows it. */
static size_t opening(const struct source_tokens *tokens, size_t keyword)
{
    for (size_t i = keyword + 1; i < tokens->count && i < keyword + 3; i++) {
        if (is_punctuation(&tokens->all[i], "("))
            return i;
        if (tokens->all[i].kind != TOKEN_KEYWORD)
            break;
    }
    return tokens->count;
}

/* Where what follows a semicolon begins; `otherwise` if nothing does up to the next. */
static uint32_t line_behind(const struct source_tokens *tokens, size_t semicolon,
                            uint32_t otherwise)
{
    size_t next = semicolon + 1;

    while (next < tokens->count && tokens->all[next].kind == TOKEN_COMMENT)
        next++;
    if (next == tokens->count || is_punctuation(&tokens->all[next], ";"))
        return otherwise;
    return tokens->all[next].line;
}

/* What stands between the parentheses of the header that begins at a keyword; false if it
   is no header or stands on one line. */
static bool take_header(const struct source_tokens *tokens, size_t keyword,
                        struct source_header *header)
{
    const struct source_token *first = &tokens->all[keyword];
    size_t depth = 0;
    size_t semicolons = 0;

    *header = (struct source_header){first->line, 0, first->line};
    for (size_t i = opening(tokens, keyword); i < tokens->count; i++) {
        const struct source_token *token = &tokens->all[i];
        if (token->kind == TOKEN_COMMENT)
            continue;
        depth += is_punctuation(token, "([{");
        depth -= is_punctuation(token, ")]}");
        if (depth == 0) {
            header->last_line = token->line;
            return header->last_line > header->first_line &&
                   (semicolons || first->mark == 'f');
        }
        if (depth != 1 || !is_punctuation(token, ";"))
            continue;
        if (semicolons++ == 0)
            header->condition_line = line_behind(tokens, i, first->line);
    }
    return false;
}

struct source_header *source_headers(const struct source_tokens *tokens, size_t *count)
{
    struct source_header *headers = NULL;
    struct source_header header;
    size_t room = 0;

    *count = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        if (!begins_header(&tokens->all[i]) || !take_header(tokens, i, &header))
            continue;
        headers = memory_grown(headers, *count, &room, sizeof *headers);
        headers[(*count)++] = header;
    }
    return headers;
}
