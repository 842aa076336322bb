/* SPDX-License-Identifier: MIT */
#include "source/clang_extents.h"

#include "base/memory.h"
#include "source/clang_tokens.h"
#include "source/libclang.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* After that long a file is given up: the listing begins where the compiler said. */
#define PARSE_LIMIT_S 10

/* ---- Arguments ---- */

/* Flags worth passing on: those that decide what the text means.  Others, and what a
   hostile file might hold, are left out. */
static const struct {
    const char *prefix;
    bool takes_next; /* when nothing follows the prefix, the next flag is its argument */
} wanted_flags[] = {
    {"-isystem",        true },
    {"-iquote",         true },
    {"-idirafter",      true },
    {"-include",        true },
    {"-imacros",        true },
    {"-I",              true },
    {"-D",              true },
    {"-U",              true },
    {"-std=",           false},
    {"-fexceptions",    false},
    {"-fno-exceptions", false},
};

/* Arguments are copied; the child that uses them ends soon. */
struct arguments {
    char **all;
    size_t count;
    size_t room;
};

static void add_argument(struct arguments *args, struct lprof_text text)
{
    args->all = memory_grown(args->all, args->count, &args->room, sizeof *args->all);
    args->all[args->count++] = memory_string(text.bytes, text.size);
}

static void add_literal(struct arguments *args, const char *text)
{
    add_argument(args, (struct lprof_text){.bytes = text, .size = strlen(text)});
}

/* Cut the first line off. */
static struct lprof_text take_flag(struct lprof_text *flags)
{
    const char *end = memchr(flags->bytes, '\n', flags->size);
    const size_t size = end ? (size_t)(end - flags->bytes) : flags->size;
    const struct lprof_text flag = {.bytes = flags->bytes, .size = size};

    flags->bytes += size + (end != NULL);
    flags->size -= size + (end != NULL);
    return flag;
}

static void add_flag(struct arguments *args, struct lprof_text flag,
                     struct lprof_text *rest, bool with_std)
{
    for (size_t i = 0; i < sizeof wanted_flags / sizeof wanted_flags[0]; i++) {
        const char *prefix = wanted_flags[i].prefix;
        const size_t size = strlen(prefix);
        if (flag.size < size || memcmp(flag.bytes, prefix, size))
            continue;
        if (!with_std && !strcmp(prefix, "-std="))
            return;
        add_argument(args, flag);
        if (wanted_flags[i].takes_next && flag.size == size && rest->size)
            add_argument(args, take_flag(rest));
        return;
    }
}

/* with_std   pass -std=; clang knows fewer than GCC and then parses nothing at all */
static struct arguments make_arguments(const struct unit *unit, bool with_std)
{
    struct arguments args = {0};
    struct lprof_text flags = unit->flags;

    add_literal(&args, "-x");
    add_literal(&args, unit->language == LPROF_LANGUAGE_CXX ? "c++" : "c");
    add_literal(&args, "-w");
    add_literal(&args, "-ferror-limit=0");
    add_literal(&args, "-fdouble-square-bracket-attributes"); /* GCC has them in all C */
    add_literal(&args, "-D__LINEPROF__=1");                   /* as the plugin does */
    if (unit->directory[0]) {
        add_literal(&args, "-working-directory");
        add_literal(&args, unit->directory);
    }
    while (flags.size) {
        const struct lprof_text flag = take_flag(&flags);
        add_flag(&args, flag, &flags, with_std);
    }
    return args;
}

/* ---- In the child ---- */

/* What the child sends: these, then so many extents, then so many tokens. */
struct counts {
    uint64_t extents;
    uint64_t tokens;
};

struct visit {
    const struct libclang *clang;
    CXFile main_file;
    struct extent *all;
    size_t count;
    size_t room;
};

/* The line of the main file; 0 in any other.  Not the spelling location: a macro's use
   counts, not its definition. */
static uint32_t line_of(const struct visit *visit, CXSourceLocation location)
{
    CXFile file = NULL;
    unsigned line = 0;

    visit->clang->clang_getFileLocation(location, &file, &line, NULL, NULL);
    return file && visit->clang->clang_File_isEqual(file, visit->main_file) ? line : 0;
}

static bool is_function(enum CXCursorKind kind)
{
    return kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate ||
           kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
           kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction;
}

static CXSourceLocation start_of(const struct libclang *clang, CXCursor cursor)
{
    return clang->clang_getRangeStart(clang->clang_getCursorExtent(cursor));
}

static enum CXChildVisitResult visit_cursor(CXCursor cursor, CXCursor parent,
                                            CXClientData data)
{
    struct visit *visit = data;
    const struct libclang *clang = visit->clang;
    const uint32_t line = line_of(visit, clang->clang_getCursorLocation(cursor));

    (void)parent;
    if (!line)
        return CXChildVisit_Continue;
    if (!is_function(clang->clang_getCursorKind(cursor)))
        return CXChildVisit_Recurse;
    visit->all = memory_grown(visit->all, visit->count, &visit->room, sizeof *visit->all);
    visit->all[visit->count++] = (struct extent){
        .first_line = line_of(visit, start_of(clang, cursor)),
        .name_line = line,
    };
    return CXChildVisit_Recurse;
}

static CXTranslationUnit parse(const struct libclang *clang,
                               const struct extent_query *query, bool with_std)
{
    struct arguments args = make_arguments(query->unit, with_std);
    struct CXUnsavedFile unsaved = {
        .Filename = query->path,
        .Contents = query->contents.bytes,
        .Length = query->contents.size,
    };
    CXTranslationUnit unit = NULL;

    /* Bodies only hold what is no function of its own; without them it is quicker. */
    clang->clang_parseTranslationUnit2(
        clang->clang_createIndex(0, 0), query->path, (const char *const *)args.all,
        (int)args.count, &unsaved, query->contents.bytes ? 1 : 0,
        CXTranslationUnit_KeepGoing | CXTranslationUnit_SkipFunctionBodies, &unit);
    return unit;
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size) {
        const ssize_t written = write(fd, at, size);
        if (written <= 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

/* Parse and send what was found; what clang says to the terminal is not for the user. */
_Noreturn static void run_child(const struct libclang *clang,
                                const struct extent_query *query, int out)
{
    struct visit visit = {.clang = clang};
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (null >= 0) {
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
    alarm(PARSE_LIMIT_S);
    CXTranslationUnit unit = parse(clang, query, true);
    if (!unit)
        unit = parse(clang, query, false);
    if (!unit)
        _exit(1);
    visit.main_file = clang->clang_getFile(unit, query->path);
    clang->clang_visitChildren(clang->clang_getTranslationUnitCursor(unit), visit_cursor,
                               &visit);
    struct source_tokens tokens = {0};
    if (query->with_tokens)
        tokens = clang_tokens_of(clang, unit, visit.main_file);
    const struct counts counts = {visit.count, tokens.count};
    _exit(!write_all(out, &counts, sizeof counts) ||
          !write_all(out, visit.all, visit.count * sizeof *visit.all) ||
          !write_all(out, tokens.all, tokens.count * sizeof *tokens.all));
}

/* ---- In the parent ---- */

/* All that comes, until the child closes its end; to be freed. */
static char *read_all(int in, size_t *size)
{
    char *bytes = NULL;
    size_t room = 0;
    ssize_t got = 0;

    *size = 0;
    do {
        bytes = memory_grown(bytes, *size, &room, 1);
        got = read(in, bytes + *size, room - *size);
        if (got > 0)
            *size += (size_t)got;
    } while (got > 0);
    return bytes;
}

static void *copy(const char *bytes, size_t size)
{
    void *all = memory_zeroed(size, 1);

    if (size)
        memcpy(all, bytes, size);
    return all;
}

/* Take apart what the child has sent; false if it is not what it says it is. */
static bool take_apart(struct extents *extents, const char *bytes, size_t size)
{
    struct counts counts;

    if (size < sizeof counts)
        return false;
    memcpy(&counts, bytes, sizeof counts);
    size -= sizeof counts;
    bytes += sizeof counts;
    if (counts.extents > size || counts.tokens > size)
        return false;
    const size_t extent_bytes = counts.extents * sizeof *extents->all;
    const size_t token_bytes = counts.tokens * sizeof *extents->tokens.all;
    if (extent_bytes + token_bytes != size)
        return false;
    extents->all = copy(bytes, extent_bytes);
    extents->count = counts.extents;
    extents->tokens.all = copy(bytes + extent_bytes, token_bytes);
    extents->tokens.count = counts.tokens;
    return true;
}

/* By the line of the name; the one that begins first stays. */
static int compare_extents(const void *a, const void *b)
{
    const struct extent *x = a;
    const struct extent *y = b;
    if (x->name_line != y->name_line)
        return x->name_line < y->name_line ? -1 : 1;
    return (x->first_line > y->first_line) - (x->first_line < y->first_line);
}

static void sort_extents(struct extents *extents)
{
    size_t kept = 0;

    if (!extents->count)
        return;
    qsort(extents->all, extents->count, sizeof *extents->all, compare_extents);
    for (size_t i = 1; i < extents->count; i++) {
        if (extents->all[i].name_line != extents->all[kept].name_line)
            extents->all[++kept] = extents->all[i];
    }
    extents->count = kept + 1;
}

/* Start a child whose findings come out of *in. */
static pid_t start_child(const struct libclang *clang, const struct extent_query *query,
                         int *in)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC))
        return -1;
    const pid_t child = fork();
    if (child == 0)
        run_child(clang, query, ends[1]);
    close(ends[1]);
    *in = ends[0];
    if (child < 0)
        close(ends[0]);
    return child;
}

struct extents extents_of(const struct extent_query *query)
{
    struct extents extents = {0};
    int in = -1;
    int status = 0;

    if (query->unit->language > LPROF_LANGUAGE_CXX)
        return extents;
    const struct libclang *clang = libclang_get();
    if (!clang)
        return extents;
    const pid_t child = start_child(clang, query, &in);
    if (child < 0)
        return extents;
    size_t size = 0;
    char *bytes = read_all(in, &size);
    close(in);
    if (waitpid(child, &status, 0) == child && !status &&
        take_apart(&extents, bytes, size))
        sort_extents(&extents);
    free(bytes);
    return extents;
}

void extents_release(struct extents *extents)
{
    free(extents->all);
    free(extents->tokens.all);
    *extents = (struct extents){0};
}

uint32_t extents_first_line(const struct extents *extents, uint32_t name_line)
{
    size_t low = 0;

    for (size_t high = extents->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (extents->all[middle].name_line < name_line)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == extents->count || extents->all[low].name_line != name_line)
        return 0;
    return extents->all[low].first_line;
}
