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

/* What stands on a line of the file. */
struct costs {
    uint64_t ns;
    uint64_t hits;
    uint64_t allocs;
    uint64_t bytes;
};

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
    bool has_heap;
    struct costs *calls; /* of the profile's */
};

static uint64_t known(uint64_t quantity)
{
    return quantity == NOT_KNOWN ? 0 : quantity;
}

/* ---- What calls cost ---- */

static bool is_same_line(const struct call *a, const struct call *b)
{
    return a->caller == b->caller && a->file == b->file && a->line == b->line;
}

/* What a line's callees allocated together; of one that is not there, nothing. */
static struct costs called_from(const struct call *call)
{
    const struct function *f = call->caller;

    for (size_t i = 0; i < f->line_count; i++) {
        const struct line *line = &f->lines[i];
        if (line->file == call->file && line->number == call->line &&
            line->heap.allocs != NOT_KNOWN)
            return (struct costs){.allocs = line->heap.allocs - line->heap.own_allocs,
                                  .bytes = line->heap.bytes - line->heap.own_bytes};
    }
    return (struct costs){0};
}

/* The first so many parts of a whole. */
static uint64_t part_of(uint64_t whole, uint64_t parts, uint64_t all)
{
    __extension__ typedef unsigned __int128 wide;

    return all ? (uint64_t)((wide)whole * parts / all) : 0;
}

/* Of calls from one line: what they allocated is shared out by how many they are. */
static void share_heap(const struct call *calls, size_t count, struct costs *costs)
{
    const struct costs whole = called_from(calls);
    uint64_t all = 0;
    uint64_t before = 0;

    for (size_t i = 0; i < count; i++)
        count_add(&all, calls[i].count);
    for (size_t i = 0; i < count; i++) {
        uint64_t until = before;
        count_add(&until, calls[i].count);
        costs[i].allocs =
            part_of(whole.allocs, until, all) - part_of(whole.allocs, before, all);
        costs[i].bytes =
            part_of(whole.bytes, until, all) - part_of(whole.bytes, before, all);
        before = until;
    }
}

static struct costs *find_calls(const struct profile *profile, bool has_heap)
{
    struct costs *costs = memory_zeroed(profile->call_count, sizeof *costs);
    size_t same = 0;

    for (size_t i = 0; i < profile->call_count; i++)
        costs[i].ns = profile->calls[i].total_ns;
    for (size_t i = 0; has_heap && i < profile->call_count; i += same) {
        same = 1;
        while (i + same < profile->call_count &&
               is_same_line(&profile->calls[i], &profile->calls[i + same]))
            same++;
        share_heap(&profile->calls[i], same, &costs[i]);
    }
    return costs;
}

/* ---- Functions ---- */

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

static void put_values(const struct callgrind *c, struct costs costs)
{
    if (c->has_times)
        fprintf(c->out, " %" PRIu64, costs.ns);
    fprintf(c->out, " %" PRIu64, costs.hits);
    if (c->has_heap)
        fprintf(c->out, " %" PRIu64 " %" PRIu64, costs.allocs, costs.bytes);
    fputc('\n', c->out);
}

static void put_cost(struct callgrind *c, uint32_t line, struct costs costs)
{
    fprintf(c->out, "%" PRIu32, line);
    put_values(c, costs);
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
    struct costs costs = c->calls[call - c->profile->calls];

    if (call->callee->is_outside)
        costs = (struct costs){.ns = c->outside_own[call - c->profile->calls]};
    put_cost(c, call->line, costs);
}

static struct costs own_costs(const struct line *line, uint64_t own_ns)
{
    return (struct costs){.ns = own_ns,
                          .hits = line->hits,
                          .allocs = known(line->heap.own_allocs),
                          .bytes = known(line->heap.own_bytes)};
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
        put_cost(c, f->lines[i].number,
                 own_costs(&f->lines[i], give_to_outside(c, &f->lines[i], calls, count)));
    }
    if (!f->line_count)
        put_cost(c, f->line, (struct costs){.ns = f->self_ns});
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
        put_cost(c, f->line, (struct costs){.ns = c->outside_ns[i]});
    }
}

/* What a function took when code that is not profiled called it: so that what all its
   callers add up to is its total. */
struct outside {
    uint64_t count;
    struct costs costs;
};

static uint64_t rest(uint64_t all, uint64_t part)
{
    return part < all ? all - part : 0;
}

static struct outside *find_outside(const struct callgrind *c)
{
    const struct profile *profile = c->profile;
    struct outside *outside = memory_zeroed(profile->function_count, sizeof *outside);

    for (size_t i = 0; i < profile->function_count; i++) {
        const struct function *f = &profile->functions[i];
        const struct heap_sums heap = function_heap(f);
        outside[i] = (struct outside){
            f->calls,
            {.ns = f->total_ns,
                     .allocs = known(heap.allocs),
                     .bytes = known(heap.bytes)}
        };
    }
    for (size_t i = 0; i < profile->call_count; i++) {
        const struct call *call = &profile->calls[i];
        struct outside *callee = &outside[call->callee - profile->functions];
        callee->count = rest(callee->count, call->count);
        callee->costs.ns = rest(callee->costs.ns, c->calls[i].ns);
        callee->costs.allocs = rest(callee->costs.allocs, c->calls[i].allocs);
        callee->costs.bytes = rest(callee->costs.bytes, c->calls[i].bytes);
    }
    return outside;
}

static void put_outside(struct callgrind *c)
{
    struct outside *outside = find_outside(c);

    fputs("\nfl=(0) ???\nfn=(0) (not profiled)\n", c->out);
    for (size_t i = 0; i < c->profile->function_count; i++) {
        const struct function *f = &c->profile->functions[i];
        if (!f->shown || !outside[i].count)
            continue;
        put_callee(c, f, outside[i].count);
        put_cost(c, 0, outside[i].costs);
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
    fputs("event: Hits : Hits\n", c->out);
    if (c->has_heap)
        fputs("event: Allocs : Allocations\nevent: Bytes : Bytes allocated\n", c->out);
    fprintf(c->out, "events:%s Hits%s\n", c->has_times ? " Time_ns" : "",
            c->has_heap ? " Allocs Bytes" : "");
}

static void put_totals(struct callgrind *c)
{
    struct costs sum = {0};

    for (size_t i = 0; i < c->profile->function_count; i++) {
        const struct function *f = &c->profile->functions[i];
        if (!f->shown)
            continue;
        time_add(&sum.ns, f->self_ns);
        for (size_t j = 0; j < f->line_count; j++) {
            const struct costs own = own_costs(&f->lines[j], 0);
            count_add(&sum.hits, own.hits);
            count_add(&sum.allocs, own.allocs);
            count_add(&sum.bytes, own.bytes);
        }
    }
    fputs("\ntotals:", c->out);
    put_values(c, sum);
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
        .has_heap = profile_has_heap(profile),
    };
    size_t call = 0;

    c.calls = find_calls(profile, c.has_heap);
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
    free(c.calls);
    labels_release(c.labels, profile);
    ids_release(&c.files);
    ids_release(&c.functions);
}
