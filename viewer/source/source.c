/* SPDX-License-Identifier: MIT */
#include "source/source.h"

#include "base/memory.h"
#include "base/text.h"
#include "source/clang_extents.h"
#include "source/source_file.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Lines that a file is rebuilt up to; no source is longer, whatever a profile says. */
#define REBUILT_LINES 10000000u

/* Lines that a declaration may begin above its name. */
#define DECLARATION_LINES 1000u

/* A file on disk, read when first needed. */
struct disk_file {
    const char *recorded; /* the profile's path: equal ones have equal addresses */
    char *path;           /* where it is now */
    bool is_there;
    struct lprof_text text;
    struct source_lines lines;
    bool is_parsed;
    struct extents extents;
    struct source_header *headers;
    size_t header_count;
};

struct sources {
    const struct profile *profile;
    const struct source_options *options;
    void *files;                    /* tree of disk files, by `recorded` */
    const struct function *current; /* whose text `lines` has */
    struct source_lines lines;
    bool is_stale; /* the current function's file is */
};

struct sources *sources_open(const struct profile *profile,
                             const struct source_options *options)
{
    struct sources *sources = memory_zeroed(1, sizeof *sources);
    sources->profile = profile;
    sources->options = options;
    return sources;
}

static void free_file(void *node)
{
    struct disk_file *file = node;

    source_lines_release(&file->lines);
    free((char *)file->text.bytes);
    extents_release(&file->extents);
    free(file->headers);
    free(file->path);
    free(file);
}

void sources_close(struct sources *sources)
{
    tdestroy(sources->files, free_file);
    source_lines_release(&sources->lines);
    free(sources);
}

/* ---- Files on disk ---- */

/* A prefix ends where a part of the path does. */
static bool begins_with(const char *path, const char *prefix)
{
    const size_t size = strlen(prefix);
    return !strncmp(path, prefix, size) &&
           (!path[size] || path[size] == '/' || (size && prefix[size - 1] == '/'));
}

static char *moved_path(const struct source_options *options, const char *path)
{
    for (size_t i = 0; i < options->move_count; i++) {
        const struct source_move *move = &options->moves[i];
        if (begins_with(path, move->from))
            return memory_format("%s%s", move->to, path + strlen(move->from));
    }
    return memory_string(path, strlen(path));
}

static int compare_files(const void *a, const void *b)
{
    const struct disk_file *x = a;
    const struct disk_file *y = b;
    return (x->recorded > y->recorded) - (x->recorded < y->recorded);
}

static struct disk_file *get_file(struct sources *sources, const char *recorded)
{
    const struct disk_file key = {.recorded = recorded};
    struct disk_file **found = tfind(&key, &sources->files, compare_files);

    if (found)
        return *found;
    struct disk_file *file = memory_zeroed(1, sizeof *file);
    file->recorded = recorded;
    file->path = moved_path(sources->options, recorded);
    file->is_there = source_file_read(file->path, &file->text);
    source_lines_make(&file->lines, file->text);
    if (!tsearch(file, &sources->files, compare_files))
        memory_give_up();
    return file;
}

const char *sources_path(struct sources *sources, const char *file)
{
    return get_file(sources, file)->path;
}

/* ---- The text that a profile holds ---- */

static bool same_text(struct lprof_text a, struct lprof_text b)
{
    return a.size == b.size && (!a.size || !memcmp(a.bytes, b.bytes, a.size));
}

/* The file differs, in the lines of the function, from what was compiled. */
static bool differs(const struct disk_file *file, const struct source_lines *lines,
                    uint32_t first_line)
{
    if (!file->is_there || !first_line)
        return false;
    for (size_t i = 0; i < lines->count; i++) {
        const struct lprof_text now = source_lines_at(&file->lines, first_line - 1 + i);
        if (!now.bytes || !same_text(source_lines_at(lines, i), now))
            return true;
    }
    return false;
}

/* Views go function by function, so one is kept cut into lines. */
static void make_current(struct sources *sources, const struct function *function)
{
    if (sources->current == function)
        return;
    source_lines_release(&sources->lines);
    source_lines_make(&sources->lines, function->source);
    sources->current = function;
    sources->is_stale = differs(get_file(sources, function->file), &sources->lines,
                                function->source_line);
}

bool sources_is_stale(struct sources *sources, const struct function *function)
{
    make_current(sources, function);
    return sources->is_stale;
}

/* ---- Where a function begins ---- */

/* The functions of a file are neighbours in the profile. */
static const struct function *first_of_file(const struct sources *sources,
                                            const struct function *function)
{
    while (function > sources->profile->functions && function[-1].file == function->file)
        function--;
    return function;
}

static bool is_in_file(const struct sources *sources, const struct function *function,
                       const char *file)
{
    return function < sources->profile->functions + sources->profile->function_count &&
           function->file == file;
}

/* A file made of the functions that the profile holds, each on its own lines. */
static char *rebuild_file(const struct sources *sources, const struct function *first,
                          size_t *size)
{
    uint32_t line = 1;
    char *text = NULL;
    FILE *out = memory_open(&text, size);

    for (const struct function *f = first; is_in_file(sources, f, first->file); f++) {
        if (!f->source.size || f->source_line < line || f->source_line > REBUILT_LINES)
            continue;
        for (; line < f->source_line; line++)
            fputc('\n', out);
        fwrite(f->source.bytes, 1, f->source.size, out);
        if (f->source.bytes[f->source.size - 1] != '\n')
            fputc('\n', out);
        for (size_t i = 0; i < f->source.size; i++)
            line += f->source.bytes[i] == '\n';
        line += f->source.bytes[f->source.size - 1] != '\n';
    }
    memory_close(out);
    return text;
}

static bool file_is_as_compiled(struct sources *sources, const struct function *first)
{
    if (!get_file(sources, first->file)->is_there)
        return false;
    for (const struct function *f = first; is_in_file(sources, f, first->file); f++) {
        if (sources_is_stale(sources, f))
            return false;
    }
    return true;
}

static void parse_file(struct sources *sources, struct disk_file *file,
                       const struct function *function)
{
    const struct function *first = first_of_file(sources, function);
    struct extent_query query = {.path = file->path,
                                 .unit = function->unit,
                                 .with_tokens = sources->options->with_tokens};
    char *rebuilt = NULL;

    file->is_parsed = true;
    if (!file_is_as_compiled(sources, first)) {
        size_t size = 0;
        rebuilt = rebuild_file(sources, first, &size);
        query.contents = (struct lprof_text){.bytes = rebuilt, .size = size};
    }
    file->extents = extents_of(&query);
    file->headers = source_headers(&file->extents.tokens, &file->header_count);
    free(rebuilt);
}

static uint32_t smallest_line(const struct function *function)
{
    uint32_t smallest = function->line ? function->line : 1;

    for (size_t i = 0; i < function->line_count; i++) {
        if (function->lines[i].file == function->file &&
            function->lines[i].number < smallest)
            smallest = function->lines[i].number;
    }
    return smallest;
}

/* Attributes in [[ ]] on lines of their own are no part of what libclang says. */
static uint32_t with_attributes(struct sources *sources, const struct function *function,
                                uint32_t line)
{
    while (line > 1) {
        struct lprof_text above =
            text_unindented(sources_line(sources, function, function->file, line - 1));
        while (above.size && strchr(" \t", above.bytes[above.size - 1]))
            above.size--;
        if (above.size < 4 || memcmp(above.bytes, "[[", 2) ||
            memcmp(above.bytes + above.size - 2, "]]", 2))
            break;
        line--;
    }
    return line;
}

static uint32_t clang_first_line(struct sources *sources, struct disk_file *file,
                                 const struct function *function)
{
    if (!sources->options->use_clang)
        return 0;
    if (!file->is_parsed)
        parse_file(sources, file, function);
    const uint32_t line = extents_first_line(&file->extents, function->line);
    if (!line || line > function->line || function->line - line > DECLARATION_LINES)
        return 0;
    return with_attributes(sources, function, line);
}

struct source_view sources_view(struct sources *sources, const struct function *function)
{
    struct disk_file *file = get_file(sources, function->file);
    struct source_view view = {
        .path = file->path,
        .has_text = function->source.size || file->is_there,
        .is_stale = sources_is_stale(sources, function),
    };

    if (view.has_text)
        view.first_line = clang_first_line(sources, file, function);
    if (!view.first_line && function->source.size)
        view.first_line = function->source_line;
    if (!view.first_line)
        view.first_line = smallest_line(function);
    return view;
}

/* A line that the profile holds. */
static struct lprof_text held_line(struct sources *sources,
                                   const struct function *function, uint32_t number)
{
    if (!function->source.size || number < function->source_line)
        return (struct lprof_text){0};
    make_current(sources, function);
    return source_lines_at(&sources->lines, number - function->source_line);
}

struct lprof_text sources_line(struct sources *sources, const struct function *function,
                               const char *file, uint32_t number)
{
    const bool is_own = file == function->file;
    struct lprof_text line = {0};

    if (is_own)
        line = held_line(sources, function, number);
    if (line.bytes || number == 0 || (is_own && sources_is_stale(sources, function)))
        return line;
    return source_lines_at(&get_file(sources, file)->lines, number - 1);
}

/* The file that a function's own lines are in, parsed; NULL if nobody is to be asked. */
static struct disk_file *parsed_file(struct sources *sources,
                                     const struct function *function)
{
    struct disk_file *file = get_file(sources, function->file);

    if (!sources->options->use_clang || !sources->options->with_tokens)
        return NULL;
    if (!file->is_parsed)
        parse_file(sources, file, function);
    return file;
}

const struct source_token *sources_tokens(struct sources *sources,
                                          const struct function *function,
                                          const char *file, uint32_t number,
                                          size_t *count)
{
    const struct disk_file *parsed =
        file == function->file ? parsed_file(sources, function) : NULL;

    *count = 0;
    if (!parsed)
        return NULL;
    const struct source_tokens *tokens = &parsed->extents.tokens;
    const size_t first = source_tokens_find(tokens, number);
    while (first + *count < tokens->count && tokens->all[first + *count].line <= number)
        ++*count;
    return tokens->all + first;
}

const struct source_header *
sources_headers(struct sources *sources, const struct function *function, size_t *count)
{
    const struct disk_file *parsed = parsed_file(sources, function);

    *count = parsed ? parsed->header_count : 0;
    return parsed ? parsed->headers : NULL;
}
