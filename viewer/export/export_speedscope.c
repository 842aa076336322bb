/* SPDX-License-Identifier: MIT */
/* The file format of speedscope: weighted stacks, in which a line is a frame above its
   function, so that its tables show functions and lines. */
#include "base/ids.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "export/export_labels.h"
#include "export/export_stacks.h"
#include "export/exporter.h"
#include "export/json_writer.h"

#include <inttypes.h>
#include <stdlib.h>

struct speedscope {
    const struct export_job *job;
    char **labels;
    struct ids frames; /* by file; number: of function and line, see frame_key() */
    struct json json;
    uint64_t total;
    bool has_times;
};

#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

/* A line of 0 is the function itself. */
static struct id_key frame_key(const struct speedscope *s,
                               const struct stack_frame *frame, uint32_t line)
{
    const uint64_t function = (uint64_t)(frame->function - s->job->profile->functions);
    return (struct id_key){.text = frame->file, .number = function << 32 | line};
}

static size_t function_id(struct speedscope *s, const struct stack_frame *frame)
{
    struct stack_frame own = *frame;
    own.file = frame->function->file;
    return ids_of(&s->frames, frame_key(s, &own, 0), NULL);
}

static size_t line_id(struct speedscope *s, const struct stack_frame *frame)
{
    return ids_of(&s->frames, frame_key(s, frame, frame->line), NULL);
}

static void put_stack(void *arg, const struct stack_sample *sample)
{
    struct speedscope *s = arg;

    if (!stack_weight(sample, s->has_times))
        return;
    json_open_list(&s->json, NULL);
    for (size_t i = 0; i < sample->depth; i++) {
        json_count(&s->json, NULL, function_id(s, &sample->frames[i]));
        if (!sample->frames[i].function->is_outside)
            json_count(&s->json, NULL, line_id(s, &sample->frames[i]));
    }
    json_close_list(&s->json);
}

static void put_weight(void *arg, const struct stack_sample *sample)
{
    struct speedscope *s = arg;
    const uint64_t weight = stack_weight(sample, s->has_times);

    if (weight)
        json_count(&s->json, NULL, weight);
    count_add(&s->total, weight);
}

static char *frame_name(const struct speedscope *s, const struct function *f,
                        struct id_key key)
{
    const char *label = label_of(s->labels, s->job->profile, f);
    const uint32_t line = (uint32_t)key.number;

    if (!line)
        return memory_format("%s", label);
    if (key.text != f->file)
        return memory_format("%s:%s:%" PRIu32, label, path_base(key.text), line);
    return memory_format("%s:%" PRIu32, label, line);
}

static void put_frame(struct speedscope *s, struct id_key key)
{
    const struct function *f = &s->job->profile->functions[key.number >> 32];
    const uint32_t line = (uint32_t)key.number;
    char *name = frame_name(s, f, key);

    json_open_object(&s->json, NULL);
    json_string(&s->json, "name", name);
    if (!f->is_outside) {
        json_string(&s->json, "file", sources_path(s->job->sources, key.text));
        json_count(&s->json, "line", line ? line : f->line);
    }
    json_close_object(&s->json);
    free(name);
}

static void put_profile(struct speedscope *s)
{
    const struct profile *profile = s->job->profile;

    json_open_object(&s->json, NULL);
    json_string(&s->json, "type", "sampled");
    json_string(&s->json, "name", s->has_times ? "time" : "hits");
    json_string(&s->json, "unit", s->has_times ? "nanoseconds" : "none");
    json_open_list(&s->json, "samples");
    stacks_walk(profile, put_stack, s);
    json_close_list(&s->json);
    json_open_list(&s->json, "weights");
    stacks_walk(profile, put_weight, s);
    json_close_list(&s->json);
    json_count(&s->json, "startValue", 0);
    json_count(&s->json, "endValue", s->total);
    json_close_object(&s->json);
}

void export_speedscope(const struct export_job *job)
{
    struct speedscope s = {
        .job = job,
        .labels = labels_make(job->profile),
        .json = {.out = job->out},
        .has_times = profile_has_times(job->profile),
    };

    json_open_object(&s.json, NULL);
    json_string(&s.json, "$schema", SCHEMA);
    json_string(&s.json, "exporter", "lineprof " LINEPROF_VERSION);
    json_string(&s.json, "name",
                job->profile->input_count ? job->profile->inputs[0].program : "");
    json_open_list(&s.json, "profiles");
    put_profile(&s);
    json_close_list(&s.json);
    json_open_object(&s.json, "shared");
    json_open_list(&s.json, "frames");
    for (size_t i = 0; i < s.frames.count; i++)
        put_frame(&s, s.frames.keys[i]);
    json_close_list(&s.json);
    json_close_object(&s.json);
    json_close_object(&s.json);
    fputc('\n', job->out);
    ids_release(&s.frames);
    labels_release(s.labels, job->profile);
}
