/* SPDX-License-Identifier: MIT */
#include "view.h"

#include "exporter.h"
#include "listing.h"
#include "memory.h"
#include "notes.h"
#include "options.h"
#include "output.h"
#include "profile.h"
#include "select.h"
#include "table.h"
#include "text.h"

#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

/* "lineprof-view: WHAT"; the text is freed. */
static void say(char *what)
{
    fputs("lineprof-view: ", stderr);
    string_print_clean(stderr, what);
    fputc('\n', stderr);
    free(what);
}

static enum exit_code fail(char *what)
{
    say(what);
    return EXIT_DATA;
}

static bool use_color(const struct options *options, const struct output *output)
{
    if (options->color == COLOR_AUTO)
        return output_wants_color(output);
    return options->color == COLOR_ALWAYS;
}

static void print_listing(const struct output *output, const struct profile *profile,
                          struct sources *sources, const struct options *options)
{
    const struct column_choice choice = {options->columns.numbers,
                                         options->columns.count};
    const struct listing_options listing = {
        .unit_s = options->unit_s,
        .skip_zero = options->skip_zero,
        .sort = options->sort,
        .order = {options->sort_by.numbers, options->sort_by.count},
        .has_limit = options->limit >= 0,
        .limit = options->limit,
        .columns = choice.count    ? &choice
                   : options->rich ? &column_rich
                                   : NULL,
        .show_calls = options->calls,
        .summarize = options->summarize,
        .mark_unknown = options->rich || choice.count,
        .is_utf8 = output_is_utf8(),
        .use_color = use_color(options, output),
        .is_terminal = output_is_terminal(output),
    };
    listing_print(output->file, profile, sources, &listing);
}

static void print_export(const struct output *output, const struct profile *profile,
                         struct sources *sources, enum output_format format)
{
    struct notes warnings = {0};

    notes_warn(&warnings, profile, sources);
    exporter_print(format, &(struct export_job){.out = output->file,
                                                .profile = profile,
                                                .sources = sources,
                                                .warnings = &warnings});
    notes_release(&warnings);
}

/* Print the view; what must be known beside the listing goes into `notes`. */
static void print_view(const struct output *output, const struct profile *profile,
                       const struct options *options, struct notes *notes)
{
    const struct source_options source_options = {
        .moves = options->moves,
        .move_count = options->move_count,
        .use_clang = !options->no_clang,
    };
    struct sources *sources = sources_open(profile, &source_options);

    if (options->list_names) {
        listing_print_names(output->file, profile);
    } else if (options->format != FORMAT_TEXT) {
        print_export(output, profile, sources, options->format);
    } else if (options->table != TABLE_LINES) {
        notes_warn(notes, profile, sources);
        notes_explain(notes, profile);
        table_print(&(struct table_job){output->file, profile, sources, options});
    } else {
        notes_warn(notes, profile, sources);
        notes_explain(notes, profile);
        print_listing(output, profile, sources, options);
    }
    sources_close(sources);
}

/* Bytes for programs would only upset a terminal. */
static bool check_output(const struct options *options)
{
    const bool is_good =
        !exporter_is_binary(options->format) || options->output || !isatty(STDOUT_FILENO);
    if (!is_good)
        say(memory_format("--format=%s is not for terminals; say where to with -o FILE",
                          format_names[options->format]));
    return is_good;
}

static enum exit_code show(struct profile *profile, const struct options *options)
{
    const bool use_pager = !options->no_pager && options->format == FORMAT_TEXT;
    struct output output;
    struct notes notes = {0};
    char *error = NULL;

    const size_t shown = select_functions(profile, &options->functions, &options->files);
    if (!output_open(&output, options->output, use_pager, &error))
        return fail(error);
    print_view(&output, profile, options, &notes);
    const bool written = output_close(&output, &error);
    notes_print(stderr, &notes); /* after the pager, which would hide them */
    notes_release(&notes);
    if (!shown && profile->function_count)
        say(memory_format("no function matches"));
    return written ? EXIT_DONE : fail(error);
}

static enum exit_code load_and_show(const struct options *options)
{
    const struct profile_request request = {
        .paths = options->paths,
        .path_count = options->path_count,
        .threads = options->threads.numbers,
        .thread_count = options->threads.count,
        .ranks = options->ranks.numbers,
        .rank_count = options->ranks.count,
        .keep_instances = options->instances,
    };
    struct profile profile;
    char *error = NULL;

    if (!profile_load(&profile, &request, &error))
        return fail(error);
    const enum exit_code code = show(&profile, options);
    profile_release(&profile);
    return code;
}

static void print_help(void)
{
    puts(
        "Usage: lineprof-view [OPTION]... FILE.lprof...\n"
        "Show where a profiled program spent its time, line by line.  Several files are\n"
        "added together.\n");
    options_print_help(stdout);
    puts("\n"
         "Status: 0 done, 1 a file is wrong or the output cannot be written, 2 usage.\n"
         "Environment: LINEPROF_PAGER, PAGER, NO_COLOR, CLICOLOR_FORCE.");
}

static enum exit_code close_stdout(void)
{
    struct output output = {.file = stdout};
    char *error = NULL;

    return output_close(&output, &error) ? EXIT_DONE : fail(error);
}

static enum exit_code run(const struct options *options)
{
    if (options->show_help) {
        print_help();
        return close_stdout();
    }
    if (options->show_version) {
        puts("lineprof-view " LINEPROF_VERSION);
        return close_stdout();
    }
    return check_output(options) ? load_and_show(options) : EXIT_USAGE;
}

enum exit_code view_run(int argc, char **argv)
{
    struct options options;
    char *error = NULL;
    enum exit_code code = EXIT_USAGE;

    setlocale(LC_CTYPE, ""); /* which characters may be printed; numbers stay as in C */
    if (options_parse(&options, argc, argv, &error)) {
        code = run(&options);
    } else {
        say(error);
        fputs("lineprof-view: try lineprof-view --help\n", stderr);
    }
    options_release(&options);
    return code;
}
