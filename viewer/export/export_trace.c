/* SPDX-License-Identifier: MIT */
/*
 * Chrome's trace events, for Perfetto and others.  A profile holds sums, not when what
 * began: so each region is one event as long as all its activations together, from the
 * start, in a row of its own.  What functions took stands in the metadata.
 */
#include "export/export_labels.h"
#include "export/exporter.h"
#include "export/json_writer.h"

#define NS_PER_US 1000u
#define PID       1

/* A name that the viewer shows for the process or for a row. */
static void put_name(struct json *json, const char *event, size_t row, const char *name)
{
    json_open_object(json, NULL);
    json_string(json, "ph", "M");
    json_string(json, "name", event);
    json_count(json, "pid", PID);
    json_count(json, "tid", row);
    json_open_object(json, "args");
    json_string(json, "name", name);
    json_close_object(json);
    json_close_object(json);
}

static void put_region(struct json *json, size_t row, const struct region *region)
{
    put_name(json, "thread_name", row, region->name);
    json_open_object(json, NULL);
    json_string(json, "ph", "X");
    json_string(json, "name", region->name);
    json_string(json, "cat", "region");
    json_count(json, "pid", PID);
    json_count(json, "tid", row);
    json_count(json, "ts", 0);
    json_scaled(json, "dur", region->total_ns, NS_PER_US);
    json_open_object(json, "args");
    json_count(json, "calls", region->calls);
    json_count(json, "self_ns", region->self_ns);
    json_count(json, "min_ns", region->min_ns);
    json_count(json, "max_ns", region->max_ns);
    json_close_object(json);
    json_close_object(json);
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

void export_trace(const struct export_job *job)
{
    const struct profile *profile = job->profile;
    struct json json = {.out = job->out};

    json_open_object(&json, NULL);
    json_string(&json, "displayTimeUnit", "ns");
    json_open_list(&json, "traceEvents");
    put_name(&json, "process_name", 0,
             profile->input_count ? profile->inputs[0].program : "");
    for (size_t i = 0; i < profile->region_count; i++)
        put_region(&json, i + 1, &profile->regions[i]);
    json_close_list(&json);
    json_open_object(&json, "otherData");
    json_string(&json, "writer", "lineprof " LINEPROF_VERSION);
    put_functions(&json, profile);
    json_close_object(&json);
    json_close_object(&json);
    fputc('\n', job->out);
}
