/* SPDX-License-Identifier: MIT */
/*
 * Chrome's trace events, for Perfetto and others: each activation of a region that the
 * profile knows the time of, on a row of its thread.  Of regions of which no activation
 * is known there is one event as long as all together, from the start, in a row of its
 * own that says so.  What the process used is counters.  What is in no event, and what
 * functions took, stands in the metadata.
 */
#include "analysis/lanes.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "export/export_labels.h"
#include "export/exporter.h"
#include "export/json_writer.h"
#include "stats/usage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_US 1000u
#define PID       1 /* of the first process; others count up from it */

struct trace {
    struct json json;
    const struct profile *profile;
    uint64_t start_ns; /* of the earliest run, since the Unix epoch */
    size_t row;        /* the last that was begun, as the `tid` of its events */
    size_t *shown;     /* for each region, activations that are events */
};

/* A name that the viewer shows for a process (row 0) or for a row. */
static void put_name(struct json *json, size_t pid, size_t row, const char *name)
{
    json_open_object(json, NULL);
    json_string(json, "ph", "M");
    json_string(json, "name", row ? "thread_name" : "process_name");
    json_count(json, "pid", pid);
    json_count(json, "tid", row);
    json_open_object(json, "args");
    json_string(json, "name", name);
    json_close_object(json);
    json_close_object(json);
}

static void begin_row(struct trace *trace, size_t pid, char *name)
{
    trace->row++;
    put_name(&trace->json, pid, trace->row, name);
    free(name);
}

/* An event of a region up to its length, after which its arguments may follow. */
static void begin_event(struct trace *trace, const char *name, size_t pid, size_t row)
{
    struct json *json = &trace->json;

    json_open_object(json, NULL);
    json_string(json, "ph", "X");
    json_string(json, "name", name);
    json_string(json, "cat", "region");
    json_count(json, "pid", pid);
    json_count(json, "tid", row);
}

/* ---- What is known of when it was ---- */

static int compare_name(const void *key, const void *element)
{
    return strcmp(key, ((const struct region *)element)->name);
}

static void count_shown(struct trace *trace, const char *name)
{
    const struct region *regions = trace->profile->regions;
    const struct region *found = bsearch(name, regions, trace->profile->region_count,
                                         sizeof *regions, compare_name);

    if (found)
        trace->shown[found - regions]++;
}

static void put_span(struct trace *trace, const struct timeline *timeline,
                     const struct span *span, size_t row)
{
    struct json *json = &trace->json;
    uint64_t begin_ns = timeline->start_ns - trace->start_ns;

    time_add(&begin_ns, span->begin_ns);
    count_shown(trace, span->name);
    begin_event(trace, span->name, PID + timeline->process, row);
    json_scaled(json, "ts", begin_ns, NS_PER_US);
    json_scaled(json, "dur", span->end_ns - span->begin_ns, NS_PER_US);
    if (span->is_open) {
        json_open_object(json, "args");
        json_bool(json, "open", true);
        json_close_object(json);
    }
    json_close_object(json);
}

static char *row_name(const struct timeline *timeline, size_t lane)
{
    if (lane)
        return memory_format("%s, overlapping %zu", timeline->name, lane);
    return memory_string(timeline->name, strlen(timeline->name));
}

static void put_timeline(struct trace *trace, const struct timeline *timeline)
{
    struct lanes lanes = lanes_make(timeline);
    const size_t first = trace->row + 1;

    for (size_t i = 0; i < lanes.count; i++)
        begin_row(trace, PID + timeline->process, row_name(timeline, i));
    for (size_t i = 0; i < timeline->span_count; i++)
        put_span(trace, timeline, &timeline->spans[i], first + lanes.of[i]);
    lanes_release(&lanes);
}

/* Of several, which a number tells apart. */
static void put_process(struct trace *trace, const struct timeline *timeline)
{
    char *name = memory_format("%s %" PRIu32, timeline->program, timeline->pid);

    put_name(&trace->json, PID + timeline->process, 0, name);
    free(name);
}

static void put_timelines(struct trace *trace)
{
    const struct profile *profile = trace->profile;
    size_t named = 0; /* the process that was named last, the first one before all */

    for (size_t i = 0; i < profile->timeline_count; i++) {
        const struct timeline *timeline = &profile->timelines[i];
        if (timeline->process != named)
            put_process(trace, timeline);
        named = timeline->process;
        put_timeline(trace, timeline);
    }
}

/* ---- What was used ---- */

/* A counter keeps its value up to its next event, so it has it from the begin of what the
   sample stands for. */
static void put_counter(struct trace *trace, const struct stats *stats, const char *title,
                        uint64_t at_ns, double value)
{
    struct json *json = &trace->json;
    uint64_t ns = stats->start_ns - trace->start_ns;

    time_add(&ns, at_ns);
    json_open_object(json, NULL);
    json_string(json, "ph", "C");
    json_string(json, "name", title);
    json_count(json, "pid", PID + stats->process);
    json_scaled(json, "ts", ns, NS_PER_US);
    json_open_object(json, "args");
    json_number(json, "value", value);
    json_close_object(json);
    json_close_object(json);
}

static void put_figure(struct trace *trace, const struct stats *stats,
                       const struct usage_column *column)
{
    char *title = usage_title(column, stats);
    double value = 0;

    for (size_t i = 1; i < stats->sample_count; i++) {
        value = usage_at(stats, column->figure, i) / column->unit;
        put_counter(trace, stats, title, stats->samples[i - 1].at_ns, value);
    }
    put_counter(trace, stats, title, usage_whole(stats).end_ns, value);
    free(title);
}

static void put_stats(struct trace *trace)
{
    const struct profile *profile = trace->profile;

    for (size_t i = 0; i < profile->stats_count; i++) {
        for (const struct usage_column *column = usage_columns; column->title; column++) {
            if (usage_is_shown(&profile->stats[i], column))
                put_figure(trace, &profile->stats[i], column);
        }
    }
}

/* ---- What is not ---- */

static void put_sums(struct trace *trace, const struct region *region)
{
    struct json *json = &trace->json;

    json_count(json, "calls", region->calls);
    json_count(json, "self_ns", region->self_ns);
    json_count(json, "min_ns", region->min_ns);
    json_count(json, "max_ns", region->max_ns);
}

static void put_region(struct trace *trace, const struct region *region)
{
    struct json *json = &trace->json;

    begin_row(trace, PID,
              memory_format("%s, %" PRIu64 " together", region->name, region->calls));
    begin_event(trace, region->name, PID, trace->row);
    json_count(json, "ts", 0);
    json_scaled(json, "dur", region->total_ns, NS_PER_US);
    json_open_object(json, "args");
    put_sums(trace, region);
    json_close_object(json);
    json_close_object(json);
}

/* ---- The metadata ---- */

static void put_regions(struct trace *trace)
{
    struct json *json = &trace->json;
    uint64_t overwritten = 0;

    for (size_t i = 0; i < trace->profile->timeline_count; i++)
        count_add(&overwritten, trace->profile->timelines[i].lost);
    json_count(json, "activations_overwritten", overwritten);
    json_open_list(json, "regions");
    for (size_t i = 0; i < trace->profile->region_count; i++) {
        const struct region *region = &trace->profile->regions[i];
        json_open_object(json, NULL);
        json_string(json, "name", region->name);
        json_count(json, "events", trace->shown[i]);
        json_count(json, "total_ns", region->total_ns);
        put_sums(trace, region);
        json_close_object(json);
    }
    json_close_list(json);
}

static void put_function(struct json *json, const char *label, const struct function *f)
{
    json_open_object(json, NULL);
    json_string(json, "name", label);
    json_string(json, "file", f->file);
    json_count(json, "line", f->line);
    json_count(json, "calls", f->calls);
    if (f->has_times) {
        json_count(json, "total_ns", f->total_ns);
        json_count(json, "self_ns", f->self_ns);
    }
    json_close_object(json);
}

static void put_functions(struct json *json, const struct profile *profile)
{
    char **labels = labels_make(profile);

    json_open_list(json, "functions");
    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown)
            put_function(json, labels[i], &profile->functions[i]);
    }
    json_close_list(json);
    labels_release(labels, profile);
}

static void put_metadata(struct trace *trace)
{
    json_open_object(&trace->json, "otherData");
    json_string(&trace->json, "writer", "lineprof " LINEPROF_VERSION);
    put_regions(trace);
    put_functions(&trace->json, trace->profile);
    json_close_object(&trace->json);
}

static uint64_t earliest_start(const struct profile *profile)
{
    uint64_t start_ns = UINT64_MAX;

    for (size_t i = 0; i < profile->timeline_count; i++) {
        if (profile->timelines[i].start_ns < start_ns)
            start_ns = profile->timelines[i].start_ns;
    }
    for (size_t i = 0; i < profile->stats_count; i++) {
        if (profile->stats[i].start_ns < start_ns)
            start_ns = profile->stats[i].start_ns;
    }
    return start_ns;
}

void export_trace(const struct export_job *job)
{
    const struct profile *profile = job->profile;
    struct trace trace = {
        .json = {.out = job->out},
        .profile = profile,
        .start_ns = earliest_start(profile),
        .shown = memory_zeroed(profile->region_count, sizeof *trace.shown),
    };

    json_open_object(&trace.json, NULL);
    json_string(&trace.json, "displayTimeUnit", "ns");
    json_open_list(&trace.json, "traceEvents");
    put_name(&trace.json, PID, 0, profile->input_count ? profile->inputs[0].program : "");
    put_timelines(&trace);
    put_stats(&trace);
    for (size_t i = 0; i < profile->region_count; i++) {
        if (!trace.shown[i] &&
            (profile->regions[i].calls || profile->regions[i].total_ns))
            put_region(&trace, &profile->regions[i]);
    }
    json_close_list(&trace.json);
    put_metadata(&trace);
    json_close_object(&trace.json);
    fputc('\n', job->out);
    free(trace.shown);
}
