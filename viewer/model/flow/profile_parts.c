/* SPDX-License-Identifier: MIT */
/* What each rank or thread has of what is added up. */
#include "base/memory.h"
#include "base/saturate.h"
#include "model/profile_entries.h"
#include "model/profile_files.h"
#include "phases/phases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Shares ---- */

void portions_add(struct portions **portions, size_t count, size_t part,
                  struct portion more)
{
    if (part == NO_PART)
        return;
    if (!*portions) {
        *portions =
            memory_zeroed(1, sizeof **portions + count * sizeof(*portions)->of[0]);
        (*portions)->count = count;
    }
    struct portion *sum = &(*portions)->of[part];
    count_add(&sum->count, more.count);
    time_add(&sum->time_ns, more.time_ns);
    time_add(&sum->self_ns, more.self_ns);
}

static bool is_same_line(const struct line *a, const struct line *b)
{
    return a->file == b->file && a->number == b->number;
}

/* The entry's lines are in the sum's, in the same order. */
static void share_lines(const struct profile *profile, struct function *sum,
                        const struct entry *entry)
{
    const struct function *f = &entry->function;
    size_t at = 0;

    for (size_t i = 0; i < f->line_count; i++) {
        const struct line *line = &f->lines[i];
        while (at < sum->line_count && !is_same_line(&sum->lines[at], line))
            at++;
        if (at == sum->line_count)
            return;
        if (line->hits || line->time_ns)
            portions_add(&sum->lines[at].portions, profile->part_count, entry->part,
                         (struct portion){line->hits, line->time_ns, line->self_ns});
    }
}

static bool has_run_there(const struct function *f, size_t part)
{
    if (f->portions->of[part].count)
        return true;
    for (size_t i = 0; i < f->line_count; i++) {
        if (f->lines[i].portions && f->lines[i].portions->of[part].count)
            return true;
    }
    return false;
}

/* A thread that never came by is not compared with those that share the work. */
static void leave_out(struct function *f, size_t part)
{
    f->portions->of[part].count = NOT_KNOWN;
    for (size_t i = 0; i < f->line_count; i++) {
        if (f->lines[i].portions)
            f->lines[i].portions->of[part].count = NOT_KNOWN;
    }
}

void parts_share_out(const struct profile *profile, struct function *sum,
                     const struct entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct function *f = &entries[i].function;
        portions_add(&sum->portions, profile->part_count, entries[i].part,
                     (struct portion){f->calls, f->total_ns, f->self_ns});
        share_lines(profile, sum, &entries[i]);
    }
    for (size_t i = 0; profile->part_kind == PARTS_THREADS && i < profile->part_count;
         i++) {
        if (!has_run_there(sum, i))
            leave_out(sum, i);
    }
}

/* ---- Parts ---- */

static struct part *add_part(struct profile *profile, const struct input *input)
{
    struct part *part = &profile->parts[profile->part_count++];

    *part = (struct part){.input = input, .rank = input->rank, .off_ns = NOT_KNOWN};
    return part;
}

static size_t count_threads(const struct profile_store *store)
{
    size_t count = 0;

    for (size_t i = 0; i < store->file_count; i++)
        count += lprof_reader_count(store->files[i].reader, LPROF_RECORD_THREAD);
    return count;
}

static size_t most_phases(const struct profile_store *store)
{
    size_t most = 0;

    for (size_t i = 0; i < store->file_count; i++) {
        const size_t count = phases_count(store->files[i].reader);
        most = count > most ? count : most;
    }
    return most;
}

/* Inputs are by rank. */
static void make_ranks(struct profile *profile)
{
    for (size_t i = 0; i < profile->input_count; i++) {
        const struct input *input = &profile->inputs[i];
        if (i && input->rank == profile->inputs[i - 1].rank)
            continue;
        struct part *part = add_part(profile, input);
        snprintf(part->label, sizeof part->label, "%" PRId32, input->rank);
    }
}

/* At most. */
static size_t count_parts(const struct profile *profile, enum part_kind kind)
{
    if (kind == PARTS_RANKS)
        return profile->input_count;
    return kind == PARTS_THREADS ? count_threads(profile->store)
                                 : most_phases(profile->store);
}

void parts_begin(struct profile *profile, enum part_kind kind)
{
    profile->part_kind = kind;
    if (kind == PARTS_NONE)
        return;
    profile->parts = memory_zeroed(count_parts(profile, kind), sizeof *profile->parts);
    if (kind == PARTS_RANKS)
        make_ranks(profile);
}

void parts_release(struct profile *profile)
{
    free(profile->parts);
}

/* The first file with so many says what they are called. */
void parts_add_phases(struct profile *profile, size_t file)
{
    const struct loaded *loaded = &profile->store->files[file];
    const size_t count = phases_count(loaded->reader);

    while (profile->part_count < count) {
        struct part *part = add_part(profile, &profile->inputs[file]);
        const struct lprof_text name = phases_name(loaded->reader, profile->part_count);
        const size_t most = sizeof part->name - 1;
        snprintf(part->label, sizeof part->label, "%zu", profile->part_count);
        memcpy(part->name, name.bytes, name.size < most ? name.size : most);
    }
}

/* What a forked child counted in a file is of its parent's rank. */
size_t parts_of_file(const struct profile *profile, size_t file)
{
    const int32_t rank = profile->inputs[file].rank;
    size_t low = 0;

    if (profile->part_kind != PARTS_RANKS)
        return 0;
    for (size_t high = profile->part_count; high - low > 1;) {
        const size_t middle = low + (high - low) / 2;
        if (profile->parts[middle].rank <= rank)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t parts_add_thread(struct profile *profile, size_t file, uint32_t thread)
{
    const struct input *input = &profile->inputs[file];
    struct part *part = add_part(profile, input);

    if (profile->store->file_count == 1)
        snprintf(part->label, sizeof part->label, "%" PRIu32, thread);
    else if (input->rank >= 0)
        snprintf(part->label, sizeof part->label, "%" PRId32 ".%" PRIu32, input->rank,
                 thread);
    else
        snprintf(part->label, sizeof part->label, "%" PRIu32 ".%" PRIu32, input->pid,
                 thread);
    return profile->part_count - 1;
}

static uint64_t life_ns(const struct tally_thread *thread, struct rate rate)
{
    return thread->life_ticks < (double)INT64_MAX
               ? rate_ns(rate, (uint64_t)thread->life_ticks)
               : 0;
}

/* Of a rank with several processes the longest run stands. */
static void note_wall(struct part *part, uint64_t wall_ns)
{
    if (part->wall_ns < wall_ns)
        part->wall_ns = wall_ns;
}

static void note_off(struct part *part, uint64_t off_ns)
{
    if (part->off_ns == NOT_KNOWN)
        part->off_ns = 0;
    time_add(&part->off_ns, off_ns);
}

void parts_note_length(struct profile *profile, size_t part, uint64_t wall_ns)
{
    if (profile->part_kind == PARTS_PHASES && part != NO_PART)
        note_wall(&profile->parts[part], wall_ns);
}

/* For how long it had not run at the earlier reading. */
static uint64_t off_before(const struct tally *tally, size_t index)
{
    struct lprof_thread before;

    if (!tally->since || index >= lprof_reader_count(tally->since, LPROF_RECORD_THREAD))
        return 0;
    lprof_take_thread(tally->since, index, &before);
    return before.off_ns;
}

void parts_note(struct profile *profile, size_t index, const struct input *input,
                const struct tally *tally, struct rate rate)
{
    const bool is_thread = profile->part_kind == PARTS_THREADS;

    if (profile->part_kind == PARTS_NONE || index == NO_PART)
        return;
    struct part *part = &profile->parts[index];
    if (profile->part_kind == PARTS_RANKS)
        note_wall(part, input->wall_ns);
    for (size_t i = 0; i < tally->thread_count; i++) {
        const struct tally_thread *thread = &tally->threads[i];
        if (!thread->counted)
            continue;
        if (input->has_off)
            note_off(part, tally_since(thread->fields.off_ns, off_before(tally, i)));
        if (!is_thread)
            continue;
        note_wall(part, life_ns(thread, rate));
        memcpy(part->name, &thread->fields.name0, sizeof part->name - 1);
    }
}
