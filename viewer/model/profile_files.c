/* SPDX-License-Identifier: MIT */
#include "model/profile_files.h"

#include "base/memory.h"
#include "base/problem.h"
#include "base/text.h"
#include "phases/insides.h"
#include "phases/phases.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum run_state run_state_of(const struct lprof_reader *reader)
{
    if (lprof_reader_header(reader)->state == LPROF_STATE_COMPLETE)
        return RUN_COMPLETE;
    return lprof_reader_is_live(reader) ? RUN_RUNNING : RUN_INTERRUPTED;
}

static void fill_process(struct loaded *file, struct string_pool *pool)
{
    struct lprof_process_view process = {0};

    if (lprof_reader_count(file->reader, LPROF_RECORD_PROCESS))
        lprof_take_process(file->reader, 0, &process);
    file->input.program = string_pool_keep(pool, process.program);
    file->input.host = string_pool_keep(pool, process.host);
    file->input.command = process.command;
}

static void fill_job(struct input *input, const struct lprof_reader *reader,
                     struct string_pool *pool)
{
    struct lprof_job_view job = {0};

    if (lprof_reader_count(reader, LPROF_RECORD_JOB))
        lprof_take_job(reader, 0, &job);
    input->job = string_pool_keep(pool, job.id);
    input->job_size = job.fields.size;
    input->job_start_ns = job.fields.start_ns;
}

static void fill_input(struct loaded *file, const char *path, struct string_pool *pool)
{
    const struct lprof_header *h = lprof_reader_header(file->reader);
    const uint64_t wall_ns = h->end_clock_ns - h->start_clock_ns;

    file->rate = rate_of(h);
    file->start_ticks = h->start_ticks;
    file->start_ns = h->start_ns;
    file->input = (struct input){
        .path = path,
        .state = run_state_of(file->reader),
        .pid = h->pid,
        .rank = h->rank,
        .clock = h->clock,
        .mode = h->mode,
        .warnings = h->warnings,
        .paused = h->paused,
        .dropped_children = h->dropped_children,
        .heap_peak = h->heap_peak > INT64_MAX ? 0 : h->heap_peak,
        .start_ns = h->start_ns,
        .wall_ns = wall_ns > INT64_MAX ? 0 : wall_ns,
        .hz = rate_hz(file->rate),
        .resolution_ns = rate_exact_ns(file->rate, h->resolution_ticks),
        .has_off = h->has_off,
        .probe_ns = rate_exact_ns(file->rate, h->probe_ticks),
        .is_newer = lprof_reader_is_newer(file->reader),
        .has_rate = file->rate.is_known,
        .has_joined_phases = phases_are_joined(file->reader),
        .lacks_insides = insides_are_incomplete(file->reader),
    };
    fill_process(file, pool);
    fill_job(&file->input, file->reader, pool);
}

static void fill_units(struct loaded *file, struct string_pool *pool)
{
    const size_t count = lprof_reader_count(file->reader, LPROF_RECORD_UNIT);
    struct lprof_unit_view view;

    file->units = memory_zeroed(count, sizeof *file->units);
    for (size_t i = 0; i < count; i++) {
        lprof_take_unit(file->reader, i, &view);
        file->units[i] = (struct unit){
            .language = view.fields.language,
            .optimize = view.fields.optimize,
            .directory = string_pool_keep(pool, view.directory),
            .flags = view.flags,
        };
    }
}

static struct loaded *add_loaded(struct profile_store *store)
{
    store->files = memory_grown(store->files, store->file_count, &store->file_room,
                                sizeof *store->files);
    store->files[store->file_count] = (struct loaded){0};
    return &store->files[store->file_count];
}

static void close_loaded(struct loaded *file)
{
    lprof_reader_close(file->reader);
    lprof_reader_close(file->since_child);
    free(file->units);
}

/* ---- Since an earlier reading ---- */

const struct lprof_reader *profile_comparable(const struct lprof_reader *since,
                                              const struct lprof_reader *reader)
{
    if (!since)
        return NULL;
    const struct lprof_header *before = lprof_reader_header(since);
    const struct lprof_header *now = lprof_reader_header(reader);

    return before->resets == now->resets && before->base_address == now->base_address
               ? since
               : NULL;
}

static enum lprof_status find_since_child(struct loaded *file, uint64_t id,
                                          const struct lprof_reader *since,
                                          struct lprof_detail *detail)
{
    for (size_t i = 0; i < lprof_reader_child_count(since); i++) {
        if (lprof_reader_child_id(since, i) != id)
            continue;
        const enum lprof_status status =
            lprof_reader_open_child(&file->since_child, since, i, detail);
        if (!status)
            file->since = profile_comparable(file->since_child, file->reader);
        return status;
    }
    return LPROF_OK;
}

static bool is_same_run(const struct lprof_reader *a, const struct lprof_reader *b)
{
    const struct lprof_header *x = lprof_reader_header(a);
    const struct lprof_header *y = lprof_reader_header(b);

    return x->pid == y->pid && x->start_ns == y->start_ns &&
           x->base_address == y->base_address;
}

static bool set_since(struct profile_store *store, const struct lprof_reader *since,
                      char **error)
{
    struct loaded *file = &store->files[0];

    if (!is_same_run(since, file->reader)) {
        *error = memory_format("%s: another run writes it by now", file->input.path);
        return false;
    }
    file->since = profile_comparable(since, file->reader);
    return true;
}

static void fill_loaded(struct profile_store *store, const char *path)
{
    struct loaded *file = &store->files[store->file_count++];

    fill_input(file, path, &store->pool);
    fill_units(file, &store->pool);
}

static uint32_t warnings_of_child(const struct lprof_reader *reader)
{
    const uint32_t interrupted =
        run_state_of(reader) == RUN_INTERRUPTED ? LPROF_WARNING_INTERRUPTED : 0;

    return lprof_reader_header(reader)->warnings | interrupted;
}

/* What it counted itself, or was merged without a rank. */
static bool has_own(const struct lprof_reader *reader)
{
    return lprof_reader_count(reader, LPROF_RECORD_FUNCTION) ||
           lprof_reader_count(reader, LPROF_RECORD_REGION);
}

/* Its children are processes that were merged: inputs like the file, which is none itself
   if that is all. */
static void part_members(struct profile_store *store, size_t parent)
{
    struct loaded *file = &store->files[parent];

    if (!lprof_reader_count(file->reader, LPROF_RECORD_MEMBERS))
        return;
    for (size_t i = parent + 1; i < store->file_count; i++)
        store->files[i].is_child = false;
    if (has_own(file->reader) || store->file_count == parent + 1)
        return;
    close_loaded(file);
    *file = store->files[--store->file_count];
}

/* The last one is a child: it may go on in what another one had begun to count in before
   it was forked.  (Processes that were merged have begun each for themselves.) */
static void begin_with_parent(struct profile_store *store, size_t parent)
{
    struct loaded *file = &store->files[store->file_count - 1];

    if (lprof_reader_count(store->files[parent].reader, LPROF_RECORD_MEMBERS))
        return;
    file->start_ticks = store->files[parent].start_ticks;
    file->start_ns = store->files[parent].start_ns;
}

static enum lprof_status open_children(struct profile_store *store, size_t parent,
                                       const struct lprof_reader *since,
                                       struct lprof_detail *detail)
{
    const struct lprof_reader *reader = store->files[parent].reader;
    const size_t count = lprof_reader_child_count(reader);

    for (size_t i = 0; i < count; i++) {
        struct loaded *file = add_loaded(store);
        enum lprof_status status =
            lprof_reader_open_child(&file->reader, reader, i, detail);
        if (status)
            return status;
        if (since)
            status =
                find_since_child(file, lprof_reader_child_id(reader, i), since, detail);
        if (status) {
            lprof_reader_close(file->reader);
            return status;
        }
        file->is_child = true;
        if (!lprof_reader_count(store->files[parent].reader, LPROF_RECORD_MEMBERS))
            store->files[parent].input.warnings |= warnings_of_child(file->reader);
        fill_loaded(store, store->files[parent].input.path);
        begin_with_parent(store, parent);
    }
    return LPROF_OK;
}

/* What is the difference of two readings narrows its least and most by histograms. */
static bool needs_sums_only(const struct profile_request *request)
{
    return request->without_visits && !request->since && !request->region &&
           !request->phase && request->parts != PARTS_PHASES;
}

static enum lprof_status open_file(struct profile_store *store, const char *path,
                                   const struct profile_request *request,
                                   struct lprof_detail *detail)
{
    struct loaded *file = add_loaded(store);
    const enum lprof_status status =
        needs_sums_only(request) ? lprof_reader_open_sums(&file->reader, path, detail)
                                 : lprof_reader_open(&file->reader, path, detail);

    if (status)
        return status;
    fill_loaded(store, path);
    const size_t index = store->file_count - 1;
    const enum lprof_status of_children =
        open_children(store, index, request->since, detail);
    if (!of_children)
        part_members(store, index);
    return of_children;
}

static bool open_files(struct profile_store *store, const struct profile_request *request,
                       char **error)
{
    struct lprof_detail detail = {0};

    for (size_t i = 0; i < request->path_count; i++) {
        const enum lprof_status status =
            open_file(store, request->paths[i], request, &detail);
        if (status) {
            *error = problem_text(request->paths[i], status, &detail);
            return false;
        }
        if (request->progress)
            request->progress(request->progress_arg, i + 1, request->path_count);
    }
    return !request->since || set_since(store, request->since, error);
}

static bool has_number(const uint32_t *numbers, size_t count, uint32_t number)
{
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] == number)
            return true;
    }
    return false;
}

static bool has_rank(const struct profile_store *store, uint32_t rank)
{
    for (size_t i = 0; i < store->file_count; i++) {
        const int32_t its = store->files[i].input.rank;
        if (its >= 0 && (uint32_t)its == rank)
            return true;
    }
    return false;
}

/* ---- Ranks ---- */

bool input_is_same(const struct input *a, const struct input *b)
{
    if (a->rank < 0 || b->rank < 0)
        return a->rank < 0 && b->rank < 0;
    return a->rank == b->rank && a->pid == b->pid && a->start_ns == b->start_ns &&
           a->job_start_ns == b->job_start_ns && !strcmp(a->host, b->host) &&
           !strcmp(a->job, b->job);
}

static bool is_wanted(const struct input *input, const struct profile_request *request)
{
    if (request->only)
        return input_is_same(input, request->only);
    return !request->rank_count ||
           (input->rank >= 0 &&
            has_number(request->ranks, request->rank_count, (uint32_t)input->rank));
}

/* Leave only the files of the ranks that were asked for, and what their children counted
   in them. */
static bool keep_ranks(struct profile_store *store, const struct profile_request *request,
                       char **error)
{
    bool wanted = true;
    size_t kept = 0;

    for (size_t i = 0; i < request->rank_count; i++) {
        if (has_rank(store, request->ranks[i]))
            continue;
        *error =
            memory_format("%s: no rank %" PRIu32, request->paths[0], request->ranks[i]);
        return false;
    }
    for (size_t i = 0; i < store->file_count; i++) {
        if (!store->files[i].is_child)
            wanted = is_wanted(&store->files[i].input, request);
        if (wanted)
            store->files[kept++] = store->files[i];
        else
            close_loaded(&store->files[i]);
    }
    store->file_count = kept;
    return true;
}

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Children last: they are no inputs of their own. */
static int compare_loaded(const void *a, const void *b)
{
    const struct loaded *left = a;
    const struct loaded *right = b;
    const struct input *x = &left->input;
    const struct input *y = &right->input;
    const int orders[] = {
        left->is_child - right->is_child,
        ORDER(x->rank, y->rank),
        ORDER(x->start_ns, y->start_ns),
        strcmp(x->host, y->host),
        ORDER(x->pid, y->pid),
        strcmp(x->program, y->program),
        strcmp(x->path, y->path),
    };

    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (orders[i])
            return orders[i];
    }
    return 0;
}

/* ---- The peak of memory ---- */

static bool has_peak_lines(const struct lprof_reader *reader)
{
    const size_t count = lprof_reader_count(reader, LPROF_RECORD_BLOCK);
    struct lprof_block_view block;

    for (size_t i = 0; lprof_reader_header(reader)->heap_peaks && i < count; i++) {
        lprof_take_block(reader, i, &block);
        if (block.held)
            return true;
    }
    return false;
}

/* Peaks of several runs are at different moments, so no sum of theirs is one: what counts
   is the highest. */
static void find_peak(struct profile_store *store)
{
    for (size_t i = 0; i < store->file_count && !store->files[i].is_child; i++) {
        if (store->files[i].input.heap_peak >
            store->files[store->peak_file].input.heap_peak)
            store->peak_file = i;
    }
    store->has_peak_lines =
        store->file_count && has_peak_lines(store->files[store->peak_file].reader);
}

bool profile_files_open(struct profile_store *store,
                        const struct profile_request *request, char **error)
{
    if (!open_files(store, request, error) || !keep_ranks(store, request, error))
        return false;
    if (store->file_count)
        qsort(store->files, store->file_count, sizeof *store->files, compare_loaded);
    find_peak(store);
    return true;
}

void profile_files_close(struct profile_store *store)
{
    for (size_t i = 0; i < store->file_count; i++)
        close_loaded(&store->files[i]);
    string_pool_release(&store->pool);
    free(store->files);
}

/* ---- Units ---- */

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

int unit_order(const struct unit *a, const struct unit *b)
{
    const int orders[] = {
        ORDER(a->language, b->language),
        ORDER(a->optimize, b->optimize),
        strcmp(a->directory, b->directory),
        text_order(a->flags, b->flags),
    };

    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (orders[i])
            return orders[i];
    }
    return 0;
}
