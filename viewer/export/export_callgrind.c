/* SPDX-License-Identifier: MIT */
/* The format of valgrind's callgrind, for KCachegrind and callgrind_annotate: costs are
   a line's own, what its calls cost stands beside them.  Names are written once and
   numbered. */
#include "analysis/outside.h"
#include "base/ids.h"
#include "base/memory.h"
#include "base/saturate.h"
#include "base/text.h"
#include "export/export_labels.h"
#include "export/export_stacks.h"
#include "export/exporter.h"

#include <inttypes.h>
#include <stdlib.h>

struct callgrind {
    FILE *out;
    const struct profile *profile;
    struct sources *sources;
    char **labels;
    struct ids files;
    struct ids functions;
    const char *file;      /* that costs now belong to */
    uint64_t *outside_own; /* by call, see there */
    uint64_t *outside_ns;  /* by function, the same */
    bool has_times;
};

/* "KEY=(1) NAME", the name only the first time. */
static void put_name(struct callgrind *c, const char *key, struct ids *ids,
                     struct id_key name)
{
    bool is_new = false;
    const size_t id = ids_of(ids, name, &is_new);

    fprintf(c->out, "%s=(%zu)", key, id + 1);
    if (is_new) {
        fputc(' ', c->out);
        string_print_clean(c->out, name.text);
    }
    fputc('\n', c->out);
}

/* "" is where nobody knows. */
static void put_file(struct callgrind *c, const char *key, const char *file)
{
    const char *path = *file ? sources_path(c->sources, file) : "???";

    put_name(c, key, &c->files, (struct id_key){.text = path});
}

/* Labels may be equal, where places are as well; functions are not. */
static void put_function_name(struct callgrind *c, const char *key,
                              const struct function *f)
{
    const size_t index = (size_t)(f - c->profile->functions);
    put_name(c, key, &c->functions,
             (struct id_key){.text = c->labels[index], .number = index});
}

/* Costs from here on are of lines of `file`, which may be another than the function's. */
static void enter_file(struct callgrind *c, const struct function *f, const char *file)
{
    if (file == c->file)
        return;
    put_file(c, file == f->file ? "fe" : "fi", file);
    c->file = file;
}

static void put_cost(struct callgrind *c, uint32_t line, uint64_t ns, uint64_t hits)
{
    fprintf(c->out, "%" PRIu32, line);
    if (c->has_times)
        fprintf(c->out, " %" PRIu64, ns);
    fprintf(c->out, " %" PRIu64 "\n", hits);
}

/* What a line called that is not profiled is a function here, too: what that took is no
   more the line's own.  Returns what is left of that. */
static uint64_t give_to_outside(struct callgrind *c, const struct line *line,
                                const struct call *calls, size_t count)
{
    uint64_t own_ns = line->self_ns;

    for (size_t i = 0; i < count; i++) {
        const uint64_t ns = c->outside_own[&calls[i] - c->profile->calls];
        if (!ns || calls[i].file != line->file || calls[i].line != line->number)
            continue;
        time_add(&c->outside_ns[calls[i].callee - c->profile->functions], ns);
        own_ns -= ns;
    }
    return own_ns;
}

static void put_callee(struct callgrind *c, const struct function *f, uint64_t count)
{
    put_file(c, "cfi", f->file);
    put_function_name(c, "cfn", f);
    fprintf(c->out, "calls=%" PRIu64 " %" PRIu32 "\n", count, f->line);
}

/* How often lines were hit in a callee is not known for each of its callers. */
static void put_call(struct callgrind *c, const struct call *call)
{
    enter_file(c, call->caller, call->file);
    put_callee(c, call->callee, call->count);
    put_cost(c, call->line,
             call->callee->is_outside ? c->outside_own[call - c->profile->calls]
                                      : call->total_ns,
             0);
}

/* calls   those of the profile from the function on; returns how many are its */
static size_t put_function(struct callgrind *c, const struct function *f,
                           const struct call *calls, size_t call_count)
{
    size_t count = 0;

    while (count < call_count && calls[count].caller == f)
        count++;
    fputc('\n', c->out);
    put_file(c, "fl", f->file);
    put_function_name(c, "fn", f);
    c->file = f->file;
    for (size_t i = 0; i < f->line_count; i++) {
        enter_file(c, f, f->lines[i].file);
        put_cost(c, f->lines[i].number, give_to_outside(c, &f->lines[i], calls, count),
                 f->lines[i].hits);
    }
    if (!f->line_count)
        put_cost(c, f->line, f->self_ns, 0);
    for (size_t i = 0; i < count; i++)
        put_call(c, &calls[i]);
    return count;
}

/* Those that lines called which are shown. */
static void put_functions_outside(struct callgrind *c)
{
    for (size_t i = 0; i < c->profile->function_count; i++) {
        const struct function *f = &c->profile->functions[i];
        if (!f->is_outside || !c->outside_ns[i])
            continue;
        fputc('\n', c->out);
        put_file(c, "fl", f->file);
        put_function_name(c, "fn", f);
        put_cost(c, f->line, c->outside_ns[i], 0);
    }
}

/* What a function took when code that is not profiled called it: so that what all its
   callers add up to is its total. */
struct outside {
    uint64_t count;
    uint64_t ns;
};

static uint64_t rest(uint64_t all, uint64_t part)
{
    return part < all ? all - part : 0;
}

static struct outside *find_outside(const struct profile *profile)
{
    struct outside *outside = memory_zeroed(profile->function_count, sizeof *outside);

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        outside[i] = (struct outside){.count = f->calls, .ns = f->total_ns};
    }
    for (size_t i = 0; i < profile->call_count; i++) {
        const struct call *call = &profile->calls[i];
        struct outside *callee = &outside[call->callee - profile->functions];
        callee->count = rest(callee->count, call->count);
        callee->ns = rest(callee->ns, call->total_ns);
    }
    return outside;
}

static void put_outside(struct callgrind *c)
{
    struct outside *outside = find_outside(c->profile);

    fputs("\nfl=(0) ???\nfn=(0) (not profiled)\n", c->out);
    for (size_t i = 0; i < c->profile->function_count; i++) {
        const struct function *f = &c->profile->functions[i];
        if (!f->shown || !outside[i].count)
            continue;
        put_callee(c, f, outside[i].count);
        put_cost(c, 0, outside[i].ns, 0);
    }
    free(outside);
}

static void put_command(FILE *out, struct lprof_text command)
{
    fputs("cmd:", out);
    while (command.size) {
        const struct lprof_text word = lprof_text_part(command, 0);
        const size_t step = word.size < command.size ? word.size + 1 : word.size;
        fputc(' ', out);
        text_print_clean(out, word);
        command.bytes += step;
        command.size -= step;
    }
    fputc('\n', out);
}

static void put_header(struct callgrind *c)
{
    fputs("# callgrind format\nversion: 1\ncreator: lineprof " LINEPROF_VERSION "\n",
          c->out);
    if (c->profile->input_count == 1) {
        fprintf(c->out, "pid: %" PRIu32 "\n", c->profile->inputs[0].pid);
        put_command(c->out, c->profile->inputs[0].command);
    }
    fputs("part: 1\npositions: line\n", c->out);
    if (c->has_times)
        fputs("event: Time_ns : Time (ns)\n", c->out);
    fprintf(c->out, "event: Hits : Hits\nevents:%s Hits\n",
            c->has_times ? " Time_ns" : "");
}

static void put_totals(struct callgrind *c)
{
    uint64_t ns = 0;
    uint64_t hits = 0;

    for (size_t i = 0; i < c->profile->function_count; i++) {
        const struct function *f = &c->profile->functions[i];
        if (!f->shown)
            continue;
        time_add(&ns, f->self_ns);
        for (size_t j = 0; j < f->line_count; j++)
            count_add(&hits, f->lines[j].hits);
    }
    fputs("\ntotals:", c->out);
    if (c->has_times)
        fprintf(c->out, " %" PRIu64, ns);
    fprintf(c->out, " %" PRIu64 "\n", hits);
}

void export_callgrind(const struct export_job *job)
{
    const struct profile *profile = job->profile;
    struct callgrind c = {
        .out = job->out,
        .profile = profile,
        .sources = job->sources,
        .labels = labels_make(profile),
        .outside_own = outside_own(profile),
        .outside_ns = memory_zeroed(profile->function_count, sizeof *c.outside_ns),
        .has_times = profile_has_times(profile),
    };
    size_t call = 0;

    put_header(&c);
    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        while (call < profile->call_count && profile->calls[call].caller < f)
            call++;
        if (f->shown)
            call +=
                put_function(&c, f, profile->calls + call, profile->call_count - call);
    }
    put_functions_outside(&c);
    put_outside(&c);
    put_totals(&c);
    free(c.outside_own);
    free(c.outside_ns);
    labels_release(c.labels, profile);
    ids_release(&c.files);
    ids_release(&c.functions);
}
