/* SPDX-License-Identifier: MIT */
#include "option_table.h"

#include "memory.h"

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

static bool add_word(const struct option_row *row, struct options *options,
                     const char *argument, char **error)
{
    struct word_list *list = member_of(row, options);

    (void)error;
    list->words =
        memory_grown(list->words, list->count, &list->room, sizeof *list->words);
    list->words[list->count++] = argument;
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

static bool add_number(const struct option_row *row, struct options *options,
                       const char *argument, char **error)
{
    struct number_list *list = member_of(row, options);
    uint32_t number = 0;

    if (!parse_number(argument, &number)) {
        *error = memory_format("--%s=%s: not the number of a %s", row->name, argument,
                               row->name);
        return false;
    }
    list->numbers =
        memory_grown(list->numbers, list->count, &list->room, sizeof *list->numbers);
    list->numbers[list->count++] = number;
    return true;
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

static bool set_format(const struct option_row *row, struct options *options,
                       const char *argument, char **error)
{
    if (strcmp(argument, "html") != 0)
        return set_choice(row, options, argument, error);
    *error = memory_format("--format=%s is not available in this version", argument);
    return false;
}

static bool set_unit(const struct option_row *row, struct options *options,
                     const char *argument, char **error)
{
    char *end = NULL;

    (void)row;
    options->unit_s = strtod(argument, &end);
    if (*argument && !*end && isfinite(options->unit_s) && options->unit_s > 0)
        return true;
    *error = memory_format("--unit=%s: not a number of seconds above 0, such as 1e-3",
                           argument);
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

/* ---- The table ---- */

#define MEMBER(name) offsetof(struct options, name)
#define CHOICE(words) \
    (&(const struct option_choice){words, sizeof(words) / sizeof(words)[0]})

static const struct option_choice format_choice = {format_names, FORMAT_COUNT};
static const char *const color_words[COLOR_COUNT] = {
    [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};

_Static_assert(sizeof(enum output_format) == sizeof(unsigned) &&
                   sizeof(enum color_choice) == sizeof(unsigned),
               "set_choice() stores an unsigned");

const struct option_row option_rows[] = {
    {"unit",       'u', "SECONDS", "unit of the times (default 1e-06)",               set_unit,   0,                    NULL          },
    {"skip-zero",  'z', NULL,      "leave out functions that never ran",              set_flag,
     MEMBER(skip_zero),                                                                                                 NULL          },
    {"sort",       't', NULL,      "by total time, ascending",                        set_flag,   MEMBER(sort),         NULL          },
    {"summarize",  'm', NULL,      "a line for each function at the end",             set_flag,
     MEMBER(summarize),                                                                                                 NULL          },
    {"rich",       'r', NULL,      "mark times below the clock's resolution with ~",  set_flag,
     MEMBER(rich),                                                                                                      NULL          },
    {"function",   'f', "GLOB",    "only functions of that name; repeatable",         add_word,
     MEMBER(functions),                                                                                                 NULL          },
    {"file",       0,   "GLOB",    "only functions in such files; repeatable",        add_word,
     MEMBER(files),                                                                                                     NULL          },
    {"thread",     0,   "ID",      "only what that thread did; repeatable",           add_number,
     MEMBER(threads),                                                                                                   NULL          },
    {"rank",       0,   "N",       "only the files of that rank; repeatable",         add_number, MEMBER(ranks),
     NULL                                                                                                                             },
    {"instances",  0,   NULL,      "what a template was made into apart",             set_flag,
     MEMBER(instances),                                                                                                 NULL          },
    {"list",       0,   NULL,      "list the functions, a line each",                 set_flag,   MEMBER(list_names),
     NULL                                                                                                                             },
    {"format",     0,   "FORMAT",  "text, or one for other programs: see below",      set_format,
     MEMBER(format),                                                                                                    &format_choice},
    {"output",     'o', "FILE",    "write there, not to standard output",             set_text,
     MEMBER(output),                                                                                                    NULL          },
    {"source-dir", 0,   "OLD=NEW", "sources under OLD are under NEW now; repeatable",
     add_move,                                                                                    0,                    NULL          },
    {"no-clang",   0,   NULL,      "do not ask libclang how the source reads",        set_flag,
     MEMBER(no_clang),                                                                                                  NULL          },
    {"color",      0,   "WHEN",    "auto, always or never",                           set_choice, MEMBER(color),
     CHOICE(color_words)                                                                                                              },
    {"no-pager",   0,   NULL,      "do not page on a terminal",                       set_flag,   MEMBER(no_pager),     NULL          },
    {"no-group",   0,   NULL,      "show raw lines (this version always does)",       set_flag,
     MEMBER(no_group),                                                                                                  NULL          },
    {"help",       'h', NULL,      "this text",                                       set_flag,   MEMBER(show_help),    NULL          },
    {"version",    'V', NULL,      "the version",                                     set_flag,   MEMBER(show_version), NULL          },
    {"columns",    0,   "LIST",    NULL,                                              NULL,       0,                    NULL          },
    {"table",      0,   "TABLE",   NULL,                                              NULL,       0,                    NULL          },
    {"sort-by",    0,   "KEY",     NULL,                                              NULL,       0,                    NULL          },
    {"limit",      0,   "N",       NULL,                                              NULL,       0,                    NULL          },
    {"diff",       0,   "FILE",    NULL,                                              NULL,       0,                    NULL          },
    {"fail-above", 0,   "PCT",     NULL,                                              NULL,       0,                    NULL          },
    {"fail-hits",  0,   NULL,      NULL,                                              NULL,       0,                    NULL          },
    {"follow",     0,   NULL,      NULL,                                              NULL,       0,                    NULL          },
    {"calls",      0,   NULL,      NULL,                                              NULL,       0,                    NULL          },
    {"all",        0,   NULL,      NULL,                                              NULL,       0,                    NULL          },
};

const size_t option_row_count = sizeof option_rows / sizeof option_rows[0];
