/* SPDX-License-Identifier: MIT */
#include "cli/option_table.h"

#include "analysis/column.h"
#include "analysis/ranking.h"
#include "analysis/unit_choice.h"
#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- What options do with their arguments ---- */

static void *member_of(const struct option_row *row, struct options *options)
{
    return (char *)options + row->member;
}

static bool set_flag(const struct option_row *row, struct options *options,
                     const char *argument, char **error)
{
    (void)argument;
    (void)error;
    *(bool *)member_of(row, options) = true;
    return true;
}

static bool set_text(const struct option_row *row, struct options *options,
                     const char *argument, char **error)
{
    (void)error;
    *(const char **)member_of(row, options) = argument;
    return true;
}

void option_add_word(struct word_list *list, const char *word)
{
    list->words =
        memory_grown(list->words, list->count, &list->room, sizeof *list->words);
    list->words[list->count++] = word;
}

static bool add_word(const struct option_row *row, struct options *options,
                     const char *argument, char **error)
{
    (void)error;
    option_add_word(member_of(row, options), argument);
    return true;
}

/* A number without a sign, of decimal digits alone. */
static bool parse_number(const char *text, uint32_t *number)
{
    char *end = NULL;

    errno = 0;
    const unsigned long value = strtoul(text, &end, 10);
    *number = (uint32_t)value;
    return text[0] >= '0' && text[0] <= '9' && !*end && !errno && value <= UINT32_MAX;
}

static void append_number(struct number_list *list, uint32_t number)
{
    list->numbers =
        memory_grown(list->numbers, list->count, &list->room, sizeof *list->numbers);
    list->numbers[list->count++] = number;
}

static bool add_number(const struct option_row *row, struct options *options,
                       const char *argument, char **error)
{
    uint32_t number = 0;

    if (!parse_number(argument, &number)) {
        *error = memory_format("--%s=%s: not the number of a %s", row->name, argument,
                               row->name);
        return false;
    }
    append_number(member_of(row, options), number);
    return true;
}

/* From 1 on. */
static bool set_number(const struct option_row *row, struct options *options,
                       const char *argument, char **error)
{
    uint32_t *number = member_of(row, options);

    if (parse_number(argument, number) && *number)
        return true;
    *error = memory_format("--%s=%s: should be a number from 1", row->name, argument);
    return false;
}

static char *all_words(const struct option_choice *choice)
{
    char *all = memory_string("", 0);

    for (size_t i = 0; i < choice->count; i++) {
        char *more = memory_format("%s%s%s", all, i ? ", " : "", choice->words[i]);
        free(all);
        all = more;
    }
    return all;
}

static bool set_choice(const struct option_row *row, struct options *options,
                       const char *argument, char **error)
{
    for (size_t i = 0; i < row->choice->count; i++) {
        if (!strcmp(argument, row->choice->words[i])) {
            *(unsigned *)member_of(row, options) = (unsigned)i;
            return true;
        }
    }
    char *all = all_words(row->choice);
    *error = memory_format("--%s=%s: should be one of %s", row->name, argument, all);
    free(all);
    return false;
}

static bool set_unit(const struct option_row *row, struct options *options,
                     const char *argument, char **error)
{
    char *end = NULL;

    (void)row;
    options->has_unit = true;
    options->unit_s = unit_of_name(argument);
    options->has_named_unit = options->unit_s > 0 || !strcmp(argument, "auto");
    if (options->has_named_unit)
        return true;
    options->unit_s = strtod(argument, &end);
    if (*argument && !*end && isfinite(options->unit_s) && options->unit_s > 0)
        return true;
    *error = memory_format("--unit=%s: should be ns, us, ms, s, auto, or a number of "
                           "seconds above 0, such as 1e-3",
                           argument);
    return false;
}

static bool set_percent(const struct option_row *row, struct options *options,
                        const char *argument, char **error)
{
    double *percent = member_of(row, options);
    char *end = NULL;

    *percent = strtod(argument, &end);
    if (*argument && !*end && isfinite(*percent) && *percent >= 0)
        return true;
    *error =
        memory_format("--%s=%s: not a number of percent, such as 5", row->name, argument);
    return false;
}

static bool add_move(const struct option_row *row, struct options *options,
                     const char *argument, char **error)
{
    const char *middle = strchr(argument, '=');

    (void)row;
    if (!middle || middle == argument) {
        *error = memory_format("--source-dir=%s: should be OLD=NEW, two directories",
                               argument);
        return false;
    }
    options->moves = memory_grown(options->moves, options->move_count,
                                  &options->move_room, sizeof *options->moves);
    options->moves[options->move_count++] = (struct source_move){
        .from = memory_string(argument, (size_t)(middle - argument)),
        .to = middle + 1,
    };
    return true;
}

/* Several words out of a choice, separated by commas. */
static bool add_names(const struct option_row *row, struct options *options,
                      const char *argument, char **error,
                      bool (*find)(const char *name, size_t size, uint32_t *index))
{
    for (const char *at = argument;; at++) {
        const size_t size = strcspn(at, ",");
        uint32_t index = 0;
        if (!find(at, size, &index)) {
            char *all = all_words(row->choice);
            *error = memory_format("--%s=%s: should be one or more of %s", row->name,
                                   argument, all);
            free(all);
            return false;
        }
        append_number(member_of(row, options), index);
        at += size;
        if (!*at)
            return true;
    }
}

static bool add_sort_keys(const struct option_row *row, struct options *options,
                          const char *argument, char **error)
{
    return add_names(row, options, argument, error, sort_key_find);
}

static bool add_columns(const struct option_row *row, struct options *options,
                        const char *argument, char **error)
{
    return add_names(row, options, argument, error, column_find);
}

static bool set_limit(const struct option_row *row, struct options *options,
                      const char *argument, char **error)
{
    char *end = NULL;

    options->limit = strtod(argument, &end);
    if (*argument && !*end && options->limit >= 0 && options->limit <= 1e9 &&
        (options->limit < 1 || options->limit == floor(options->limit)))
        return true;
    *error = memory_format("--%s=%s: should be a number of rows, such as 10, or a share "
                           "of them, such as 0.1",
                           row->name, argument);
    return false;
}

/* ---- The table ---- */

static const char *const color_words[COLOR_COUNT] = {
    [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
static const char *const table_words[TABLE_COUNT] = {
    [TABLE_LINES] = "lines",     [TABLE_FUNCTIONS] = "functions",
    [TABLE_ACTIONS] = "actions", [TABLE_OPS] = "ops",
    [TABLE_CALLERS] = "callers", [TABLE_CALLEES] = "callees",
    [TABLE_HOT] = "hot",         [TABLE_RANKS] = "ranks",
    [TABLE_THREADS] = "threads", [TABLE_PHASES] = "phases",
    [TABLE_STATS] = "stats",
};

static const struct option_choice formats = {format_names, FORMAT_COUNT};
static const struct option_choice colors = {color_words, COLOR_COUNT};
static const struct option_choice tables = {table_words, TABLE_COUNT};
static const struct option_choice column_choice = {column_names, COLUMN_COUNT};
static const struct option_choice sort_choice = {sort_key_names, SORT_COUNT};

_Static_assert(sizeof(enum output_format) == sizeof(unsigned) &&
                   sizeof(enum color_choice) == sizeof(unsigned) &&
                   sizeof(enum table) == sizeof(unsigned),
               "set_choice() stores an unsigned");

/* Kinds of rows: an option without an argument, one with, one with an argument out of
   some words. */
#define MEMBER(member) offsetof(struct options, member)
#define FLAG(letter, name, member, summary)                         \
    {                                                               \
        name, letter, NULL, summary, set_flag, MEMBER(member), NULL \
    }
#define TAKES(letter, name, argument, apply, member, summary)        \
    {                                                                \
        name, letter, argument, summary, apply, MEMBER(member), NULL \
    }
#define WORD(letter, name, argument, apply, member, words, summary)   \
    {                                                                 \
        name, letter, argument, summary, apply, MEMBER(member), words \
    }
const struct option_row option_rows[] = {
    TAKES('u', "unit", "UNIT", set_unit, unit_s,
          "ns, us, ms, s, auto or seconds (default 1e-06)"),
    FLAG('z', "skip-zero", skip_zero, "leave out functions that never ran"),
    FLAG('t', "sort", sort, "by total time, ascending"),
    FLAG('m', "summarize", summarize, "a line for each function at the end"),
    FLAG('r', "rich", rich, "bars, syntax colours; ~ at times the clock cannot show"),
    WORD(0, "columns", "LIST", add_columns, columns, &column_choice,
         "other columns, separated by commas; see below"),
    FLAG(0, "calls", calls, "what a line calls, under it"),
    TAKES('f', "function", "GLOB", add_word, functions,
          "only functions of that name; repeatable"),
    TAKES(0, "file", "GLOB", add_word, files, "only functions in such files; repeatable"),
    TAKES(0, "thread", "ID", add_number, threads,
          "only what that thread did; repeatable"),
    TAKES(0, "rank", "N", add_number, ranks, "only the files of that rank; repeatable"),
    FLAG(0, "by-rank", by_rank, "how ranks differ: least, average, most, lost"),
    FLAG(0, "by-thread", by_thread, "the same of threads"),
    FLAG(0, "by-phase", by_phase, "the same of phases (LINEPROF_PHASES)"),
    TAKES(0, "phase", "N", set_number, phase, "only what was done in that phase, from 1"),
    TAKES(0, "base-phase", "N", set_number, base_phase, "compare --phase with that one"),
    TAKES(0, "region", "NAME", set_text, region,
          "only what was done in that region (LINEPROF_REGION_LINES)"),
    FLAG(0, "by-region", by_region, "the same of each such region, one after the other"),
    FLAG(0, "instances", instances, "what a template was made into apart"),
    WORD(0, "table", "TABLE", set_choice, table, &tables,
         "lines, hot, functions, actions, ops, callers, callees, ranks, threads, "
         "phases or stats"),
    WORD(0, "sort-by", "KEY", add_sort_keys, sort_by, &sort_choice,
         "keys to order functions by; see below"),
    TAKES(0, "limit", "N", set_limit, limit, "only the first N; 0.1: a tenth of them"),
    FLAG(0, "all", all, "functions beside regions in actions"),
    TAKES(0, "diff", "BASE", add_word, bases,
          "compare with the older profile BASE; repeatable"),
    TAKES(0, "fail-above", "PCT", set_percent, fail_above,
          "fail if a function or line is slower by more"),
    FLAG(0, "fail-hits", fail_hits, "fail if a count differs"),
    TAKES(0, "fail-imbalance", "PCT", set_percent, fail_imbalance,
          "fail if ranks, or such, differ by more at a line"),
    FLAG(0, "fail-bytes", fail_bytes, "fail if a function or line allocates more"),
    FLAG(0, "follow", follow, "a running program's lines, as top shows processes"),
    FLAG(0, "list", list_names, "list the functions, a line each"),
    WORD(0, "format", "FORMAT", set_choice, format, &formats,
         "text, or one for other programs: see below"),
    FLAG(0, "open", open_page, "show the page of --format=html in a browser"),
    TAKES('o', "output", "FILE", set_text, output, "write there, not to standard output"),
    TAKES(0, "source-dir", "OLD=NEW", add_move, moves,
          "sources under OLD are under NEW now; repeatable"),
    FLAG(0, "no-clang", no_clang, "do not ask libclang how the source reads"),
    WORD(0, "color", "WHEN", set_choice, color, &colors, "auto, always or never"),
    FLAG(0, "no-pager", no_pager, "do not page on a terminal"),
    FLAG(0, "group", group, "one row for a header over several lines, as with -r"),
    FLAG(0, "no-group", no_group, "a row for each line, also with -r"),
    FLAG('h', "help", show_help, "this text"),
    FLAG('V', "version", show_version, "the version"),
};

const size_t option_row_count = sizeof option_rows / sizeof option_rows[0];
