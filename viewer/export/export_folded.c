/* SPDX-License-Identifier: MIT */
/* Collapsed stacks, one a line, as flamegraph.pl and its kin read them:
   "f;f:12;g;g:3 NUMBER", where a line is a frame above its function. */
#include "base/memory.h"
#include "base/text.h"
#include "export/export_labels.h"
#include "export/export_stacks.h"
#include "export/exporter.h"

#include <inttypes.h>
#include <stdlib.h>

struct folded {
    const struct export_job *job;
    char **labels;
    bool has_times;
};

/* Without what separates frames. */
static char *frame_name(const char *label)
{
    char *name = memory_format("%s", label);

    for (char *at = name; *at; at++) {
        if (*at == ';')
            *at = ':';
    }
    return name;
}

static void put_frame(struct folded *folded, const struct stack_frame *frame)
{
    FILE *out = folded->job->out;
    const struct function *f = frame->function;
    char *name = frame_name(label_of(folded->labels, folded->job->profile, f));

    string_print_valid(out, name);
    if (f->is_outside) {
        free(name);
        return;
    }
    fputc(';', out);
    string_print_valid(out, name);
    free(name);
    if (frame->file != f->file) {
        name = frame_name(path_base(frame->file));
        fputc(':', out);
        string_print_valid(out, name);
        free(name);
    }
    fprintf(out, ":%" PRIu32, frame->line);
}

static void put_stack(void *arg, const struct stack_sample *sample)
{
    struct folded *folded = arg;
    const uint64_t weight = stack_weight(sample, folded->has_times);

    if (!weight)
        return;
    for (size_t i = 0; i < sample->depth; i++) {
        if (i)
            fputc(';', folded->job->out);
        put_frame(folded, &sample->frames[i]);
    }
    fprintf(folded->job->out, " %" PRIu64 "\n", weight);
}

void export_folded(const struct export_job *job)
{
    struct folded folded = {
        .job = job,
        .labels = labels_make(job->profile),
        .has_times = profile_has_times(job->profile),
    };

    stacks_walk(job->profile, put_stack, &folded);
    labels_release(folded.labels, job->profile);
}
