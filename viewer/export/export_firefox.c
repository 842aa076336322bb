/* SPDX-License-Identifier: MIT */
/*
 * The processed format of the Firefox Profiler, version 64, the first that has source
 * text in it: so the page shows times beside the source wherever it is opened.  Tables
 * are objects with a list for each column; rows refer to rows of others by index.
 */
#include "base/ids.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "export/export_labels.h"
#include "export/export_source.h"
#include "export/export_stacks.h"
#include "export/exporter.h"
#include "export/json_writer.h"

#include <inttypes.h>
#include <stdlib.h>

#define FORMAT_VERSION 64
#define GECKO_VERSION  24 /* of the format before processing; nothing depends on it */
#define NS_PER_MS      1000000u

struct sample {
    size_t stack;
    uint64_t weight; /* ns, or hits */
};

struct firefox {
    const struct export_job *job;
    char **labels;
    struct json json;
    bool has_times;
    struct ids strings;
    struct ids sources;   /* by file */
    struct ids functions; /* by file; number: the profile's function */
    struct ids frames;    /* number: of function (above) and line */
    struct ids stacks;    /* number: of the stack beneath + 1, or 0, and frame */
    struct sample *samples;
    size_t sample_count;
    size_t sample_room;
};

#define HIGH(number) ((size_t)((number) >> 32))
#define LOW(number)  ((size_t)((number)&UINT32_MAX))

static size_t numbered(struct ids *ids, uint64_t high, uint64_t low)
{
    return ids_of(ids, (struct id_key){.text = "", .number = high << 32 | low}, NULL);
}

static size_t named(struct ids *ids, const char *text)
{
    return ids_of(ids, (struct id_key){.text = text}, NULL);
}

static size_t frame_id(struct firefox *f, const struct stack_frame *frame)
{
    const struct id_key function = {
        .text = frame->file,
        .number = (uint64_t)(frame->function - f->job->profile->functions),
    };

    named(&f->sources, frame->file);
    return numbered(&f->frames, ids_of(&f->functions, function, NULL), frame->line);
}

static void add_sample(void *arg, const struct stack_sample *sample)
{
    struct firefox *f = arg;
    const uint64_t weight = stack_weight(sample, f->has_times);
    size_t stack = 0;

    if (!weight)
        return;
    for (size_t i = 0; i < sample->depth; i++)
        stack = numbered(&f->stacks, stack, frame_id(f, &sample->frames[i])) + 1;
    f->samples =
        memory_grown(f->samples, f->sample_count, &f->sample_room, sizeof *f->samples);
    f->samples[f->sample_count++] = (struct sample){stack - 1, weight};
}

/* ---- Columns ---- */

/* The value of a column that is the same in each row. */
typedef void (*constant)(struct json *json);

static void put_zero(struct json *json)
{
    json_count(json, NULL, 0);
}

static void put_one(struct json *json)
{
    json_count(json, NULL, 1);
}

static void put_minus_one(struct json *json)
{
    json_integer(json, NULL, -1);
}

static void put_null(struct json *json)
{
    json_null(json, NULL);
}

static void put_false(struct json *json)
{
    json_bool(json, NULL, false);
}

static void put_column(struct firefox *f, const char *name, size_t count, constant put)
{
    json_open_list(&f->json, name);
    for (size_t i = 0; i < count; i++)
        put(&f->json);
    json_close_list(&f->json);
}

/* A table of which this version says nothing, and those columns of one. */
static void put_constants(struct firefox *f, size_t count, const char *const *names,
                          constant put)
{
    for (; *names; names++)
        put_column(f, *names, count, put);
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void put_empty_table(struct firefox *f, const char *name,
                            const char *const *columns)
{
    json_open_object(&f->json, name);
    put_constants(f, 0, columns, put_zero);
    json_count(&f->json, "length", 0);
    json_close_object(&f->json);
}

/* A column of numbers made of each row's key. */
static void put_numbers(struct firefox *f, const char *name, const struct ids *ids,
                        size_t (*number)(struct firefox *f, struct id_key key))
{
    json_open_list(&f->json, name);
    for (size_t i = 0; i < ids->count; i++)
        json_count(&f->json, NULL, number(f, ids->keys[i]));
    json_close_list(&f->json);
}

/* ---- Tables ---- */

static size_t high_of(struct firefox *f, struct id_key key)
{
    (void)f;
    return HIGH(key.number);
}

static size_t low_of(struct firefox *f, struct id_key key)
{
    (void)f;
    return LOW(key.number);
}

static void put_stacks(struct firefox *f)
{
    json_open_object(&f->json, "stackTable");
    put_numbers(f, "frame", &f->stacks, low_of);
    json_open_list(&f->json, "prefix");
    for (size_t i = 0; i < f->stacks.count; i++) {
        const size_t beneath = HIGH(f->stacks.keys[i].number);
        if (beneath)
            json_count(&f->json, NULL, beneath - 1);
        else
            json_null(&f->json, NULL);
    }
    json_close_list(&f->json);
    json_count(&f->json, "length", f->stacks.count);
    json_close_object(&f->json);
}

static void put_frames(struct firefox *f)
{
    const size_t count = f->frames.count;

    json_open_object(&f->json, "frameTable");
    put_numbers(f, "func", &f->frames, high_of);
    put_numbers(f, "line", &f->frames, low_of);
    put_constants(f, count, NAMES("address"), put_minus_one);
    put_constants(f, count,
                  NAMES("inlineDepth", "category", "subcategory", "innerWindowID"),
                  put_zero);
    put_constants(f, count, NAMES("nativeSymbol", "column", "originalLocation"),
                  put_null);
    json_count(&f->json, "length", count);
    json_close_object(&f->json);
}

static size_t name_of(struct firefox *f, struct id_key key)
{
    return named(&f->strings, f->labels[key.number]);
}

static size_t source_of(struct firefox *f, struct id_key key)
{
    return named(&f->sources, key.text);
}

static size_t line_of(struct firefox *f, struct id_key key)
{
    return f->job->profile->functions[key.number].line;
}

static void put_functions(struct firefox *f)
{
    const size_t count = f->functions.count;

    json_open_object(&f->json, "funcTable");
    put_numbers(f, "name", &f->functions, name_of);
    put_numbers(f, "source", &f->functions, source_of);
    put_numbers(f, "lineNumber", &f->functions, line_of);
    put_constants(f, count, NAMES("isJS", "relevantForJS"), put_false);
    put_constants(f, count, NAMES("resource"), put_minus_one);
    put_constants(f, count, NAMES("columnNumber", "originalLocation"), put_null);
    json_count(&f->json, "length", count);
    json_close_object(&f->json);
}

static size_t path_of(struct firefox *f, struct id_key key)
{
    return named(&f->strings, sources_path(f->job->sources, key.text));
}

static void put_sources(struct firefox *f)
{
    const size_t count = f->sources.count;

    json_open_object(&f->json, "sources");
    put_numbers(f, "filename", &f->sources, path_of);
    json_open_list(&f->json, "content");
    for (size_t i = 0; i < count; i++) {
        char *text = export_source(f->job, f->sources.keys[i].text);
        if (text)
            json_string(&f->json, NULL, text);
        else
            json_null(&f->json, NULL);
        free(text);
    }
    json_close_list(&f->json);
    put_constants(f, count, NAMES("id", "sourceMapURL"), put_null);
    put_constants(f, count, NAMES("startLine", "startColumn"), put_one);
    json_count(&f->json, "length", count);
    json_close_object(&f->json);
}

static void put_shared(struct firefox *f)
{
    json_open_object(&f->json, "shared");
    put_stacks(f);
    put_frames(f);
    put_functions(f);
    put_sources(f);
    put_empty_table(f, "resourceTable", NAMES("lib", "name", "host", "type"));
    put_empty_table(f, "nativeSymbols",
                    NAMES("libIndex", "address", "name", "functionSize"));
    put_empty_table(f, "sourceLocationTable", NAMES("source", "line", "column"));
    json_open_list(&f->json, "stringArray");
    for (size_t i = 0; i < f->strings.count; i++)
        json_string(&f->json, NULL, f->strings.keys[i].text);
    json_close_list(&f->json);
    json_close_object(&f->json);
}

/* ---- The thread and the whole ---- */

/* Samples follow each other; the order is that of the functions, not of time. */
static void put_samples(struct firefox *f)
{
    uint64_t time = 0;

    json_open_object(&f->json, "samples");
    json_open_list(&f->json, "stack");
    for (size_t i = 0; i < f->sample_count; i++)
        json_count(&f->json, NULL, f->samples[i].stack);
    json_close_list(&f->json);
    json_open_list(&f->json, "weight");
    for (size_t i = 0; i < f->sample_count; i++) {
        if (f->has_times)
            json_scaled(&f->json, NULL, f->samples[i].weight, NS_PER_MS);
        else
            json_count(&f->json, NULL, f->samples[i].weight);
    }
    json_close_list(&f->json);
    json_open_list(&f->json, "time");
    for (size_t i = 0; i < f->sample_count; i++) {
        json_scaled(&f->json, NULL, time, NS_PER_MS);
        count_add(&time, f->samples[i].weight);
    }
    json_close_list(&f->json);
    json_string(&f->json, "weightType", f->has_times ? "tracing-ms" : "samples");
    json_count(&f->json, "length", f->sample_count);
    json_close_object(&f->json);
}

static const char *program_of(const struct firefox *f)
{
    return f->job->profile->input_count ? f->job->profile->inputs[0].program : "";
}

static void put_pid(struct firefox *f)
{
    char pid[16] = "0";

    if (f->job->profile->input_count == 1)
        snprintf(pid, sizeof pid, "%" PRIu32, f->job->profile->inputs[0].pid);
    json_string(&f->json, "pid", pid);
    json_string(&f->json, "tid", pid);
}

static void put_thread(struct firefox *f)
{
    json_open_object(&f->json, NULL);
    json_string(&f->json, "name", program_of(f));
    json_bool(&f->json, "isMainThread", true);
    json_string(&f->json, "processType", "default");
    json_count(&f->json, "processStartupTime", 0);
    json_null(&f->json, "processShutdownTime");
    json_count(&f->json, "registerTime", 0);
    json_null(&f->json, "unregisterTime");
    json_open_list(&f->json, "pausedRanges");
    json_close_list(&f->json);
    put_pid(f);
    put_samples(f);
    put_empty_table(f, "markers",
                    NAMES("data", "name", "startTime", "endTime", "phase", "category"));
    json_close_object(&f->json);
}

static void put_category(struct firefox *f)
{
    json_open_list(&f->json, "categories");
    json_open_object(&f->json, NULL);
    json_string(&f->json, "name", "Other");
    json_string(&f->json, "color", "grey");
    json_open_list(&f->json, "subcategories");
    json_string(&f->json, NULL, "Other");
    json_close_list(&f->json);
    json_close_object(&f->json);
    json_close_list(&f->json);
}

static void put_meta(struct firefox *f)
{
    const struct profile *profile = f->job->profile;
    const uint64_t start_ns = profile->input_count ? profile->inputs[0].start_ns : 0;

    json_open_object(&f->json, "meta");
    json_count(&f->json, "interval", 1);
    json_count(&f->json, "startTime", start_ns / NS_PER_MS);
    json_count(&f->json, "processType", 0);
    json_string(&f->json, "product", program_of(f));
    json_string(&f->json, "importedFrom", "lineprof " LINEPROF_VERSION);
    json_count(&f->json, "stackwalk", 0);
    json_count(&f->json, "version", GECKO_VERSION);
    json_count(&f->json, "preprocessedProfileVersion", FORMAT_VERSION);
    json_bool(&f->json, "symbolicated", true);
    json_bool(&f->json, "symbolicationNotSupported", true);
    json_bool(&f->json, "usesOnlyOneStackType", true);
    json_bool(&f->json, "sourceCodeIsNotOnSearchfox", true);
    json_open_list(&f->json, "markerSchema");
    json_close_list(&f->json);
    put_category(f);
    json_close_object(&f->json);
}

void export_firefox(const struct export_job *job)
{
    struct firefox f = {
        .job = job,
        .labels = labels_make(job->profile),
        .json = {.out = job->out},
        .has_times = profile_has_times(job->profile),
    };

    stacks_walk(job->profile, add_sample, &f);
    json_open_object(&f.json, NULL);
    put_meta(&f);
    json_open_list(&f.json, "libs");
    json_close_list(&f.json);
    put_shared(&f);
    json_open_list(&f.json, "threads");
    put_thread(&f);
    json_close_list(&f.json);
    json_close_object(&f.json);
    fputc('\n', job->out);

    free(f.samples);
    ids_release(&f.strings);
    ids_release(&f.sources);
    ids_release(&f.functions);
    ids_release(&f.frames);
    ids_release(&f.stacks);
    labels_release(f.labels, job->profile);
}
