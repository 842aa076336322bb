/* SPDX-License-Identifier: MIT */
#include "analysis/notes.h"

#include "analysis/peak.h"
#include "analysis/saturation.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_about(const struct note *note, const char *path)
{
    return path && note->path ? !strcmp(note->path, path) : path == note->path;
}

/* Of a merged file several processes may have the same to say. */
void notes_add(struct notes *notes, const char *path, char *text)
{
    for (size_t i = 0; i < notes->count; i++) {
        if (is_about(&notes->all[i], path) && !strcmp(notes->all[i].text, text)) {
            free(text);
            return;
        }
    }
    notes->all = memory_grown(notes->all, notes->count, &notes->room, sizeof *notes->all);
    notes->all[notes->count++] = (struct note){.path = path, .text = text};
}

/* What a bit in a file's `warnings` means to the user. */
static const struct {
    enum lprof_warning bit;
    const char *text;
} file_warnings[] = {
    {LPROF_WARNING_REGION_FULL,    "not everything was counted: the file could not grow"},
    {LPROF_WARNING_CLOCK_STEPPED,
     "the clock stepped back or leapt ahead; the time in between was left out"          },
    {LPROF_WARNING_FOREIGN_UNITS,
     "parts of the program were not counted: they were compiled by another version of "
     "lineprof or for another clock"                                                    },
    {LPROF_WARNING_INTERRUPTED,
     "a run that is part of it was interrupted; its times reach up to its last event"   },
    {LPROF_WARNING_CLOCK_UNSTEADY,
     "times may be off: the processor's counter does not run at one rate here"          },
    {LPROF_WARNING_FIBERS,         "functions ran on fibers or signal stacks: of that only hits "
                           "were counted, no times"           },
    {LPROF_WARNING_FIBERS_FULL,
     "not everything was counted: too many functions were left open on fibers"          },
};

static const char *state_text(enum run_state state)
{
    static const char *const texts[] = {
        [RUN_RUNNING] = "the program is still running",
        [RUN_INTERRUPTED] =
            "the run was interrupted; times reach up to the last event recorded",
    };
    return (size_t)state < sizeof texts / sizeof texts[0] ? texts[state] : NULL;
}

static void warn_of_input(struct notes *notes, const struct input *input)
{
    const struct {
        bool holds;
        const char *text;
    } rows[] = {
        {input->state != RUN_COMPLETE,                       state_text(input->state)                      },
        {input->is_newer,
         "written by a newer version of lineprof; what it added is not shown"                              },
        {input->has_loose_ends,                              "the file is damaged; numbers may be missing" },
        {!input->has_rate && input->mode != LPROF_MODE_HITS,
         "the rate of the clock is not known; times are in its ticks"                                      },
        {input->mode == LPROF_MODE_HITS,                     "only hits were counted (mode hits): no times"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].holds)
            notes_add(notes, input->path, memory_format("%s", rows[i].text));
    }
    for (size_t i = 0; i < sizeof file_warnings / sizeof file_warnings[0]; i++) {
        if (input->warnings & file_warnings[i].bit)
            notes_add(notes, input->path, memory_format("%s", file_warnings[i].text));
    }
}

/* Each of a family says how many they were by its end. */
static void warn_of_dropped(struct notes *notes, const struct profile *profile)
{
    uint64_t dropped = 0;

    for (size_t i = 0; i < profile->input_count; i++) {
        if (dropped < profile->inputs[i].dropped_children)
            dropped = profile->inputs[i].dropped_children;
    }
    if (dropped)
        notes_add(notes, NULL,
                  memory_format("profiles of %" PRIu64
                                " forked children gave way to those of newer ones; "
                                "LINEPROF_FORK=separate keeps all, =merge adds them up",
                                dropped));
}

static void warn_of_sources(struct notes *notes, const struct profile *profile,
                            struct sources *sources)
{
    const char *last = NULL;

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        if (!f->shown || f->file == last || !sources_is_stale(sources, f))
            continue;
        notes_add(
            notes, NULL,
            memory_format("%s has changed since the run (in %s); what is shown is the "
                          "text that was compiled",
                          sources_path(sources, f->file), f->name));
        last = f->file;
    }
}

/* Why there are no counts, or no more of them, and what to do. */
static void warn_of_pause(struct notes *notes, const struct input *input)
{
    const bool began = input->paused == LPROF_PAUSED_EVER_SINCE;

    if (input->paused && input->state == RUN_RUNNING)
        notes_add(notes, input->path,
                  memory_format("counting is paused%s: lineprof resume %" PRIu32
                                " makes it go on",
                                began ? " since the run began" : "", input->pid));
    else if (began)
        notes_add(notes, input->path,
                  memory_format("nothing was counted: the run began paused "
                                "(LINEPROF_START=0) and was never resumed"));
}

/* Less than that is usual. */
static const double least_delayed = 0.1;
static const uint64_t least_delayed_ns = 50000000;

static void warn_of_delay(struct notes *notes, const struct input *input)
{
    const double part = (double)input->delayed_ns / fmax((double)input->lived_ns, 1);

    if (part < least_delayed || input->delayed_ns < least_delayed_ns)
        return;
    /* Its own threads may be the others. */
    const char *others = input->lived_ns > input->wall_ns + input->wall_ns / 2
                             ? "other threads and programs"
                             : "other programs";
    notes_add(notes, input->path,
              memory_format("%s had the processor for %.0f %% of the run; times are wall "
                            "times",
                            others, fmin(part, 1) * 100));
}

/* Estimates never fit exactly. */
static const double least_cut = 0.05; /* of the run */
static const uint64_t least_cut_ns = 50000000;

static void warn_of_cut(struct notes *notes, const struct input *input)
{
    if ((double)input->cut_ns < (double)input->wall_ns * least_cut ||
        input->cut_ns < least_cut_ns)
        return;
    notes_add(notes, input->path,
              memory_format("estimates were longer than what contains them and were cut "
                            "there, that of %s by %.3g s",
                            input->cut_name, (double)input->cut_ns * 1e-9));
}

static const double most_self = 1.25; /* of the threads' lives */

/* The estimates of many short visits are too long together, and a line's own time holds
   that of the inner calls in a circle without frames, and that of profiled functions
   which are called by what it calls. */
static void warn_of_self(struct notes *notes, const struct profile *profile)
{
    uint64_t self = 0, lived = 0, profiled = 0;

    for (size_t i = 0; i < profile->function_count; i++)
        time_add(&self, profile->functions[i].self_ns);
    for (size_t i = 0; i < profile->thread_count; i++)
        time_add(&profiled, profile->threads[i].total_ns);
    for (size_t i = 0; i < profile->input_count; i++) {
        const struct input *input = &profile->inputs[i];
        time_add(&lived,
                 input->lived_ns > input->wall_ns ? input->lived_ns : input->wall_ns);
    }
    if (lived < profiled) /* a file has its children's threads, too */
        lived = profiled;
    if (self < least_cut_ns || (double)self < (double)lived * most_self)
        return;
    notes_add(notes, NULL,
              memory_format("self times add up to %.3g s in %.3g s of the run's threads: "
                            "those of lines that take nanoseconds, that call in "
                            "circles, or that call profiled functions through others, "
                            "are too long",
                            (double)self * 1e-9, (double)lived * 1e-9));
}

void notes_warn(struct notes *notes, const struct profile *profile,
                struct sources *sources)
{
    for (size_t i = 0; i < profile->input_count; i++) {
        warn_of_input(notes, &profile->inputs[i]);
        warn_of_pause(notes, &profile->inputs[i]);
        warn_of_delay(notes, &profile->inputs[i]);
        warn_of_cut(notes, &profile->inputs[i]);
    }
    warn_of_self(notes, profile);
    warn_of_dropped(notes, profile);
    if (!profile->function_count && !profile->region_count)
        notes_add(notes, NULL,
                  memory_format("no function was instrumented; mark some with "
                                "__attribute__((profile)) and compile with -fplugin"));
    char *saturated = saturation_text(profile);
    if (saturated)
        notes_add(notes, NULL, saturated);
    warn_of_sources(notes, profile, sources);
}

static uint64_t wall_ns(const struct profile *profile)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < profile->input_count; i++)
        time_add(&sum, profile->inputs[i].wall_ns);
    return sum;
}

static void explain_threads(struct notes *notes, const struct profile *profile)
{
    const char *more = "";
    size_t busy = 0;

    for (size_t i = 0; i < profile->thread_count; i++) {
        busy += profile->threads[i].total_ns > 0;
        if (profile->threads[i].is_other)
            more = " and more";
    }
    if (busy > 1)
        notes_add(
            notes, NULL,
            memory_format("times are added up over %zu%s threads; the %s took %.6g s",
                          busy, more, profile->input_count > 1 ? "runs" : "run",
                          (double)wall_ns(profile) * 1e-9));
}

static void explain_overhead(struct notes *notes, const struct profile *profile)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < profile->input_count; i++)
        time_add(&sum, profile->inputs[i].taken_out_ns);
    if (sum)
        notes_add(
            notes, NULL,
            memory_format("the probes' own cost, %.3g s, has been taken out of the times",
                          (double)sum * 1e-9));
}

static void explain_peak(struct notes *notes, const struct profile *profile)
{
    const uint64_t peak = peak_bytes(profile);
    char *holders = peak_holders_text(profile);

    if (peak)
        notes_add(notes, NULL,
                  memory_format("the program had %" PRIu64 " bytes in use at most, of "
                                "what it allocated",
                                peak));
    if (holders)
        notes_add(notes, NULL, memory_format("these were held by %s", holders));
    free(holders);
}

void notes_explain(struct notes *notes, const struct profile *profile)
{
    explain_threads(notes, profile);
    explain_overhead(notes, profile);
    explain_peak(notes, profile);
}

void notes_explain_phases(struct notes *notes, const struct profile *profile)
{
    for (size_t i = 0; i < profile->input_count; i++) {
        if (profile->inputs[i].has_joined_phases)
            notes_add(notes, profile->inputs[i].path,
                      memory_format("there were more phases than the thousand that are "
                                    "kept, so pairs of them were joined"));
    }
}

void notes_explain_regions(struct notes *notes, const struct profile *profile)
{
    for (size_t i = 0; i < profile->input_count; i++) {
        if (profile->inputs[i].lacks_insides)
            notes_add(
                notes, profile->inputs[i].path,
                memory_format("there was no room for all that lines did in regions: "
                              "activations that began later are not in it"));
    }
}

void notes_explain_timeline(struct notes *notes, const struct profile *profile)
{
    uint64_t lost = 0;

    for (size_t i = 0; i < profile->timeline_count; i++)
        count_add(&lost, profile->timelines[i].lost);
    if (lost)
        notes_add(notes, NULL,
                  memory_format("%" PRIu64 " earlier activations of regions are not in "
                                "the timeline, which keeps the last of each thread; "
                                "LINEPROF_TIMELINE=N keeps N",
                                lost));
    if (profile->region_count && !profile->timeline_count)
        notes_add(
            notes, NULL,
            memory_format("there is no timeline: each region is a bar as long as all "
                          "its activations together (the program ran with "
                          "LINEPROF_TIMELINE=0, or its runs were merged)"));
}

void notes_print(FILE *out, const struct notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        fputs("lineprof-view: ", out);
        if (notes->all[i].path) {
            string_print_clean(out, notes->all[i].path);
            fputs(": ", out);
        }
        string_print_clean(out, notes->all[i].text);
        fputc('\n', out);
    }
}

void notes_release(struct notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->all[i].text);
    free(notes->all);
    *notes = (struct notes){0};
}
