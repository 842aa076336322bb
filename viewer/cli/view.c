/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "analysis/jobs.h"
#include "analysis/select.h"
#include "base/complain.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/work_progress.h"
#include "cli/follow.h"
#include "cli/options.h"
#include "cli/page_file.h"
#include "cli/view_help.h"
#include "cli/view_print.h"
#include "export/exporter.h"
#include "model/profile.h"

#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

static const char own_name[] = "lineprof-view";

/* Bytes for programs would only upset a terminal. */
static bool check_output(const struct options *options)
{
    const bool is_good = !exporter_is_binary(options->format) || options->output ||
                         options->names_page || !isatty(STDOUT_FILENO);
    if (!is_good)
        complain(
            own_name,
            memory_format("--format=%s is not for terminals; say where to with -o FILE",
                          format_names[options->format]));
    return is_good;
}

static const char *title_of(const struct function *function)
{
    return function_title(function);
}

static const char *file_of(const struct function *function)
{
    return function->file;
}

/* Some names of what there is, each once where equal ones are neighbours; to be freed. */
static char *some_names(const struct profile *profile,
                        const char *(*name_of)(const struct function *function))
{
    enum { MOST_NAMED = 8 };
    char *names = memory_string("", 0);
    const char *last = NULL;
    size_t count = 0;

    for (size_t i = 0; i < profile->function_count && count <= MOST_NAMED; i++) {
        const char *name = name_of(&profile->functions[i]);
        if (name == last || profile->functions[i].is_outside)
            continue;
        char *more = memory_format("%s%s%s", names, count ? ", " : "",
                                   count < MOST_NAMED ? name : "... (see --list)");
        free(names);
        names = more;
        last = name;
        count++;
    }
    return names;
}

/* What there is when nothing matches: functions, or files when it is those that do not.
 */
static char *nothing_matches(const struct profile *profile, const struct options *options)
{
    static const struct word_list none;
    const bool has_name = select_count(profile, &options->functions, &none) > 0;
    char *names = some_names(profile, has_name ? file_of : title_of);
    char *text = memory_format("no function matches; there %s: %s",
                               has_name ? "are some in other files" : "are", names);

    free(names);
    return text;
}

/* Only ranks of one job compare, each once. */
static bool check_ranks(struct profile *profile)
{
    const char *about = NULL;
    char *text = profile->part_kind == PARTS_RANKS
                     ? jobs_refuse(profile->inputs, profile->input_count, &about)
                     : NULL;

    if (!text)
        return true;
    complain(own_name, memory_format("%s: %s", about, text));
    free(text);
    profile_release(profile);
    return false;
}

static enum exit_code load(struct profile *profile, const struct profile_request *of)
{
    struct progress progress = progress_begin("files read");
    struct profile_request request = *of;
    bool is_amiss = false;
    char *error = NULL;

    request.is_amiss = &is_amiss;
    request.progress = progress_step;
    request.progress_arg = &progress;
    const bool good = profile_load(profile, &request, &error);

    progress_end(&progress);
    if (good)
        return check_ranks(profile) ? EXIT_DONE : EXIT_DATA;
    complain(own_name, error);
    return is_amiss ? EXIT_USAGE : EXIT_DATA;
}

/* ---- Regions ---- */

/* Returns how many functions match.  A table of a region is of what was done in it. */
static size_t choose(struct profile *profile, const struct options *options)
{
    const size_t count = select_functions(profile, &options->functions, &options->files);

    if (options->table != TABLE_LINES && (options->region || options->by_region))
        select_drop_idle(profile);
    return count;
}

/* One as the view's own would be printed. */
static enum exit_code print_region(const struct view *view, const char *name)
{
    const struct options *options = view->options;
    struct profile_request request =
        options_request(options, options->paths, options->path_count);
    struct profile profile;

    request.region = name;
    const enum exit_code code = load(&profile, &request);
    if (code)
        return code;
    struct view of_region = *view;
    of_region.profile = &profile;
    choose(&profile, options);
    of_region.region = name;
    if (options->format == FORMAT_TEXT) {
        fputs("Profile stats for: ", view->output->file);
        string_print_clean(view->output->file, name);
        fputs("\n\n", view->output->file);
    }
    view_print(&of_region);
    profile_release(&profile);
    return EXIT_DONE;
}

/* Each, or what is wrong where there are none.  Notes are said once: they are much the
   same of all. */
static enum exit_code print_regions(const struct view *view)
{
    const struct profile *profile = view->profile;
    enum exit_code code = EXIT_DONE;
    struct notes others = {0};
    struct view next = *view;

    for (size_t i = 0; i < profile->region_count && !code; i++) {
        if (!profile->regions[i].has_lines)
            continue;
        code = print_region(&next, profile->regions[i].name);
        next.notes = &others;
        next.is_continued = true;
    }
    notes_release(&others);
    return next.is_continued ? code : print_region(view, "");
}

static enum exit_code show_in(const char *path, struct view *view,
                              struct profile *profile)
{
    const struct options *options = view->options;
    const bool use_pager = !options->no_pager && options->format == FORMAT_TEXT;
    struct output output;
    struct notes notes = {0};
    char *error = NULL;

    if (!output_open(&output, path, use_pager, &error))
        return complain(own_name, error);
    view->output = &output;
    view->notes = &notes;
    const size_t shown = choose(profile, options);
    enum exit_code code = EXIT_DONE;
    if (options->by_region)
        code = print_regions(view);
    else if (view_print(view))
        code = EXIT_LIMIT;
    const bool written = output_close(&output, &error);
    notes_print(stderr, &notes); /* after the pager, which would hide them */
    notes_release(&notes);
    if (!shown && profile->function_count)
        complain(own_name, nothing_matches(profile, options));
    if (!written)
        return complain(own_name, error);
    return code;
}

/* A page that is named here is told by its name; whoever gave a name knows it. */
static enum exit_code show_page(const char *path, bool is_named_here, struct view *view,
                                struct profile *profile)
{
    char *error = NULL;

    if (is_named_here && !page_file_is_free(path, &error))
        return complain(own_name, error);
    const enum exit_code code = show_in(path, view, profile);
    if (code)
        return code;
    if (is_named_here) {
        string_print_clean(stdout, path);
        putchar('\n');
    }
    if (view->options->open_page && !page_file_show(path, &error))
        return complain(own_name, error);
    return is_named_here ? end_output(own_name) : EXIT_DONE;
}

static enum exit_code show(struct view *view, struct profile *profile)
{
    const struct options *options = view->options;

    if (!options->names_page && !options->open_page)
        return show_in(options->output, view, profile);
    char *name = options->output ? NULL : page_file_name(profile);
    const enum exit_code code =
        show_page(name ? name : options->output, name != NULL, view, profile);
    free(name);
    return code;
}

/* Only where it is asked whether times differ do single runs matter. */
static bool needs_runs(const struct options *options)
{
    return options->fail_above >= 0 ||
           exporter_subject(options->format) == EXPORT_DIFFERENCES;
}

static bool load_runs(const struct options *options, struct view *view)
{
    struct profile_request base =
        options_request(options, options->bases.words, options->bases.count);
    const struct profile_request now =
        options_request(options, options->paths, options->path_count);
    char *error = NULL;

    base.phase = options->base_phase;
    if (!needs_runs(options) || (runs_load(&view->base_runs, &base, view->base, &error) &&
                                 runs_load(&view->now_runs, &now, view->profile, &error)))
        return true;
    complain(own_name, error);
    return false;
}

static enum exit_code load_and_compare(const struct options *options,
                                       struct profile *profile)
{
    struct view view = {.options = options, .profile = profile};
    struct profile base;

    if (!options->bases.count)
        return show(&view, profile);
    struct profile_request request =
        options_request(options, options->bases.words, options->bases.count);
    request.phase = options->base_phase;
    const enum exit_code loaded = load(&base, &request);
    if (loaded)
        return loaded;
    select_functions(&base, &options->functions, &options->files);
    view.base = &base;
    const bool good = load_runs(options, &view);
    const enum exit_code code = good ? show(&view, profile) : EXIT_DATA;
    runs_release(&view.base_runs);
    runs_release(&view.now_runs);
    profile_release(&base);
    return code;
}

/* There is what a table is to be made of. */
static bool check_table(const struct options *options, struct profile *profile)
{
    if (options->table != TABLE_STATS || profile->stats_count)
        return true;
    complain(own_name, memory_format("%s: nothing was read of what the process uses; "
                                     "LINEPROF_STATS=10 has it read ten times a second",
                                     options->paths[0]));
    profile_release(profile);
    return false;
}

static enum exit_code load_and_show(const struct options *options)
{
    const struct profile_request request =
        options_request(options, options->paths, options->path_count);
    struct profile profile;

    const enum exit_code loaded = load(&profile, &request);
    if (loaded)
        return loaded;
    if (!check_table(options, &profile))
        return EXIT_DATA;
    const enum exit_code code = load_and_compare(options, &profile);
    profile_release(&profile);
    return code;
}

static enum exit_code run(const struct options *options, enum view_command command)
{
    if (options->show_help) {
        static char whole[1 << 14];
        /* One write: where it fails the reason is known at the end. */
        setvbuf(stdout, whole, _IOFBF, sizeof whole);
        view_help_print(stdout, command);
        return end_output(own_name);
    }
    if (options->show_version) {
        puts("lineprof-view " LINEPROF_VERSION);
        return end_output(own_name);
    }
    if (options->follow)
        return follow_run(options);
    return check_output(options) ? load_and_show(options) : EXIT_USAGE;
}

enum exit_code view_run(int argc, char **argv)
{
    return view_run_as(VIEW_LISTING, argc, argv);
}

enum exit_code view_run_as(enum view_command command, int argc, char **argv)
{
    struct options options;
    char *error = NULL;
    enum exit_code code = EXIT_USAGE;

    setlocale(LC_CTYPE, ""); /* which characters may be printed; numbers stay as in C */
    if (options_parse_as(&options, command, argc, argv, &error)) {
        if (options.newest)
            complain(own_name,
                     memory_format("%s, the newest profile here", options.newest));
        code = options_open_folders(&options, &error) ? run(&options, command)
                                                      : complain(own_name, error);
    } else {
        code = complain_of_usage(view_help_name(command), error);
    }
    options_release(&options);
    return code;
}
