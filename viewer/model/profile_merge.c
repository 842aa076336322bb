/* SPDX-License-Identifier: MIT */
/* Adds functions together: the instances, parts and copies within a file, and the same
   function of several files.  Everything is sorted first, so that the result does not
   depend on any order, and nothing takes more than n log n. */
#include "base/memory.h"
#include "base/saturate.h"
#include "model/profile_entries.h"
#include "model/profile_files.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* The first that is not 0. */
static int first_of(const int *orders, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (orders[i])
            return orders[i];
    }
    return 0;
}

#define FIRST_OF(...) \
    first_of((const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

/* Strings of one pool: equal ones have one address. */
static int order_strings(const char *a, const char *b)
{
    return a == b ? 0 : strcmp(a, b);
}

/* ---- Lines ---- */

/* arg: the function's own file, which comes first */
static int order_lines(const void *a, const void *b, void *arg)
{
    const struct line *x = a;
    const struct line *y = b;

    if (x->file == y->file)
        return ORDER(x->number, y->number);
    if (x->file == arg || y->file == arg)
        return x->file == arg ? -1 : 1;
    return strcmp(x->file, y->file);
}

/* Once all are added: percentiles from the line's visits, the standard error from its
   variance. */
static void settle(struct line *line)
{
    const struct {
        uint64_t *ns;
        unsigned percent;
    } wanted[] = {
        {&line->p50_ns, 50},
        {&line->p90_ns, 90},
        {&line->p99_ns, 99},
    };

    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        *wanted[i].ns = line->visits && line->timed
                            ? visits_percentile(line->visits, wanted[i].percent,
                                                line->min_ns, line->max_ns)
                            : NOT_KNOWN;
    line->time_se_ns = line->variance == VARIANCE_NOT_KNOWN
                           ? NOT_KNOWN
                           : (uint64_t)llround(sqrt((double)line->variance));
}

void lines_release(struct function *f)
{
    for (size_t i = 0; i < f->line_count; i++) {
        free(f->lines[i].visits);
        free(f->lines[i].portions);
    }
    free(f->lines);
    free(f->portions);
    f->portions = NULL;
    f->lines = NULL;
    f->line_count = 0;
}

/* What is not known of one is not known of both; errors are independent. */
static void add_unknown(struct line *sum, const struct line *more)
{
    sum->off_cpu_ns = sum_of_known(sum->off_cpu_ns, more->off_cpu_ns);
    if (sum->variance == VARIANCE_NOT_KNOWN || more->variance == VARIANCE_NOT_KNOWN)
        sum->variance = VARIANCE_NOT_KNOWN;
    else if (__builtin_add_overflow(sum->variance, more->variance, &sum->variance) ||
             sum->variance == VARIANCE_NOT_KNOWN)
        sum->variance = VARIANCE_NOT_KNOWN - 1;
}

/* It has done nothing, and what it does not know is of nothing. */
static bool is_untouched(const struct line *line)
{
    const struct heap_sums *heap = &line->heap;

    return !line->hits && !line->time_ns && !heap->allocs && !heap->freed &&
           (!heap->at_peak || heap->at_peak == NOT_KNOWN);
}

/* `more` is used up. */
static void add_line(struct line *sum, struct line *more)
{
    if (is_untouched(more)) {
        free(more->visits);
        more->visits = NULL;
        return;
    }
    if (is_untouched(sum)) {
        free(sum->visits);
        *sum = *more;
        more->visits = NULL;
        return;
    }
    count_add(&sum->hits, more->hits);
    time_add(&sum->time_ns, more->time_ns);
    time_add(&sum->self_ns, more->self_ns);
    add_unknown(sum, more);
    heap_add(&sum->heap, &more->heap);
    sum->visits = visits_join(sum->visits, more->visits);
    more->visits = NULL;
    if (!more->timed)
        return;
    if (!sum->timed || more->min_ns < sum->min_ns)
        sum->min_ns = more->min_ns;
    if (more->max_ns > sum->max_ns)
        sum->max_ns = more->max_ns;
    count_add(&sum->timed, more->timed);
}

void lines_merge(struct function *f)
{
    size_t kept = 0;

    if (!f->line_count)
        return;
    qsort_r(f->lines, f->line_count, sizeof *f->lines, order_lines, (void *)f->file);
    for (size_t i = 1; i < f->line_count; i++) {
        if (f->lines[i].file == f->lines[kept].file &&
            f->lines[i].number == f->lines[kept].number)
            add_line(&f->lines[kept], &f->lines[i]);
        else
            f->lines[++kept] = f->lines[i];
    }
    f->line_count = kept + 1;
}

/* ---- Functions ---- */

static int order_place(const struct function *a, const struct function *b)
{
    return FIRST_OF(order_strings(a->file, b->file), ORDER(a->line, b->line),
                    order_strings(a->name, b->name));
}

static int order_text(const struct function *a, const struct function *b)
{
    return FIRST_OF(ORDER(a->end_line, b->end_line),
                    ORDER(a->source_hash, b->source_hash));
}

static int order_build(const struct function *a, const struct function *b)
{
    return FIRST_OF(order_place(a, b), order_text(a, b));
}

/* Functions that are one to the user: the same text at the same place, and, where they
   are kept apart, the same instance of it. */
static int order_identity(const struct function *a, const struct function *b)
{
    return FIRST_OF(order_build(a, b),
                    a->instance ? order_strings(a->instance, b->instance) : 0);
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;
    return FIRST_OF(order_identity(&x->function, &y->function),
                    ORDER(x->is_part, y->is_part),
                    order_strings(x->function.symbol, y->function.symbol),
                    ORDER(x->input, y->input), ORDER(x->serial, y->serial));
}

static size_t count_lines(const struct entry *entries, size_t count)
{
    size_t lines = 0;
    for (size_t i = 0; i < count; i++)
        lines += entries[i].function.line_count;
    return lines;
}

/* The lines move over. */
static void add_function(struct function *sum, struct function *more)
{
    if (!sum->source.size) {
        sum->source = more->source;
        sum->source_line = more->source_line;
    }
    if (unit_order(more->unit, sum->unit) < 0)
        sum->unit = more->unit; /* the same one whatever the order */
    sum->has_times = sum->has_times && more->has_times;
    if (sum->heap_state < more->heap_state)
        sum->heap_state = more->heap_state;
    count_add(&sum->calls, more->calls);
    sum->primitive_calls = sum_of_known(sum->primitive_calls, more->primitive_calls);
    time_add(&sum->total_ns, more->total_ns);
    time_add(&sum->self_ns, more->self_ns);
    if (more->line_count)
        memcpy(sum->lines + sum->line_count, more->lines,
               more->line_count * sizeof *more->lines);
    sum->line_count += more->line_count;
    for (size_t i = 0; i < more->line_count; i++)
        more->lines[i].visits = NULL;
}

/* Entries that are one function. */
static struct function merge_group(const struct profile *profile, struct entry *entries,
                                   size_t count)
{
    struct function sum = entries[0].function;

    sum.lines = memory_zeroed(count_lines(entries, count), sizeof *sum.lines);
    sum.line_count = 0;
    sum.calls = sum.primitive_calls = sum.total_ns = sum.self_ns = 0;
    for (size_t i = 0; i < count; i++)
        add_function(&sum, &entries[i].function);
    lines_merge(&sum);
    /* Of many files' lines one each has stayed: the room of the others goes to the next.
     */
    sum.lines = memory_fitted(sum.lines, sum.line_count, sizeof *sum.lines);
    for (size_t i = 0; i < sum.line_count; i++) {
        settle(&sum.lines[i]);
        if (sum.heap_state != HEAP_COUNTED)
            sum.lines[i].heap = heap_not_counted;
    }
    if (profile->part_kind != PARTS_NONE)
        parts_share_out(profile, &sum, entries, count);
    return sum;
}

/* places    for each entry's serial, the index of the function it went into */
static void merge_functions(const struct entries *entries, struct profile *profile,
                            size_t *places)
{
    size_t start = 0;

    profile->functions = memory_zeroed(entries->count, sizeof *profile->functions);
    for (size_t i = 0; i < entries->count; i++) {
        const struct function *next = &entries->all[i + 1].function;
        places[entries->all[i].serial] = profile->function_count;
        if (i + 1 < entries->count &&
            !order_identity(&entries->all[start].function, next))
            continue;
        profile->functions[profile->function_count++] =
            merge_group(profile, &entries->all[start], i + 1 - start);
        start = i + 1;
    }
}

/* ---- Builds that do not fit ---- */

typedef int (*entry_order)(const struct function *a, const struct function *b);

/* Entries in [a, b) and [b, c), each ascending by input: some file has both. */
static bool share_input(struct entry *const *sorted, size_t a, size_t b, size_t c)
{
    for (size_t i = a, j = b; i < b && j < c;) {
        if (sorted[i]->input == sorted[j]->input)
            return true;
        if (sorted[i]->input < sorted[j]->input)
            i++;
        else
            j++;
    }
    return false;
}

static size_t end_of_run(struct entry *const *sorted, size_t count, size_t start,
                         entry_order same)
{
    size_t end = start + 1;
    while (end < count && !same(&sorted[start]->function, &sorted[end]->function))
        end++;
    return end;
}

/*
 * Two entries that say they are the same function (`same`) and yet are not alike
 * (`alike`), in files of which none has both: those are two builds.  A file that has both
 * was itself made of two.  `sorted` is by same, then alike, then input.
 */
static bool find_misfit(struct entry *const *sorted, size_t count, entry_order same,
                        entry_order alike, const struct entry *misfit[2])
{
    for (size_t start = 0, middle, end; start < count; start = middle) {
        middle = end_of_run(sorted, count, start, alike);
        if (middle == count || same(&sorted[start]->function, &sorted[middle]->function))
            continue;
        end = end_of_run(sorted, count, middle, alike);
        if (share_input(sorted, start, middle, end))
            continue;
        misfit[0] = sorted[start];
        misfit[1] = sorted[middle];
        return true;
    }
    return false;
}

static int order_symbol(const struct function *a, const struct function *b)
{
    return FIRST_OF(order_strings(a->file, b->file), order_strings(a->name, b->name),
                    order_strings(a->symbol, b->symbol));
}

static int order_symbol_line(const struct function *a, const struct function *b)
{
    return FIRST_OF(order_symbol(a, b), ORDER(a->line, b->line));
}

static int compare_places(const void *a, const void *b)
{
    const struct entry *x = *(const struct entry *const *)a;
    const struct entry *y = *(const struct entry *const *)b;
    return FIRST_OF(order_build(&x->function, &y->function), ORDER(x->input, y->input));
}

static int compare_symbols(const void *a, const void *b)
{
    const struct entry *x = *(const struct entry *const *)a;
    const struct entry *y = *(const struct entry *const *)b;
    return FIRST_OF(order_symbol_line(&x->function, &y->function),
                    ORDER(x->input, y->input));
}

/* A changed text at the same place, or the same symbol at another. */
static bool find_other_build(struct entries *entries, const struct entry *misfit[2])
{
    struct entry **sorted = memory_zeroed(entries->count, sizeof *sorted);

    for (size_t i = 0; i < entries->count; i++)
        sorted[i] = &entries->all[i];
    qsort(sorted, entries->count, sizeof *sorted, compare_places);
    bool found = find_misfit(sorted, entries->count, order_place, order_build, misfit);
    if (!found) {
        qsort(sorted, entries->count, sizeof *sorted, compare_symbols);
        found =
            find_misfit(sorted, entries->count, order_symbol, order_symbol_line, misfit);
    }
    free(sorted);
    return found;
}

static char *misfit_text(const struct profile *profile,
                         const struct entry *const misfit[2])
{
    const struct function *f = &misfit[1]->function;
    const struct function *other = &misfit[0]->function;

    return memory_format(
        "%s: %s (%s:%" PRIu32 ", text %016" PRIx64 ") is of another build than in %s "
        "(line %" PRIu32 ", text %016" PRIx64 "); runs of different builds cannot be "
        "added together",
        profile->inputs[misfit[1]->input].path, f->name, f->file, f->line, f->source_hash,
        profile->inputs[misfit[0]->input].path, other->line, other->source_hash);
}

/* ---- Calls ---- */

static int compare_calls(const void *a, const void *b)
{
    const struct call *x = a;
    const struct call *y = b;
    return FIRST_OF(ORDER(x->caller, y->caller), order_strings(x->file, y->file),
                    ORDER(x->line, y->line), ORDER(x->callee, y->callee));
}

static void merge_calls(const struct entries *entries, struct profile *profile,
                        const size_t *places)
{
    profile->calls = memory_zeroed(entries->call_count, sizeof *profile->calls);
    for (size_t i = 0; i < entries->call_count; i++) {
        const struct entry_call *from = &entries->calls[i];
        profile->calls[i] = (struct call){
            .caller = &profile->functions[places[from->caller]],
            .callee = &profile->functions[places[from->callee]],
            .file = from->file,
            .line = from->line,
            .count = from->count,
            .total_ns = from->total_ns,
        };
    }
    qsort(profile->calls, entries->call_count, sizeof *profile->calls, compare_calls);
    for (size_t i = 0; i < entries->call_count; i++) {
        struct call *last =
            profile->call_count ? &profile->calls[profile->call_count - 1] : NULL;
        const struct call *next = &profile->calls[i];
        if (last && !compare_calls(last, next)) {
            count_add(&last->count, next->count);
            time_add(&last->total_ns, next->total_ns);
        } else {
            profile->calls[profile->call_count++] = *next;
        }
    }
}

bool entries_fit(struct entries *entries, const struct profile *profile, char **error)
{
    const struct entry *misfit[2] = {NULL, NULL};

    if (profile->input_count < 2 || !find_other_build(entries, misfit))
        return true;
    *error = misfit_text(profile, misfit);
    return false;
}

void entries_merge(struct entries *entries, struct profile *profile)
{
    size_t *places = memory_zeroed(entries->count, sizeof *places);

    if (entries->count)
        qsort(entries->all, entries->count, sizeof *entries->all, compare_entries);
    merge_functions(entries, profile, places);
    merge_calls(entries, profile, places);
    entries_merge_nodes(entries, profile, places);
    free(places);
}
