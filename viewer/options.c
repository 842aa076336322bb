/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "memory.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One option.  `apply` gets its argument, or NULL if it takes none; false, with *error,
   when that is wrong. */
struct option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: takes none */
    const char *summary;  /* NULL: not in this version */
    bool (*apply)(struct options *options, const char *argument, char **error);
};

static bool apply_unit(struct options *o, const char *argument, char **error)
{
    char *end = NULL;

    o->unit_s = strtod(argument, &end);
    if (*argument && !*end && isfinite(o->unit_s) && o->unit_s > 0)
        return true;
    *error = memory_format("--unit=%s: not a number of seconds above 0, such as 1e-3",
                           argument);
    return false;
}

static bool set(bool *flag, bool value)
{
    *flag = value;
    return true;
}

static bool apply_skip_zero(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->skip_zero, true);
}

static bool apply_sort(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->sort, true);
}

static bool apply_summarize(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->summarize, true);
}

static bool apply_rich(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->rich, true);
}

static bool apply_list(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->list_names, true);
}

static bool apply_no_clang(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->use_clang, false);
}

static bool apply_no_pager(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->use_pager, false);
}

/* Raw lines are what is shown in any case. */
static bool apply_no_group(struct options *o, const char *argument, char **error)
{
    (void)o;
    (void)argument;
    (void)error;
    return true;
}

static bool apply_help(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->show_help, true);
}

static bool apply_version(struct options *o, const char *argument, char **error)
{
    (void)argument;
    (void)error;
    return set(&o->show_version, true);
}

static bool add_word(struct word_list *list, const char *word)
{
    list->words =
        memory_grown(list->words, list->count, &list->room, sizeof *list->words);
    list->words[list->count++] = word;
    return true;
}

static bool apply_function(struct options *o, const char *argument, char **error)
{
    (void)error;
    return add_word(&o->functions, argument);
}

static bool apply_file(struct options *o, const char *argument, char **error)
{
    (void)error;
    return add_word(&o->files, argument);
}

static bool apply_thread(struct options *o, const char *argument, char **error)
{
    char *end = NULL;

    errno = 0;
    const unsigned long id = strtoul(argument, &end, 10);
    if (!*argument || *end || errno || id > UINT32_MAX || argument[0] == '-') {
        *error = memory_format("--thread=%s: not the number of a thread", argument);
        return false;
    }
    o->threads =
        memory_grown(o->threads, o->thread_count, &o->thread_room, sizeof *o->threads);
    o->threads[o->thread_count++] = (uint32_t)id;
    return true;
}

static bool apply_output(struct options *o, const char *argument, char **error)
{
    (void)error;
    o->output = argument;
    return true;
}

static bool apply_source_dir(struct options *o, const char *argument, char **error)
{
    const char *middle = strchr(argument, '=');

    if (!middle || middle == argument) {
        *error = memory_format("--source-dir=%s: should be OLD=NEW, two directories",
                               argument);
        return false;
    }
    o->moves = memory_grown(o->moves, o->move_count, &o->move_room, sizeof *o->moves);
    o->moves[o->move_count++] = (struct source_move){
        .from = memory_string(argument, (size_t)(middle - argument)),
        .to = middle + 1,
    };
    return true;
}

/* The words that an option's argument may be. */
struct choice {
    const char *option;
    const char *const *words;
    size_t count;
};

static char *all_words(const struct choice *choice)
{
    char *all = memory_string("", 0);

    for (size_t i = 0; i < choice->count; i++) {
        char *more = memory_format("%s%s%s", all, i ? ", " : "", choice->words[i]);
        free(all);
        all = more;
    }
    return all;
}

/* The index of a word; false, with *error naming all of them, if it is none. */
static bool choose(const struct choice *choice, const char *argument, size_t *index,
                   char **error)
{
    for (*index = 0; *index < choice->count; ++*index) {
        if (!strcmp(argument, choice->words[*index]))
            return true;
    }
    char *all = all_words(choice);
    *error = memory_format("--%s=%s: should be one of %s", choice->option, argument, all);
    free(all);
    return false;
}

static bool apply_format(struct options *o, const char *argument, char **error)
{
    static const struct choice choice = {"format", format_names, FORMAT_COUNT};
    size_t index = 0;

    if (!strcmp(argument, "html")) {
        *error = memory_format("--format=%s is not available in this version", argument);
        return false;
    }
    if (!choose(&choice, argument, &index, error))
        return false;
    o->format = (enum output_format)index;
    return true;
}

static bool apply_color(struct options *o, const char *argument, char **error)
{
    static const char *const words[COLOR_COUNT] = {
        [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
    static const struct choice choice = {"color", words, COLOR_COUNT};
    size_t index = 0;

    if (!choose(&choice, argument, &index, error))
        return false;
    o->color = (enum color_choice)index;
    return true;
}

/* In the order in which --help lists them. */
static const struct option_row rows[] = {
    {"unit",       'u', "SECONDS", "unit of the times (default 1e-06)",               apply_unit     },
    {"skip-zero",  'z', NULL,      "leave out functions that never ran",              apply_skip_zero},
    {"sort",       't', NULL,      "by total time, ascending",                        apply_sort     },
    {"summarize",  'm', NULL,      "a line for each function at the end",             apply_summarize},
    {"rich",       'r', NULL,      "mark times below the clock's resolution with ~",  apply_rich     },
    {"function",   'f', "GLOB",    "only functions of that name; repeatable",         apply_function },
    {"file",       0,   "GLOB",    "only functions in such files; repeatable",        apply_file     },
    {"thread",     0,   "ID",      "only what that thread did; repeatable",           apply_thread   },
    {"list",       0,   NULL,      "list the functions, a line each",                 apply_list     },
    {"format",     0,   "FORMAT",  "text, or what other programs read: json",         apply_format   },
    {"output",     'o', "FILE",    "write there, not to standard output",             apply_output   },
    {"source-dir", 0,   "OLD=NEW", "sources under OLD are under NEW now; repeatable",
     apply_source_dir                                                                                },
    {"no-clang",   0,   NULL,      "do not ask libclang where functions begin",       apply_no_clang },
    {"color",      0,   "WHEN",    "auto, always or never",                           apply_color    },
    {"no-pager",   0,   NULL,      "do not page on a terminal",                       apply_no_pager },
    {"no-group",   0,   NULL,      "show raw lines (this version always does)",       apply_no_group },
    {"help",       'h', NULL,      "this text",                                       apply_help     },
    {"version",    'V', NULL,      "the version",                                     apply_version  },
    {"columns",    0,   "LIST",    NULL,                                              NULL           },
    {"rank",       0,   "N",       NULL,                                              NULL           },
    {"table",      0,   "TABLE",   NULL,                                              NULL           },
    {"sort-by",    0,   "KEY",     NULL,                                              NULL           },
    {"limit",      0,   "N",       NULL,                                              NULL           },
    {"diff",       0,   "FILE",    NULL,                                              NULL           },
    {"fail-above", 0,   "PCT",     NULL,                                              NULL           },
    {"fail-hits",  0,   NULL,      NULL,                                              NULL           },
    {"follow",     0,   NULL,      NULL,                                              NULL           },
    {"calls",      0,   NULL,      NULL,                                              NULL           },
    {"all",        0,   NULL,      NULL,                                              NULL           },
    {"instances",  0,   NULL,      NULL,                                              NULL           },
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

/* What getopt_long() gives back for a row; letters come back as themselves. */
#define FIRST_CODE 256

/* getopt's two tables, made from the rows. */
struct getopt_tables {
    struct option longs[ROW_COUNT + 1];
    char letters[2 * ROW_COUNT + 2];
};

static void make_tables(struct getopt_tables *tables)
{
    char *letter = tables->letters;

    *letter++ = ':'; /* so that a missing argument is told from an unknown option */
    for (int i = 0; i < ROW_COUNT; i++) {
        tables->longs[i] = (struct option){
            .name = rows[i].name,
            .has_arg = rows[i].argument ? required_argument : no_argument,
            .val = FIRST_CODE + i,
        };
        if (rows[i].letter)
            *letter++ = rows[i].letter;
        if (rows[i].letter && rows[i].argument)
            *letter++ = ':';
    }
}

static const struct option_row *row_of(int code)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        if (code == FIRST_CODE + i || (code && code == rows[i].letter))
            return &rows[i];
    }
    return NULL;
}

static bool apply_row(struct options *options, const struct option_row *row, char **error)
{
    if (row->apply)
        return row->apply(options, optarg, error);
    *error = memory_format("--%s is not available in this version", row->name);
    return false;
}

/* getopt_long() has stopped at an option that is wrong. */
static char *wrong_option(int code, char **argv)
{
    const struct option_row *row = row_of(optopt);
    const char *word = argv[optind - 1];

    if (code == ':')
        return memory_format("%s needs an argument", word);
    if (row && optopt >= FIRST_CODE)
        return memory_format("--%s takes no argument", row->name);
    if (optopt)
        return memory_format("there is no option -%c", optopt);
    return memory_format("there is no option %s", word);
}

static bool parse_words(struct options *options, int argc, char **argv, char **error)
{
    struct getopt_tables tables = {0};
    int code = 0;

    make_tables(&tables);
    opterr = 0;
    optind = 0; /* start anew, whoever has parsed before */
    while ((code = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
        const struct option_row *row = row_of(code);
        if (!row || code == ':') {
            *error = wrong_option(code, argv);
            return false;
        }
        if (!apply_row(options, row, error))
            return false;
    }
    options->paths = (const char *const *)argv + optind;
    options->path_count = (size_t)(argc - optind);
    return true;
}

bool options_parse(struct options *options, int argc, char **argv, char **error)
{
    *options = (struct options){.unit_s = 1e-6, .use_pager = true, .use_clang = true};
    if (!parse_words(options, argc, argv, error))
        return false;
    if (options->path_count || options->show_help || options->show_version)
        return true;
    *error = memory_format("no file given");
    return false;
}

void options_release(struct options *options)
{
    for (size_t i = 0; i < options->move_count; i++)
        free((char *)options->moves[i].from);
    free(options->moves);
    free(options->threads);
    free(options->functions.words);
    free(options->files.words);
}

void options_print_help(FILE *out)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        char left[64];
        if (!rows[i].summary)
            continue;
        snprintf(left, sizeof left, "--%s%s%s", rows[i].name, rows[i].argument ? "=" : "",
                 rows[i].argument ? rows[i].argument : "");
        if (rows[i].letter)
            fprintf(out, "  -%c, %-22s %s\n", rows[i].letter, left, rows[i].summary);
        else
            fprintf(out, "      %-22s %s\n", left, rows[i].summary);
    }
}
