/* SPDX-License-Identifier: MIT */
/*
 * pprof's profile.proto, compressed, for `go tool pprof`, Pyroscope and others.  Each
 * line that ran is a sample of two values: its hits, and its own time in ns; of four
 * where allocations were counted.
 */
#include "base/gzip.h"
#include "base/ids.h"
#include "base/saturate.h"
#include "base/text.h"
#include "export/export_labels.h"
#include "export/export_stacks.h"
#include "export/exporter.h"
#include "export/proto_writer.h"

#include <stdlib.h>
#include <string.h>

/* Field numbers of profile.proto. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING = 6,
    PROFILE_TIME_NS = 9,
    PROFILE_DURATION_NS = 10,
    PROFILE_DEFAULT_TYPE = 14,

    VALUE_TYPE = 1,
    VALUE_UNIT = 2,

    SAMPLE_LOCATION = 1,
    SAMPLE_VALUE = 2,

    MAPPING_ID = 1,
    MAPPING_FILE = 5,
    MAPPING_HAS_FUNCTIONS = 7,
    MAPPING_HAS_FILES = 8,
    MAPPING_HAS_LINES = 9,

    LOCATION_ID = 1,
    LOCATION_MAPPING = 2,
    LOCATION_LINE = 4,
    LINE_FUNCTION = 1,
    LINE_NUMBER = 2,

    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYMBOL = 3,
    FUNCTION_FILE = 4,
    FUNCTION_LINE = 5,
};

struct pprof {
    const struct export_job *job;
    char **labels;
    struct proto out;
    struct ids strings;   /* 0 is the empty one */
    struct ids functions; /* by file; number: the profile's function */
    struct ids locations; /* by file; number: of function (above) and line */
    bool has_heap;
    bool has_peak;
};

static uint64_t string_id(struct pprof *p, const char *string)
{
    return ids_of(&p->strings, (struct id_key){.text = string}, NULL);
}

/* Ids of functions and locations begin with 1.  A function's lines in another file make
   a function of the same name there. */
static uint64_t function_id(struct pprof *p, const struct stack_frame *frame)
{
    const uint64_t index = (uint64_t)(frame->function - p->job->profile->functions);
    bool is_new = false;
    const size_t id =
        ids_of(&p->functions, (struct id_key){.text = frame->file, .number = index},
               &is_new) +
        1;

    if (!is_new)
        return id;
    struct proto function = {0};
    proto_put_number(&function, FUNCTION_ID, id);
    proto_put_number(&function, FUNCTION_NAME, string_id(p, p->labels[index]));
    proto_put_number(&function, FUNCTION_SYMBOL, string_id(p, frame->function->symbol));
    proto_put_number(&function, FUNCTION_FILE,
                     string_id(p, sources_path(p->job->sources, frame->file)));
    if (frame->file == frame->function->file)
        proto_put_number(&function, FUNCTION_LINE, frame->function->line);
    proto_move_into(&p->out, PROFILE_FUNCTION, &function);
    proto_release(&function);
    return id;
}

static uint64_t location_id(struct pprof *p, const struct stack_frame *frame)
{
    const uint64_t function = function_id(p, frame);
    bool is_new = false;
    const size_t id =
        ids_of(&p->locations,
               (struct id_key){.text = "", .number = function << 32 | frame->line},
               &is_new) +
        1;

    if (!is_new)
        return id;
    struct proto location = {0};
    struct proto line = {0};
    proto_put_number(&line, LINE_FUNCTION, function);
    proto_put_number(&line, LINE_NUMBER, frame->line);
    proto_put_number(&location, LOCATION_ID, id);
    proto_put_number(&location, LOCATION_MAPPING, 1);
    proto_move_into(&location, LOCATION_LINE, &line);
    proto_move_into(&p->out, PROFILE_LOCATION, &location);
    proto_release(&line);
    proto_release(&location);
    return id;
}

/* pprof's values are signed. */
static uint64_t at_most_signed(uint64_t count)
{
    return count < TIME_MOST ? count : TIME_MOST;
}

static void put_sample(void *arg, const struct stack_sample *stack)
{
    struct pprof *p = arg;
    struct proto sample = {0};
    struct proto packed = {0};

    for (size_t i = stack->depth; i > 0; i--) /* the innermost comes first */
        proto_put_packed(&packed, location_id(p, &stack->frames[i - 1]));
    proto_move_into(&sample, SAMPLE_LOCATION, &packed);
    proto_put_packed(&packed, at_most_signed(stack->hits));
    proto_put_packed(&packed, stack->self_ns);
    if (p->has_heap) {
        proto_put_packed(&packed, at_most_signed(stack->self_allocs));
        proto_put_packed(&packed, at_most_signed(stack->self_bytes));
    }
    if (p->has_peak)
        proto_put_packed(&packed, at_most_signed(stack->peak_bytes));
    proto_move_into(&sample, SAMPLE_VALUE, &packed);
    proto_move_into(&p->out, PROFILE_SAMPLE, &sample);
    proto_release(&packed);
    proto_release(&sample);
}

static void put_type(struct pprof *p, const char *type, const char *unit)
{
    struct proto value = {0};

    proto_put_number(&value, VALUE_TYPE, string_id(p, type));
    proto_put_number(&value, VALUE_UNIT, string_id(p, unit));
    proto_move_into(&p->out, PROFILE_SAMPLE_TYPE, &value);
    proto_release(&value);
}

/* Says that there is nothing to look up in a binary. */
static void put_mapping(struct pprof *p, const struct profile *profile)
{
    struct proto mapping = {0};

    proto_put_number(&mapping, MAPPING_ID, 1);
    if (profile->input_count)
        proto_put_number(&mapping, MAPPING_FILE,
                         string_id(p, profile->inputs[0].program));
    proto_put_number(&mapping, MAPPING_HAS_FUNCTIONS, 1);
    proto_put_number(&mapping, MAPPING_HAS_FILES, 1);
    proto_put_number(&mapping, MAPPING_HAS_LINES, 1);
    proto_move_into(&p->out, PROFILE_MAPPING, &mapping);
    proto_release(&mapping);
}

static void put_run(struct pprof *p, const struct profile *profile)
{
    if (profile->input_count == 1) {
        proto_put_number(&p->out, PROFILE_TIME_NS, profile->inputs[0].start_ns);
        proto_put_number(&p->out, PROFILE_DURATION_NS, profile->inputs[0].wall_ns);
    }
    proto_put_number(&p->out, PROFILE_DEFAULT_TYPE,
                     string_id(p, profile_has_times(profile) ? "wall" : "hits"));
}

/* Strings of profile.proto are UTF-8. */
static void put_string(struct pprof *p, const char *string)
{
    char *valid = text_valid_copy(text_of(string));

    proto_put_bytes(&p->out, PROFILE_STRING, valid, strlen(valid));
    free(valid);
}

void export_pprof(const struct export_job *job)
{
    struct pprof p = {.job = job,
                      .labels = labels_make(job->profile),
                      .has_heap = profile_has_heap(job->profile),
                      .has_peak = profile_has_peak(job->profile)};

    string_id(&p, "");
    put_type(&p, "hits", "count");
    put_type(&p, "wall", "nanoseconds");
    if (p.has_heap) {
        put_type(&p, "alloc_objects", "count");
        put_type(&p, "alloc_space", "bytes");
    }
    if (p.has_peak)
        put_type(&p, "inuse_space", "bytes");
    put_mapping(&p, job->profile);
    stacks_walk(job->profile, put_sample, &p);
    put_run(&p, job->profile);
    for (size_t i = 0; i < p.strings.count; i++)
        put_string(&p, p.strings.keys[i].text);
    gzip_print(job->out, p.out.bytes, p.out.size);

    proto_release(&p.out);
    ids_release(&p.strings);
    ids_release(&p.functions);
    ids_release(&p.locations);
    labels_release(p.labels, job->profile);
}
