/* SPDX-License-Identifier: MIT */
#include "page/html_code.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

/* Lines without text in a row after which there are no more, whatever a file says of
   where its function ends. */
#define EMPTY_LINES 10000u

static const char marks[] = {
    [TOKEN_KEYWORD] = 1, [TOKEN_LITERAL] = 2, [TOKEN_COMMENT] = 3};

#define MARK_END 4

/* A line while it is being printed. */
struct code_line {
    FILE *out;
    struct lprof_text text;
    uint32_t number;
    size_t done; /* bytes */
};

static void print_until(struct code_line *line, size_t end)
{
    if (end > line->text.size)
        end = line->text.size;
    if (end <= line->done)
        return;
    text_print_valid(
        line->out, (struct lprof_text){line->text.bytes + line->done, end - line->done});
    line->done = end;
}

/* The part of a word that is on the line. */
static void print_token(struct code_line *line, const struct source_token *token)
{
    const size_t end =
        token->end_line == line->number ? token->end_column : line->text.size;

    print_until(line, token->line == line->number ? token->column : 0);
    if (end <= line->done || line->done >= line->text.size)
        return;
    fputc(marks[token->kind], line->out);
    print_until(line, end);
    fputc(MARK_END, line->out);
}

static void print_line(FILE *out, struct sources *sources,
                       const struct function *function, const char *file, uint32_t number,
                       struct lprof_text text)
{
    struct code_line line = {.out = out, .text = text, .number = number};
    size_t count = 0;
    const struct source_token *tokens =
        sources_tokens(sources, function, file, number, &count);

    for (size_t i = 0; i < count; i++) {
        if (tokens[i].kind != TOKEN_OTHER && tokens[i].kind < sizeof marks)
            print_token(&line, &tokens[i]);
    }
    print_until(&line, text.size);
}

char *html_code_of_line(struct sources *sources, const struct function *function,
                        const char *file, uint32_t number)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = memory_open(&text, &size);

    print_line(out, sources, function, file, number,
               sources_line(sources, function, file, number));
    memory_close(out);
    return text;
}

char *html_code_of_function(struct sources *sources, const struct function *function)
{
    const struct source_view view = sources_view(sources, function);
    char *text = NULL;
    size_t size = 0;
    FILE *out = memory_open(&text, &size);
    uint32_t due = 0; /* newlines in front of the next line that has text */
    bool has_text = false;

    for (uint64_t n = view.first_line; n <= function->end_line && due < EMPTY_LINES;
         n++) {
        const struct lprof_text line =
            sources_line(sources, function, function->file, (uint32_t)n);
        for (; line.bytes && due; due--)
            fputc('\n', out);
        if (line.bytes)
            print_line(out, sources, function, function->file, (uint32_t)n, line);
        has_text |= line.bytes != NULL;
        due++;
    }
    memory_close(out);
    if (has_text)
        return text;
    free(text);
    return NULL;
}
