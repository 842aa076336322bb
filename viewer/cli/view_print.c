/* SPDX-License-Identifier: MIT */
#include "cli/view_print.h"

#include "analysis/imbalance.h"
#include "analysis/jobs.h"
#include "analysis/unit_choice.h"
#include "base/memory.h"
#include "base/text.h"
#include "export/exporter.h"
#include "print/diff.h"
#include "print/listing.h"
#include "print/table.h"

#include <stdlib.h>

static bool wants_groups(const struct options *options)
{
    return (options->rich || options->group) && !options->no_group &&
           options_parts(options) == PARTS_NONE;
}

static bool use_color(const struct view *view)
{
    if (view->options->color == COLOR_AUTO)
        return output_wants_color(view->output);
    return view->options->color == COLOR_ALWAYS;
}

static size_t shown_count(const struct profile *profile)
{
    size_t count = 0;

    for (size_t i = 0; i < profile->function_count; i++)
        count += profile->functions[i].shown;
    return count;
}

/* Hundreds of functions, and no word which of them are wanted. */
static bool is_long(const struct view *view)
{
    const struct options *o = view->options;

    return o->table == TABLE_LINES && !view->base && o->limit < 0 && !o->sort_by.count &&
           !o->sort && shown_count(view->profile) >= LISTING_MANY;
}

static double unit_of(const struct view *view)
{
    const double unit_s = view->options->unit_s;
    return unit_s > 0 ? unit_s : unit_that_suits(view->profile);
}

static void print_listing(const struct view *view, struct sources *sources)
{
    const struct options *o = view->options;
    const struct column_choice choice = {o->columns.numbers, o->columns.count};
    const struct listing_options listing = {
        .unit_s = unit_of(view),
        .skip_zero = o->skip_zero,
        .sort = o->sort,
        .order = {o->sort_by.numbers, o->sort_by.count},
        .has_limit = o->limit >= 0,
        .limit = o->limit,
        .columns = choice.count       ? &choice
                   : options_parts(o) ? &column_parts
                   : o->rich          ? &column_rich
                                      : NULL,
        .show_calls = o->calls,
        .summarize = o->summarize,
        .summarize_first = is_long(view),
        .has_named_unit = o->has_named_unit,
        .mark_unknown = o->rich || choice.count,
        .is_utf8 = output_is_utf8(),
        .group = wants_groups(o),
        .use_color = use_color(view),
        .use_syntax = o->rich,
        .width = output_width(view->output),
    };
    listing_print(view->output->file, view->profile, sources, &listing);
}

static void print_table(const struct view *view, struct sources *sources)
{
    const struct options *o = view->options;
    const struct table_options options = {
        .table = o->table,
        .sort_by = o->sort_by,
        .limit = o->limit,
        .all = o->all,
        .functions = o->functions,
        .files = o->files,
    };

    table_print(&(struct table_job){.out = view->output->file,
                                    .profile = view->profile,
                                    .sources = sources,
                                    .options = &options});
}

static void print_names(const struct view *view, struct sources *sources)
{
    (void)sources;
    listing_print_names(view->output->file, view->profile);
}

/* Where two profiles are not of the same kind. */
static void explain_diff(struct notes *notes, const struct profile *base,
                         const struct profile *now)
{
    if (runs_count(now) > 1 || runs_count(base) > 1)
        notes_add(notes, NULL,
                  memory_format("the means of %zu runs are compared with those of %zu",
                                runs_count(now), runs_count(base)));
    if (now->inputs[0].clock != base->inputs[0].clock)
        notes_add(notes, NULL,
                  memory_format("times do not compare: the clock was %s, and is %s",
                                lprof_clock_name(base->inputs[0].clock),
                                lprof_clock_name(now->inputs[0].clock)));
}

/* job   without what all exports have */
static void print_export_of(const struct view *view, struct export_job job)
{
    struct notes warnings = {0};

    notes_warn(&warnings, view->profile, job.sources);
    if (job.comparison)
        explain_diff(&warnings, view->base, view->profile);
    job.out = view->output->file;
    job.profile = view->profile;
    job.warnings = &warnings;
    job.region = view->region;
    job.is_continued = view->is_continued;
    exporter_print(view->options->format, &job);
    notes_release(&warnings);
}

static void print_export(const struct view *view, struct sources *sources)
{
    print_export_of(view, (struct export_job){.sources = sources});
}

/* A comparison takes every function of two profiles, a page every one there is, and
   libclang a second for some files: there the text that was compiled says well enough
   where a function begins, and large pages go without colours. */
static bool wants_clang(const struct view *view)
{
    const bool is_page = view->options->format == FORMAT_HTML;

    return !view->options->no_clang && !view->base &&
           !(is_page && shown_count(view->profile) >= LISTING_MANY);
}

static struct source_options source_options(const struct view *view)
{
    const struct options *options = view->options;

    return (struct source_options){
        .moves = options->moves,
        .move_count = options->move_count,
        .use_clang = wants_clang(view),
        .with_tokens =
            wants_groups(options) || options->rich || options->format == FORMAT_HTML,
    };
}

/* Old text comes from the older profile alone: the files are the newer one's. */
static size_t print_diff(const struct view *view, struct sources *sources)
{
    const struct options *o = view->options;
    const struct source_options base_options = source_options(view);
    struct sources *base_sources = sources_open(view->base, &base_options);
    struct comparison comparison;
    struct differences differences;

    comparison_make(&comparison,
                    (struct comparison_side){view->base, base_sources, &view->base_runs},
                    (struct comparison_side){view->profile, sources, &view->now_runs});
    differences_find(&differences, &comparison,
                     &(struct difference_limits){
                         .has_above = o->fail_above >= 0,
                         .above_percent = o->fail_above,
                         .same_hits = o->fail_hits,
                         .same_bytes = o->fail_bytes,
                     });
    if (o->format != FORMAT_TEXT)
        print_export_of(view, (struct export_job){.sources = sources,
                                                  .comparison = &comparison,
                                                  .differences = &differences});
    else
        diff_print(view->output->file, &comparison,
                   &(struct diff_options){
                       .unit_s = unit_of(view),
                       .skip_zero = o->skip_zero,
                       .summarize = o->summarize,
                       .use_color = use_color(view),
                   });
    diff_check(view->notes, &differences);
    const size_t passed = differences.failure_count;
    differences_release(&differences);
    comparison_release(&comparison);
    sources_close(base_sources);
    return passed;
}

/* The view that the options ask for. */
static void (*printer_of(const struct options *options))(const struct view *view,
                                                         struct sources *sources)
{
    if (options->list_names)
        return print_names;
    if (options->format != FORMAT_TEXT)
        return print_export;
    return options->table == TABLE_LINES ? print_listing : print_table;
}

static bool any_has_run(const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown && function_has_run(&profile->functions[i]))
            return true;
    }
    return false;
}

/* A summary of 0.00 seconds each says nothing. */
static bool is_summary_blank(const struct profile *profile)
{
    bool has_time = false;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (f->shown && f->total_ns >= 5000000)
            return false;
        has_time |= f->shown && f->total_ns;
    }
    return has_time;
}

/* line_profiler's unit and decimals are for slower programs. */
static void explain_unit(const struct view *view)
{
    const struct options *o = view->options;

    if (o->has_unit || o->table != TABLE_LINES || view->base || o->columns.count)
        return;
    if (unit_is_too_large(view->profile, o->unit_s))
        notes_add(view->notes, NULL,
                  memory_format("most hot lines take next to nothing of a microsecond a "
                                "hit: -u ns shows how much, -u auto chooses"));
    else if (o->summarize && is_summary_blank(view->profile))
        notes_add(view->notes, NULL,
                  memory_format("no function took 0.01 seconds: -u us shows how much, -u "
                                "auto chooses"));
}

/* Of all the time shown, percent off the processor; each line once, whoever calls. */
static double off_percent(const struct profile *profile)
{
    double all_ns = 0;
    double off_ns = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (!f->shown || !f->has_times)
            continue;
        all_ns += (double)f->total_ns;
        off_ns += (double)function_off_ns(f);
    }
    return all_ns > 0 ? 100 * off_ns / all_ns : 0;
}

/* What sleeps longest stands first, and is not what is slow. */
static void explain_off(const struct view *view)
{
    const double percent = off_percent(view->profile);

    if (percent > 50)
        notes_add(view->notes, NULL,
                  memory_format("%.0f %% of the time shown was spent off the processor, "
                                "asleep or waiting for it: --sort-by=cpu and the column "
                                "cpu leave it out",
                                percent));
}

/* A comparison has several jobs on purpose, and who asks for a rank misses no other. */
static void explain_jobs(const struct view *view)
{
    const struct profile *profile = view->profile;
    const char *path = NULL;

    if (view->base)
        return;
    if (profile->part_kind == PARTS_RANKS) {
        char *missing = view->options->ranks.count
                            ? NULL
                            : jobs_missing(profile->inputs, profile->input_count);
        if (missing)
            notes_add(view->notes, NULL, missing);
        return;
    }
    char *text = jobs_explain(profile->inputs, profile->input_count, &path);
    if (text && (path || !view->options->ranks.count))
        notes_add(view->notes, path, text);
    else
        free(text);
}

/* That is why nothing was called, and has been said. */
static bool is_paused(const struct profile *profile)
{
    for (size_t i = 0; i < profile->input_count; i++) {
        if (profile->inputs[i].paused)
            return true;
    }
    return false;
}

/* Why there is little to see, or more than one wants to. */
static void explain_view(const struct view *view)
{
    const struct options *o = view->options;
    const size_t shown = shown_count(view->profile);

    if (shown && !any_has_run(view->profile) && !is_paused(view->profile))
        notes_add(view->notes, NULL,
                  memory_format("none of the functions was called in this run%s",
                                o->skip_zero ? "; -z leaves them out" : ""));
    if (o->table == TABLE_ACTIONS && !o->all && !view->profile->region_count)
        notes_add(view->notes, NULL,
                  memory_format("the program has no regions; --all shows its functions"));
    if (!view->profile->function_count && view->profile->region_count &&
        o->table != TABLE_ACTIONS)
        notes_add(view->notes, NULL,
                  memory_format("no function was instrumented; its regions are in "
                                "--table=actions"));
    explain_jobs(view);
    if (o->phase || view->profile->part_kind == PARTS_PHASES)
        notes_explain_phases(view->notes, view->profile);
    if (o->region || o->by_region)
        notes_explain_regions(view->notes, view->profile);
    explain_unit(view);
    explain_off(view);
    if (view->base)
        explain_diff(view->notes, view->base, view->profile);
    if (is_long(view))
        notes_add(view->notes, NULL,
                  memory_format("%zu functions; the longest %d come first, in a line "
                                "each: choose with -f, --sort-by and --limit",
                                shown, LISTING_FIRST));
}

/* The first line of all that compares ranks or threads; what passes the user's limit is
   noted.  Returns at how many lines it was passed. */
static size_t print_imbalance(const struct view *view, struct sources *sources)
{
    const double limit = view->options->fail_imbalance;
    struct imbalance imbalance;

    imbalance_find(&imbalance, view->profile);
    char *text = imbalance_text(&imbalance, view->profile);
    string_print_clean(view->output->file, text);
    fputs("\n\n", view->output->file);
    free(text);
    return limit < 0 ? 0 : imbalance_check(view->notes, view->profile, sources, limit);
}

size_t view_print(const struct view *view)
{
    const struct options *o = view->options;
    const struct source_options moves = source_options(view);
    struct sources *sources = sources_open(view->profile, &moves);
    const bool is_for_people =
        o->format == FORMAT_TEXT || exporter_subject(o->format) == EXPORT_DIFFERENCES;
    const bool has_notes = !o->list_names && is_for_people;
    size_t passed = 0;

    if (has_notes) {
        notes_warn(view->notes, view->profile, sources);
        notes_explain(view->notes, view->profile);
        explain_view(view);
    }
    if (o->format == FORMAT_TRACE && !o->list_names)
        notes_explain_timeline(view->notes, view->profile);
    if (view->profile->part_kind != PARTS_NONE)
        passed = print_imbalance(view, sources);
    if (view->base)
        passed = print_diff(view, sources);
    else
        printer_of(o)(view, sources);
    sources_close(sources);
    return passed;
}
