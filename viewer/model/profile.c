/* SPDX-License-Identifier: MIT */
#include "model/profile.h"

#include "base/memory.h"
#include "base/problem.h"
#include "base/saturate.h"
#include "base/text.h"
#include "model/profile_entries.h"
#include "model/profile_files.h"
#include "phases/insides.h"
#include "phases/phases.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *run_state_name(enum run_state state)
{
    static const char *const names[] = {
        [RUN_COMPLETE] = "complete",
        [RUN_RUNNING] = "running",
        [RUN_INTERRUPTED] = "interrupted",
    };
    return names[state];
}

/* What the header of an unfinished file says of the end is older than the last event. */
static void extend_wall(struct input *input, const struct lprof_header *h,
                        struct rate rate, uint64_t last_reading)
{
    if (input->state == RUN_COMPLETE || h->clock == LPROF_CLOCK_CPU ||
        last_reading < h->start_ticks)
        return;
    const uint64_t wall_ns = rate_ns(rate, last_reading - h->start_ticks);
    if (input->wall_ns < wall_ns)
        input->wall_ns = wall_ns;
}

/* The run begins where an earlier reading was made. */
static void shorten_wall(struct input *input, struct rate rate,
                         const struct lprof_reader *since)
{
    const struct lprof_header *h = lprof_reader_header(since);
    struct input before = {.state = run_state_of(since),
                           .wall_ns = h->end_clock_ns - h->start_clock_ns};
    struct tally tally = {.reader = since};

    tally_begin(&tally, (struct thread_choice){0});
    tally_close_open(&tally);
    extend_wall(&before, h, rate, tally.last_reading);
    tally_release(&tally);
    if (before.wall_ns > input->wall_ns)
        return;
    input->wall_ns -= before.wall_ns;
    input->start_ns += before.wall_ns;
}

static struct thread thread_of(const struct tally_thread *from, struct rate rate)
{
    const uint64_t ticks = from->self_ticks > INT64_MAX ? 0 : from->self_ticks;
    struct thread thread = {
        .id = from->fields.thread,
        .is_other = from->fields.flags & LPROF_THREAD_OTHER,
        .total_ns = rate_ns(rate, ticks),
    };
    if ((double)ticks > from->life_ticks)
        thread.total_ns = rate_ns(rate, (uint64_t)from->life_ticks);

    if (thread.is_other)
        memcpy(thread.name, "other", sizeof "other");
    else
        memcpy(thread.name, &from->fields.name0, sizeof thread.name - 1);
    return thread;
}

/* Of those of a file, the one that an earlier piece of it has added. */
static struct thread *find_added(struct profile *profile, size_t first,
                                 const struct thread *thread)
{
    for (size_t i = first; i < profile->thread_count; i++) {
        if (profile->threads[i].id == thread->id)
            return &profile->threads[i];
    }
    return NULL;
}

/* The threads of one file; those beyond the ones with a record of their own in one.
   first    index of the file's first */
static void add_threads(struct profile *profile, const struct tally *tally,
                        struct rate rate, size_t first)
{
    size_t other = SIZE_MAX;

    for (size_t i = 0; i < tally->thread_count; i++) {
        if (!tally->threads[i].counted)
            continue;
        const struct thread thread = thread_of(&tally->threads[i], rate);
        struct thread *same = thread.is_other && other != SIZE_MAX
                                  ? &profile->threads[other]
                                  : find_added(profile, first, &thread);
        if (same) {
            time_add(&same->total_ns, thread.total_ns);
            continue;
        }
        profile->threads = memory_grown(profile->threads, profile->thread_count,
                                        &profile->thread_room, sizeof thread);
        profile->threads[profile->thread_count] = thread;
        if (thread.is_other)
            other = profile->thread_count;
        profile->thread_count++;
    }
}

/* What an integer can hold, with room to spare. */
static const double most_ticks = 9e18;

static void note_lives(struct input *input, const struct tally *tally, struct rate rate)
{
    for (size_t i = 0; i < tally->thread_count; i++) {
        const struct tally_thread *thread = &tally->threads[i];
        if (!thread->counted || tally->since || thread->life_ticks > most_ticks)
            continue; /* what others had is known of all its life only */
        input->lived_ns += rate_ns(rate, (uint64_t)thread->life_ticks);
        input->delayed_ns += thread->fields.delayed_ns;
    }
}

/* A complete file says it of all its threads, whichever are added up. */
static void note_taken_out(struct input *input, const struct tally *tally,
                           struct rate rate)
{
    const uint64_t ns = rate_ns(rate, tally->taken_out_ticks);

    if (lprof_reader_header(tally->reader)->state == LPROF_STATE_COMPLETE)
        input->taken_out_ns = ns;
    else
        time_add(&input->taken_out_ns, ns);
}

static void note_cut(struct input *input, const struct tally *tally, struct rate rate,
                     struct string_pool *pool)
{
    if (!(tally->most_cut_ticks >= 1))
        return;
    input->cut_ns = rate_ns(rate, (uint64_t)fmin(tally->most_cut_ticks, most_ticks));
    input->cut_name = string_pool_keep(pool, tally->functions[tally->most_cut].view.name);
}

/* What of a file is added, and to which part. */
struct piece {
    size_t file;
    size_t part;
    struct thread_choice threads;
    size_t number;                     /* of a phase; 0: all of the run */
    const struct phase *phase;         /* that one, once it is open */
    const struct lprof_reader *inside; /* the file in a region; NULL: as it is */
    size_t first_thread;               /* of the file, among the profile's */
};

/* The reading at the start or at a phase's end, ns after the start of the run. */
static uint64_t since_start(const struct loaded *file, uint64_t reading)
{
    return rate_ns(file->rate, tally_since(reading, file->start_ticks));
}

/* The one that a view is about is the run; what came after the last goes on to its end.
 */
static void note_phase(struct profile *profile, const struct profile_request *request,
                       const struct piece *piece)
{
    struct loaded *file = &profile->store->files[piece->file];
    struct input *input = &profile->inputs[piece->file];
    const struct phase *phase = piece->phase;
    const uint64_t begin_ns = phase->begin ? since_start(file, phase->begin) : 0;
    const uint64_t end_ns =
        phase->end != UINT64_MAX ? since_start(file, phase->end) : input->wall_ns;
    const uint64_t wall_ns = end_ns > begin_ns ? end_ns - begin_ns : 0;

    parts_note_length(profile, piece->part, wall_ns);
    if (!request->phase)
        return;
    input->wall_ns = wall_ns;
    input->start_ns += begin_ns;
}

/* The run is what it did in the region. */
static void note_inside(struct input *input, const struct tally *tally,
                        const char *region, struct rate rate)
{
    struct lprof_region_view view;

    input->wall_ns = 0;
    for (size_t i = 0; i < tally->region_count; i++) {
        lprof_take_region(tally->reader, i, &view);
        if (!text_order(view.name, text_of(region)))
            time_add(&input->wall_ns,
                     rate_ns(rate, view.fields.ticks + tally->regions[i].ticks));
    }
}

/* Peaks are of whole runs. */
static enum entry_peak peak_of(const struct profile_store *store,
                               const struct piece *piece)
{
    if (piece->phase || piece->inside || store->files[piece->file].since ||
        !store->has_peak_lines)
        return PEAK_NOT_KNOWN;
    return piece->file == store->peak_file ? PEAK_OF_ITSELF : PEAK_OF_OTHERS;
}

static void add_piece(struct profile *profile, struct entries *entries,
                      const struct profile_request *request, const struct piece *piece)
{
    const struct thread_choice choice = piece->threads;
    struct loaded *file = &profile->store->files[piece->file];
    struct input *input = &profile->inputs[piece->file];
    const struct phase *phase = piece->phase;
    const struct lprof_reader *after = phase ? phase->after : piece->inside;
    struct tally tally;

    tally_make(&tally,
               &(struct tally_request){
                   .reader = after ? after : file->reader,
                   .since = phase ? profile_comparable(phase->before,
                                                       after ? after : file->reader)
                                  : file->since,
                   .threads = choice,
                   .without_visits = request->without_visits || piece->inside,
                   .is_inside = piece->inside != NULL,
               });
    note_taken_out(input, &tally, file->rate);
    if (!after)
        extend_wall(input, lprof_reader_header(file->reader), file->rate,
                    tally.last_reading);
    if (phase)
        note_phase(profile, request, piece);
    if (piece->inside)
        note_inside(input, &tally, request->region, file->rate);
    if (request->since)
        shorten_wall(input, file->rate, request->since);
    if (!piece->inside) /* what others had is known of all of a life only */
        note_lives(input, &tally, file->rate);
    note_cut(input, &tally, file->rate, &profile->store->pool);
    input->has_loose_ends |= tally.loose_ends && input->state == RUN_COMPLETE;
    parts_note(profile, piece->part, input, &tally, file->rate);
    entries_add(entries,
                &(struct entry_source){
                    .tally = &tally,
                    .texts = file->reader,
                    .input = piece->file,
                    .part = piece->part,
                    .rate = file->rate,
                    .peak = peak_of(profile->store, piece),
                    .keep_instances = request->keep_instances,
                    .is_snapshot = input->state != RUN_COMPLETE || phase || piece->inside,
                    .units = file->units,
                    .pool = &profile->store->pool,
                });
    add_threads(profile, &tally, file->rate, piece->first_thread);
    regions_add(profile,
                &(struct region_source){
                    .tally = &tally,
                    .rate = file->rate,
                    .part = piece->part,
                    .has_run = piece->inside != NULL,
                    .pool = &profile->store->pool,
                },
                choice);
    if (request->parts == PARTS_PHASES) { /* of no use there, and would come many times */
        tally_release(&tally);
        return;
    }
    timelines_add(profile,
                  &(struct timeline_source){
                      .tally = &tally,
                      .from = phase ? phase->begin : 0,
                      .to = phase ? phase->end : 0,
                      .region = request->region,
                      .rate = file->rate,
                      .start_ticks = file->start_ticks,
                      .start_ns = file->start_ns,
                      .program = input->program,
                      .pid = input->pid,
                      .process = piece->file,
                      .pool = &profile->store->pool,
                  },
                  choice);
    tally_release(&tally);
}

/* Thread by thread: the sums are made of the threads' own then. */
static void add_threads_apart(struct profile *profile, struct entries *entries,
                              const struct profile_request *request,
                              const struct piece *of)
{
    const size_t index = of->file;
    const struct lprof_reader *reader = profile->store->files[index].reader;
    const struct thread_choice wanted = {request->threads, request->thread_count};
    struct lprof_thread thread;

    for (size_t i = 0; i < lprof_reader_count(reader, LPROF_RECORD_THREAD); i++) {
        lprof_take_thread(reader, i, &thread);
        if (!thread_is_chosen(wanted, thread.thread))
            continue;
        const struct piece piece = {
            .file = index,
            .part = parts_add_thread(profile, index, thread.thread),
            .threads = {&thread.thread, 1},
            .inside = of->inside,
            .first_thread = profile->thread_count,
        };
        add_piece(profile, entries, request, &piece);
    }
}

/* piece    which of the phases it is of */
static bool add_phase(struct profile *profile, struct entries *entries,
                      const struct profile_request *request, struct piece piece,
                      char **error)
{
    const struct loaded *file = &profile->store->files[piece.file];
    struct lprof_detail detail = {0};
    struct phase phase;
    const enum lprof_status status =
        phases_open(&phase, file->reader, piece.number, &detail);

    if (status) {
        *error = problem_text(file->input.path, status, &detail);
        return false;
    }
    piece.phase = &phase;
    add_piece(profile, entries, request, &piece);
    phases_close(&phase);
    return true;
}

static char *no_phase(const struct loaded *file, size_t number, size_t count)
{
    if (!count)
        return memory_format("%s: no phases were recorded; LINEPROF_PHASES=NAME says at "
                             "the ends of which region they end",
                             file->input.path);
    return memory_format(
        "%s: no phase %zu; there are %zu, and %zu is what came after them",
        file->input.path, number, count, count + 1);
}

/* Each; what came after the last goes into no part. */
static bool add_all_phases(struct profile *profile, struct entries *entries,
                           const struct profile_request *request, struct piece piece,
                           char **error)
{
    const struct lprof_reader *reader = profile->store->files[piece.file].reader;
    const size_t count = phases_count(reader);

    parts_add_phases(profile, piece.file);
    for (size_t i = 1; i <= count + 1; i++) {
        piece.part = i <= count ? i - 1 : NO_PART;
        piece.number = i;
        if (!add_phase(profile, entries, request, piece, error))
            return false;
    }
    return true;
}

/* The one that is wanted, or all; what forked children counted is of none. */
static bool add_phases(struct profile *profile, struct entries *entries,
                       const struct profile_request *request, struct piece piece,
                       char **error)
{
    const struct loaded *file = &profile->store->files[piece.file];
    const size_t count = phases_count(file->reader);

    if (file->is_child)
        return true;
    if (!count || request->phase > count + 1) {
        *error = no_phase(file, request->phase, count);
        return false;
    }
    if (request->phase)
        return add_phase(profile, entries, request, piece, error);
    return add_all_phases(profile, entries, request, piece, error);
}

/* ---- Regions ---- */

/* What a thread did in them, thread by thread or together. */
static bool add_inside(struct profile *profile, struct entries *entries,
                       const struct profile_request *request, struct piece piece,
                       char **error)
{
    const struct loaded *file = &profile->store->files[piece.file];
    struct lprof_detail detail = {0};
    struct lprof_reader *inside = NULL;

    if (!insides_have(file->reader, request->region))
        return true;
    const enum lprof_status status = lprof_reader_open_inside(
        &inside, file->reader, text_of(request->region), &detail);
    if (status) {
        *error = problem_text(file->input.path, status, &detail);
        return false;
    }
    piece.inside = inside;
    if (request->parts == PARTS_THREADS)
        add_threads_apart(profile, entries, request, &piece);
    else
        add_piece(profile, entries, request, &piece);
    lprof_reader_close(inside);
    return true;
}

static bool add_file(struct profile *profile, struct entries *entries,
                     const struct profile_request *request, size_t index, char **error)
{
    const struct piece piece = {
        .file = index,
        .part = parts_of_file(profile, index),
        .threads = {request->threads, request->thread_count},
        .number = request->phase,
        .first_thread = profile->thread_count,
    };

    if (request->parts == PARTS_PHASES || request->phase)
        return add_phases(profile, entries, request, piece, error);
    if (request->region)
        return add_inside(profile, entries, request, piece, error);
    if (request->parts == PARTS_THREADS)
        add_threads_apart(profile, entries, request, &piece);
    else
        add_piece(profile, entries, request, &piece);
    return true;
}

/* ---- What was used ---- */

/* Of such a clock no reading says when it was. */
static bool has_times_of_day(const struct lprof_header *header)
{
    return header->clock != LPROF_CLOCK_CPU && header->clock != LPROF_CLOCK_COUNT;
}

/* Phases, and what came after them. */
static void add_spans(struct stats *stats, const struct loaded *file,
                      struct string_pool *pool)
{
    const size_t count = phases_count(file->reader);

    if (!count || !has_times_of_day(lprof_reader_header(file->reader)))
        return;
    for (size_t i = 1; i <= count; i++)
        stats_add_phase(stats, string_pool_keep(pool, phases_name(file->reader, i)),
                        since_start(file, phases_end(file->reader, i)));
    stats_add_phase(stats, NULL, stats->samples[stats->sample_count - 1].at_ns);
}

/* Since an earlier reading nothing is taken apart. */
static void add_stats(struct profile *profile, size_t index)
{
    const struct loaded *file = &profile->store->files[index];
    const size_t count = lprof_reader_count(file->reader, LPROF_RECORD_STATS);

    for (size_t i = 0; i < count && !file->since; i++) {
        struct stats *stats = &profile->stats[profile->stats_count];
        if (!stats_read(stats, file->reader, i, &profile->store->pool))
            continue;
        stats->program = file->input.program;
        stats->pid = file->input.pid;
        stats->rank = file->input.rank;
        stats->process = index;
        stats->start_ns = file->input.start_ns;
        add_spans(stats, file, &profile->store->pool);
        profile->stats_count++;
    }
}

static void release_stats(struct profile *profile)
{
    for (size_t i = 0; i < profile->stats_count; i++)
        stats_release(&profile->stats[i]);
    free(profile->stats);
}

static void make_room(struct profile *profile, enum part_kind parts)
{
    const struct profile_store *store = profile->store;
    size_t regions = 0;
    size_t timelines = 0;
    size_t stats = 0;

    profile->inputs = memory_zeroed(store->file_count, sizeof *profile->inputs);
    for (size_t i = 0; i < store->file_count; i++) {
        const size_t pieces =
            parts == PARTS_PHASES ? phases_count(store->files[i].reader) + 1 : 1;
        profile->input_count += !store->files[i].is_child;
        profile->inputs[i] = store->files[i].input;
        regions +=
            pieces * lprof_reader_count(store->files[i].reader, LPROF_RECORD_REGION);
        timelines += lprof_reader_count(store->files[i].reader, LPROF_RECORD_TIMELINE);
        stats += lprof_reader_count(store->files[i].reader, LPROF_RECORD_STATS);
    }
    profile->regions = memory_zeroed(regions, sizeof *profile->regions);
    profile->timelines = memory_zeroed(timelines, sizeof *profile->timelines);
    profile->stats = memory_zeroed(stats, sizeof *profile->stats);
}

static bool has_thread(const struct profile *profile, uint32_t id)
{
    for (size_t i = 0; i < profile->thread_count; i++) {
        if (profile->threads[i].id == id)
            return true;
    }
    return false;
}

static bool check_threads(const struct profile *profile,
                          const struct profile_request *request, char **error)
{
    for (size_t i = 0; i < request->thread_count; i++) {
        if (has_thread(profile, request->threads[i]))
            continue;
        *error = memory_format("%s: no thread %" PRIu32, profile->inputs[0].path,
                               request->threads[i]);
        return false;
    }
    return true;
}

/* It has come before: in an earlier file, or earlier in the same one. */
static bool is_among(const struct profile_store *store, size_t file, size_t index,
                     struct lprof_text name)
{
    for (size_t i = 0; i <= file; i++) {
        const struct lprof_reader *reader = store->files[i].reader;
        const size_t count = i < file ? insides_count(reader) : index;
        for (size_t j = 0; j < count; j++) {
            if (!text_order(insides_name(reader, j), name))
                return true;
        }
    }
    return false;
}

/* The names of regions that can be asked for, each once, or some; "" if there are none.
 */
static char *known_regions(const struct profile *profile)
{
    enum { MOST_NAMED = 12 };
    const struct profile_store *store = profile->store;
    char *names = memory_string("", 0);
    size_t count = 0;

    for (size_t i = 0; i < store->file_count && count <= MOST_NAMED; i++) {
        const struct lprof_reader *reader = store->files[i].reader;
        for (size_t j = 0; j < insides_count(reader) && count <= MOST_NAMED; j++) {
            const struct lprof_text name = insides_name(reader, j);
            if (!name.size || is_among(store, i, j, name))
                continue;
            const bool is_one = count++ < MOST_NAMED;
            char *more =
                memory_format("%s%s%.*s", names, *names ? ", " : "",
                              is_one ? (int)name.size : 3, is_one ? name.bytes : "...");
            free(names);
            names = more;
        }
    }
    return names;
}

static bool check_region(const struct profile *profile,
                         const struct profile_request *request, char **error)
{
    const struct profile_store *store = profile->store;
    bool is_known = !request->region;

    for (size_t i = 0; i < store->file_count && !is_known; i++)
        is_known = insides_have(store->files[i].reader, request->region);
    if (is_known)
        return true;
    char *names = known_regions(profile);
    *error = *names
                 ? memory_format("%s: nothing is known of lines in a region %s; "
                                 "there is of: %s",
                                 store->files[0].input.path, request->region, names)
                 : memory_format("%s: what lines do in regions was not recorded; "
                                 "LINEPROF_REGION_LINES=NAME says in which it is to be",
                                 store->files[0].input.path);
    free(names);
    if (request->is_amiss)
        *request->is_amiss = true;
    return false;
}

static bool add_files(struct profile *profile, const struct profile_request *request,
                      char **error)
{
    struct profile_store *store = profile->store;
    struct entries entries = {0};
    bool good = check_region(profile, request, error);

    make_room(profile, request->parts);
    parts_begin(profile, request->parts);
    for (size_t i = 0; i < store->file_count; i++) {
        /* The threads of children are not among those that can be asked for. */
        if (good && (!store->files[i].is_child || !request->thread_count))
            good = add_file(profile, &entries, request, i, error);
        add_stats(profile, i);
    }
    regions_merge(profile);
    good = good && check_threads(profile, request, error) &&
           (request->any_build || entries_fit(&entries, profile, error));
    if (good)
        entries_merge(&entries, profile);
    entries_release(&entries);
    return good;
}

bool profile_load(struct profile *profile, const struct profile_request *request,
                  char **error)
{
    *profile = (struct profile){0};
    profile->store = memory_zeroed(1, sizeof *profile->store);
    if (profile_files_open(profile->store, request, error) &&
        add_files(profile, request, error))
        return true;
    profile_release(profile);
    return false;
}

void profile_release(struct profile *profile)
{
    if (!profile->store)
        return;
    profile_files_close(profile->store);
    for (size_t i = 0; i < profile->function_count; i++)
        lines_release(&profile->functions[i]);
    free(profile->store);
    free(profile->inputs);
    free(profile->functions);
    free(profile->calls);
    free(profile->nodes);
    free(profile->threads);
    regions_release(profile);
    timelines_release(profile);
    release_stats(profile);
    parts_release(profile);
    *profile = (struct profile){0};
}

const struct call *profile_first_call(const struct profile *profile,
                                      const struct function *caller)
{
    size_t low = 0;

    for (size_t high = profile->call_count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (profile->calls[middle].caller < caller)
            low = middle + 1;
        else
            high = middle;
    }
    return profile->calls + low;
}

const char *function_title(const struct function *function)
{
    return function->instance ? function->instance : function->name;
}

uint64_t function_off_ns(const struct function *function)
{
    uint64_t off_ns = 0;

    for (size_t i = 0; i < function->line_count; i++) {
        if (function->lines[i].off_cpu_ns != NOT_KNOWN)
            time_add(&off_ns, function->lines[i].off_cpu_ns);
    }
    return off_ns < function->total_ns ? off_ns : function->total_ns;
}

bool function_has_run(const struct function *function)
{
    if (function->calls)
        return true;
    for (size_t i = 0; i < function->line_count; i++) {
        if (function->lines[i].hits)
            return true;
    }
    return false;
}

bool profile_has_times(const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown && profile->functions[i].has_times)
            return true;
    }
    return false;
}

bool line_has_visits(const struct function *function, const struct line *line)
{
    return function->has_times && line->timed;
}

/* A line that took time was visited, so that a 0 then says that visits were not counted.
 */
bool line_timed_is_known(const struct function *function, const struct line *line)
{
    return function->has_times && (line->timed || !line->time_ns);
}
