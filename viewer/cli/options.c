/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "analysis/column.h"
#include "analysis/ranking.h"
#include "base/memory.h"
#include "cli/newest.h"
#include "cli/option_table.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* What getopt_long() gives back for a row; letters come back as themselves. */
#define FIRST_CODE 256

/* getopt's two tables, made from the rows. */
struct getopt_tables {
    struct option *longs;
    char *letters;
};

static struct getopt_tables make_tables(void)
{
    struct getopt_tables tables = {
        .longs = memory_zeroed(option_row_count + 1, sizeof *tables.longs),
        .letters = memory_zeroed(2 * option_row_count + 2, 1),
    };
    char *letter = tables.letters;

    *letter++ = ':'; /* so that a missing argument is told from an unknown option */
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *row = &option_rows[i];
        tables.longs[i] = (struct option){
            .name = row->name,
            .has_arg = row->argument ? required_argument : no_argument,
            .val = FIRST_CODE + (int)i,
        };
        if (row->letter)
            *letter++ = row->letter;
        if (row->letter && row->argument)
            *letter++ = ':';
    }
    return tables;
}

static const struct option_row *row_of(int code)
{
    for (size_t i = 0; i < option_row_count; i++) {
        if (code == FIRST_CODE + (int)i || (code && code == option_rows[i].letter))
            return &option_rows[i];
    }
    return NULL;
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

static bool apply_words(struct options *options, int argc, char **argv,
                        const struct getopt_tables *tables, char **error)
{
    int code = 0;

    opterr = 0;
    optind = 0; /* start anew, whoever has parsed before */
    while ((code = getopt_long(argc, argv, tables->letters, tables->longs, NULL)) != -1) {
        const struct option_row *row = row_of(code);
        if (!row || code == ':') {
            *error = wrong_option(code, argv);
            return false;
        }
        if (!row->apply(row, options, optarg, error))
            return false;
    }
    options->paths = (const char *const *)argv + optind;
    options->path_count = (size_t)(argc - optind);
    return true;
}

static bool parse_words(struct options *options, int argc, char **argv, char **error)
{
    struct getopt_tables tables = make_tables();
    const bool good = apply_words(options, argc, argv, &tables, error);

    free(tables.longs);
    free(tables.letters);
    return good;
}

enum part_kind options_parts(const struct options *options)
{
    if (options->by_thread || options->table == TABLE_THREADS)
        return PARTS_THREADS;
    if (options->by_phase || options->table == TABLE_PHASES)
        return PARTS_PHASES;
    return options->by_rank || options->table == TABLE_RANKS ? PARTS_RANKS : PARTS_NONE;
}

static bool has_number(const struct number_list *list, uint32_t number)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->numbers[i] == number)
            return true;
    }
    return false;
}

static bool has_part_columns(const struct options *options)
{
    for (size_t i = 0; i < options->columns.count; i++) {
        if (column_is_of_parts(options->columns.numbers[i]))
            return true;
    }
    return false;
}

/* There is no such table of ranks or threads. */
static bool is_without_parts(const struct options *options)
{
    return options->table == TABLE_CALLERS || options->table == TABLE_CALLEES;
}

/* What does not go with ranks and threads; NULL if nothing is said wrong. */
static const char *misfit_of_parts(const struct options *options)
{
    const bool has_parts = options_parts(options) != PARTS_NONE;
    const bool is_text = options->format == FORMAT_TEXT && !options->follow &&
                         !options->bases.count && !options->list_names;
    const int kinds = (options->by_rank || options->table == TABLE_RANKS) +
                      (options->by_thread || options->table == TABLE_THREADS) +
                      (options->by_phase || options->table == TABLE_PHASES);
    const struct {
        bool holds;
        const char *text;
    } rows[] = {
        {kinds > 1,                                                            "only one of ranks, threads and phases can be compared"},
        {has_parts && !is_text,
         "ranks, threads and phases are compared in the listing and in tables alone"                                                  },
        {has_parts && is_without_parts(options),
         "ranks, threads and phases are not compared by callers and callees"                                                          },
        {has_parts && options->group,                                          "--group goes with none of --by-rank and the like"     },
        {options->phase && has_parts && options_parts(options) != PARTS_RANKS,
         "--phase goes with no comparison of threads or phases"                                                                       },
        {options->base_phase && !options->phase,
         "--base-phase needs --phase, which it is compared with"                                                                      },
        {!has_parts && options->fail_imbalance >= 0,
         "--fail-imbalance needs --by-rank, --by-thread or --by-phase"                                                                },
        {!has_parts && has_number(&options->sort_by,                           SORT_LOST),
         "--sort-by=lost needs --by-rank, --by-thread or --by-phase"},
        {!has_parts && has_part_columns(options),
         "such columns need --by-rank, --by-thread or --by-phase"                                                                                    },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].holds)
            return rows[i].text;
    }
    return NULL;
}

/* A comparison has formats of its own. */
static char *misfit_of_format(const struct options *options)
{
    const char *name = format_names[options->format];
    const enum export_subject subject = exporter_subject(options->format);

    if (options->bases.count && subject == EXPORT_PROFILE)
        return memory_format("--format=%s goes without --diff, which is text, html, "
                             "github, gitlab or junit",
                             name);
    if (!options->bases.count && subject == EXPORT_DIFFERENCES)
        return memory_format("--format=%s needs --diff=BASE", name);
    return NULL;
}

/* What does not go with regions; NULL if nothing is said wrong. */
static const char *misfit_of_regions(const struct options *options)
{
    const bool has_phase = options->phase || options_parts(options) == PARTS_PHASES;
    const bool is_in_order = options->format == FORMAT_TEXT ||
                             options->format == FORMAT_CSV ||
                             options->format == FORMAT_MARKDOWN;
    const bool can_follow = is_in_order && !options->bases.count && !options->list_names;
    const struct {
        bool holds;
        const char *text;
    } rows[] = {
        {options->region && has_phase,          "--region goes with no phases"   },
        {options->by_region && has_phase,       "--by-region goes with no phases"},
        {options->by_region && options->region, "--by-region is of all regions"  },
        {options->by_region && !can_follow,
         "--by-region goes with the listing, tables, csv and markdown alone"     },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].holds)
            return rows[i].text;
    }
    return NULL;
}

/* What two options that do not go together are; NULL if there are none. */
static char *misfit(const struct options *options)
{
    const bool is_diff = options->bases.count > 0;
    const bool is_table = options->table != TABLE_LINES;
    const bool is_export = options->format != FORMAT_TEXT;
    const bool is_page = options->format == FORMAT_HTML;
    const bool has_file = options->output || options->names_page;
    const bool is_other = is_diff || is_table || is_export || options->output ||
                          options->region || options->by_region;
    const bool is_laid_out = options->columns.count || options->calls ||
                             options->sort_by.count || options->limit >= 0;
    const struct {
        bool holds;
        const char *text;
    } rows[] = {
        {!is_diff && options->fail_above >= 0, "--fail-above needs --diff=BASE"            },
        {!is_diff && options->fail_hits,       "--fail-hits needs --diff=BASE"             },
        {!is_diff && options->fail_bytes,      "--fail-bytes needs --diff=BASE"            },
        {is_diff && is_table,                  "--diff and --table do not go together"     },
        {options->open_page && !is_page,       "--open needs --format=html"                },
        {options->open_page && !has_file,      "--open needs a file: -o FILE"              },
        {is_diff && is_laid_out,               "--diff has columns and an order of its own"},
        {is_table && is_export,                "--table and --format do not go together"   },
        {options->follow && is_other,          "--follow goes with no other view"          },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].holds)
            return memory_format("%s", rows[i].text);
    }
    const char *text = misfit_of_parts(options);
    if (!text)
        text = misfit_of_regions(options);
    return text ? memory_format("%s", text) : misfit_of_format(options);
}

/* Where no file is named. */
static void take_newest(struct options *options)
{
    options->newest = newest_profile();
    options->paths = (const char *const *)&options->newest;
    options->path_count = options->newest != NULL;
}

/* The first file is the older one. */
static bool take_base(struct options *options, char **error)
{
    if (options->path_count < 2) {
        *error = memory_format("two files should be given, the older one first");
        return false;
    }
    option_add_word(&options->bases, options->paths[0]);
    options->paths++;
    options->path_count--;
    return true;
}

/* Two phases of the same files are compared. */
static void take_base_phase(struct options *options)
{
    if (!options->base_phase || options->bases.count)
        return;
    for (size_t i = 0; i < options->path_count; i++)
        option_add_word(&options->bases, options->paths[i]);
}

static bool take_page(struct options *options, char **error)
{
    if (options->format != FORMAT_TEXT && options->format != FORMAT_HTML) {
        *error = memory_format("--format=%s: should be html here",
                               format_names[options->format]);
        return false;
    }
    options->format = FORMAT_HTML;
    options->names_page = !options->output;
    return true;
}

bool options_parse(struct options *options, int argc, char **argv, char **error)
{
    return options_parse_as(options, VIEW_LISTING, argc, argv, error);
}

bool options_parse_as(struct options *options, enum view_command command, int argc,
                      char **argv, char **error)
{
    *options = (struct options){
        .unit_s = 1e-6, .limit = -1, .fail_above = -1, .fail_imbalance = -1};
    if (!parse_words(options, argc, argv, error))
        return false;
    if (options->show_help || options->show_version)
        return true;
    options->follow |= command == VIEW_TOP;
    if (command == VIEW_DIFF && !options->bases.count && !take_base(options, error))
        return false;
    if (command == VIEW_HTML && !take_page(options, error))
        return false;
    if (!options->path_count)
        take_newest(options);
    take_base_phase(options);
    if (!options->path_count)
        *error = memory_format("no file given, and there is no profile here");
    else
        *error = misfit(options);
    return !*error;
}

static bool open_folder(struct options *options, const char *path, char **error)
{
    const size_t before = options->found.count;

    if (!folder_profiles(path, &options->found)) {
        option_add_word(&options->found, memory_string(path, strlen(path)));
        return true;
    }
    if (options->found.count == before)
        *error = memory_format("%s: no profile is in this folder", path);
    return !*error;
}

bool options_open_folders(struct options *options, char **error)
{
    if (options_parts(options) == PARTS_NONE)
        return true;
    for (size_t i = 0; i < options->path_count; i++) {
        if (!open_folder(options, options->paths[i], error))
            return false;
    }
    options->paths = options->found.words;
    options->path_count = options->found.count;
    return true;
}

void options_release(struct options *options)
{
    for (size_t i = 0; i < options->found.count; i++)
        free((char *)options->found.words[i]);
    free(options->found.words);
    for (size_t i = 0; i < options->move_count; i++)
        free((char *)options->moves[i].from);
    free(options->moves);
    free(options->newest);
    free(options->threads.numbers);
    free(options->ranks.numbers);
    free(options->sort_by.numbers);
    free(options->columns.numbers);
    free(options->functions.words);
    free(options->files.words);
    free(options->bases.words);
}

/* The words that some options take, a line each. */
static void print_words(FILE *out)
{
    fputs("\nColumns:", out);
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        fprintf(out, " %s", column_names[i]);
    fputs("\nKeys:", out);
    for (size_t i = 0; i < SORT_COUNT; i++)
        fprintf(out, " %s", sort_key_names[i]);
    fputs("\nFormats:", out);
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        fprintf(out, " %s", format_names[i]);
    fputc('\n', out);
}

/* Those that a comparison has. */
static void print_diff_formats(FILE *out)
{
    fputs("\nFormats:", out);
    for (unsigned i = 0; i < FORMAT_COUNT; i++) {
        if (exporter_subject((enum output_format)i) != EXPORT_PROFILE)
            fprintf(out, " %s", format_names[i]);
    }
    fputc('\n', out);
}

/* What a command can make use of; NULL: all there is. */
static const char *const *const command_options[] = {
    [VIEW_LISTING] = NULL,
    [VIEW_DIFF] =
        (const char *const[]){"unit",    "skip-zero",  "summarize", "function", "file",
                              "thread",                                                 "rank",                                             "instances",                                                                                                "diff", "fail-above",
                              "fail-hits",                                                                                           "fail-bytes",                             "format", "output", "source-dir",
                              "color", "no-pager", "help", NULL},
    [VIEW_TOP] = (const char *const[]){"function", "file", "thread",                              "rank",                              "instances",
                              "source-dir",                        "help",                                                                          NULL                                                                                                                                                                          },
    [VIEW_HTML] =
        (const char *const[]){"function",   "file",           "thread",                      "rank",                       "instances",                     "diff",
                              "open","output","source-dir",                                                                                                                                                                           "no-clang",                                                                                                                                                                               "help", NULL},
};

static bool is_among(const char *const *names, const char *name)
{
    for (; *names; names++) {
        if (!strcmp(*names, name))
            return true;
    }
    return false;
}

static void print_option(FILE *out, const struct option_row *row)
{
    char left[64];

    snprintf(left, sizeof left, "--%s%s%s", row->name, row->argument ? "=" : "",
             row->argument ? row->argument : "");
    if (row->letter)
        fprintf(out, "  -%c, %-22s %s\n", row->letter, left, row->summary);
    else
        fprintf(out, "      %-22s %s\n", left, row->summary);
}

void options_print_help(FILE *out, enum view_command command)
{
    const char *const *names = command_options[command];

    for (size_t i = 0; i < option_row_count; i++) {
        if (!names || is_among(names, option_rows[i].name))
            print_option(out, &option_rows[i]);
    }
    if (!names)
        print_words(out);
    else if (is_among(names, "format"))
        print_diff_formats(out);
}

/* Distributions may be most of a file, and take most of the time to read: text shows what
   is known by them only where it is asked to, other formats always. */
static bool needs_visits(const struct options *options)
{
    static const uint32_t percentiles[] = {COLUMN_P50, COLUMN_P90, COLUMN_P99};

    for (size_t i = 0; i < sizeof percentiles / sizeof percentiles[0]; i++) {
        if (has_number(&options->columns, percentiles[i]))
            return true;
    }
    return options->format != FORMAT_TEXT;
}

struct profile_request options_request(const struct options *options,
                                       const char *const *paths, size_t path_count)
{
    return (struct profile_request){
        .paths = paths,
        .path_count = path_count,
        .threads = options->threads.numbers,
        .thread_count = options->threads.count,
        .ranks = options->ranks.numbers,
        .rank_count = options->ranks.count,
        .keep_instances = options->instances,
        .parts = options_parts(options),
        .phase = options->phase,
        .region = options->region,
        .without_visits = !needs_visits(options),
    };
}
