/* SPDX-License-Identifier: MIT */
/* The regions of all files and threads, one for each name; and when they were open, as
   far as the rings of threads and what was open at last tell. */
#include "base/memory.h"
#include "base/saturate.h"
#include "model/profile_entries.h"
#include "phases/insides.h"

#include <stdlib.h>
#include <string.h>

/* Of a thread that has counted nothing since the program began anew. */
static bool is_outdated(const struct tally *tally, uint32_t thread)
{
    size_t index = 0;

    return tally_find_thread(tally, thread, &index) && tally->threads[index].is_outdated;
}

/* Which one was the shortest since then is not known, nor the longest. */
static void leave_out(struct lprof_region *region, const struct lprof_reader *since,
                      size_t index)
{
    struct lprof_region_view before;

    if (index >= lprof_reader_count(since, LPROF_RECORD_REGION))
        return;
    lprof_take_region(since, index, &before);
    if (since_was_outdated(since, before.fields.thread))
        return;
    region->calls -= before.fields.calls;
    region->ticks -= before.fields.ticks;
    region->self_ticks -= before.fields.self_ticks;
    region->min_ticks = region->max_ticks = 0;
}

/* What is open has taken some, too.  Negative: read while it changed. */
static void add_open(struct lprof_region *region, const struct tally_region *open)
{
    ticks_add(&region->ticks, open->ticks);
    ticks_add(&region->self_ticks, open->self_ticks);
    if (region->ticks > INT64_MAX)
        region->ticks = 0;
    if (region->self_ticks > region->ticks)
        region->self_ticks = region->ticks;
}

/* What is over within a tick has taken one as the longest, and none in the sum. */
static void fit_extremes(struct lprof_region *region)
{
    if (region->max_ticks > region->ticks)
        region->max_ticks = region->ticks;
    if (region->min_ticks > region->max_ticks)
        region->min_ticks = region->max_ticks;
}

static void mark_lines(struct profile *profile, const struct region_source *from)
{
    const struct lprof_reader *reader = from->tally->reader;

    for (size_t i = 0; i < insides_count(reader); i++) {
        const char *name = string_pool_keep(from->pool, insides_name(reader, i));
        for (size_t j = 0; j < profile->region_count; j++)
            profile->regions[j].has_lines |= profile->regions[j].name == name;
    }
}

void regions_add(struct profile *profile, const struct region_source *from,
                 struct thread_choice threads)
{
    const struct tally *tally = from->tally;
    const struct lprof_reader *reader = tally->reader;
    const struct rate rate = from->rate;
    struct lprof_region_view view;

    for (size_t i = 0; i < lprof_reader_count(reader, LPROF_RECORD_REGION); i++) {
        lprof_take_region(reader, i, &view);
        if (!thread_is_chosen(threads, view.fields.thread) ||
            is_outdated(tally, view.fields.thread))
            continue;
        if (tally->since)
            leave_out(&view.fields, tally->since, i);
        add_open(&view.fields, &tally->regions[i]);
        fit_extremes(&view.fields);
        if (from->has_run && !view.fields.calls && !view.fields.ticks)
            continue;
        profile->regions[profile->region_count++] = (struct region){
            .name = string_pool_keep(from->pool, view.name),
            .part = from->part,
            .calls = view.fields.calls,
            .total_ns = rate_ns(rate, view.fields.ticks),
            .self_ns = rate_ns(rate, view.fields.self_ticks),
            .min_ns = rate_ns(rate, view.fields.min_ticks),
            .max_ns = rate_ns(rate, view.fields.max_ticks),
        };
    }
    mark_lines(profile, from);
}

static int compare_regions(const void *a, const void *b)
{
    return strcmp(((const struct region *)a)->name, ((const struct region *)b)->name);
}

static void share_region(const struct profile *profile, struct region *sum,
                         const struct region *more)
{
    if (profile->part_kind != PARTS_NONE)
        portions_add(&sum->portions, profile->part_count, more->part,
                     (struct portion){more->calls, more->total_ns, more->self_ns});
}

/* An activation that has ended took some time, so a maximum of 0 is none. */
static void add_region(struct region *sum, const struct region *more)
{
    count_add(&sum->calls, more->calls);
    time_add(&sum->total_ns, more->total_ns);
    time_add(&sum->self_ns, more->self_ns);
    sum->has_lines |= more->has_lines;
    if (!more->max_ns)
        return;
    if (!sum->max_ns || more->min_ns < sum->min_ns)
        sum->min_ns = more->min_ns;
    if (more->max_ns > sum->max_ns)
        sum->max_ns = more->max_ns;
}

void regions_merge(struct profile *profile)
{
    struct region *all = profile->regions;
    size_t kept = 0;

    if (!profile->region_count)
        return;
    qsort(all, profile->region_count, sizeof *all, compare_regions);
    share_region(profile, &all[0], &all[0]);
    for (size_t i = 1; i < profile->region_count; i++) {
        if (all[i].name == all[kept].name)
            add_region(&all[kept], &all[i]);
        else
            all[++kept] = all[i];
        share_region(profile, &all[kept], &all[i]);
    }
    profile->region_count = kept + 1;
}

void regions_release(struct profile *profile)
{
    for (size_t i = 0; i < profile->region_count; i++)
        free(profile->regions[i].portions);
    free(profile->regions);
}

/* ---- When they were open ---- */

/* One file. */
struct source {
    const struct timeline_source *from;
    const struct lprof_reader *reader;
    const char **names; /* of its REGION records */
};

static const char **take_names(const struct timeline_source *from)
{
    const struct lprof_reader *reader = from->tally->reader;
    const size_t count = lprof_reader_count(reader, LPROF_RECORD_REGION);
    const char **names = memory_zeroed(count, sizeof *names);
    struct lprof_region_view view;

    for (size_t i = 0; i < count; i++) {
        lprof_take_region(reader, i, &view);
        names[i] = string_pool_keep(from->pool, view.name);
    }
    return names;
}

/* The thread of a record, if it is to be shown; NULL if not, or there is none. */
static const struct tally_thread *find_thread(const struct source *source, uint32_t id)
{
    size_t index = 0;

    return tally_find_thread(source->from->tally, id, &index)
               ? &source->from->tally->threads[index]
               : NULL;
}

static uint64_t since_start(const struct source *source, uint64_t reading)
{
    return rate_ns(source->from->rate, tally_since(reading, source->from->start_ticks));
}

/* Of a file that was damaged, or read where the rule of its bytes' order did not hold,
   nothing is taken that cannot be. */
static void add_span(const struct source *source, struct timeline *timeline,
                     const struct lprof_span *from)
{
    size_t region = 0;

    const bool is_outside = source->from->to && (from->end <= source->from->from ||
                                                 from->end > source->from->to);

    if (is_outside || !lprof_find_region(source->reader, from->region, &region) ||
        from->end - from->begin > INT64_MAX)
        return;
    timeline->spans[timeline->span_count++] = (struct span){
        .name = source->names[region],
        .begin_ns = since_start(source, from->begin),
        .end_ns = since_start(source, from->end),
    };
}

/* What an earlier reading of the file has shown is left out. */
static uint64_t first_since(const struct source *source, size_t index,
                            const struct lprof_timeline_view *view, uint64_t begin)
{
    const struct lprof_reader *since = source->from->tally->since;
    struct lprof_timeline_view before;

    if (!since || source->from->to ||
        index >= lprof_reader_count(since, LPROF_RECORD_TIMELINE))
        return begin;
    lprof_take_timeline(since, index, &before);
    if (before.fields.thread != view->fields.thread || before.fields.written < begin)
        return begin;
    return before.fields.written;
}

static void add_ended(const struct source *source, size_t index,
                      const struct lprof_timeline_view *view, struct timeline *timeline)
{
    const struct lprof_span_range range = lprof_timeline_spans(view);
    const uint64_t first = first_since(source, index, view, view->fields.first);
    uint64_t begin = first_since(source, index, view, range.begin);
    struct lprof_span span;

    timeline->lost = tally_since(range.begin, first);
    if (begin > range.end)
        begin = range.end;
    for (uint64_t number = begin; number < range.end; number++) {
        lprof_take_span(view, number, &span);
        add_span(source, timeline, &span);
    }
}

/* The last reading of the clock that is known of a thread: what was open lasted so long
   at least.  Of one that was never seen to end something that is what it began. */
static uint64_t last_reading(const struct source *source,
                             const struct tally_thread *thread)
{
    const struct lprof_header *header = lprof_reader_header(source->reader);

    if (header->state == LPROF_STATE_COMPLETE && header->clock != LPROF_CLOCK_CPU)
        return header->end_ticks;
    return thread->last + thread->fields.bias;
}

static uint64_t latest_end(const struct timeline *timeline)
{
    uint64_t latest_ns = 0;

    for (size_t i = 0; i < timeline->span_count; i++) {
        if (timeline->spans[i].end_ns > latest_ns)
            latest_ns = timeline->spans[i].end_ns;
    }
    return latest_ns;
}

/* Among the first spans: where a file was read while the program ran, what is open may be
   older than what had ended. */
static bool has_ended(const struct source *source, const struct timeline *timeline,
                      size_t count, const struct lprof_open_region *region)
{
    const uint64_t begin_ns = since_start(source, region->raw);
    size_t index = 0;

    if (!lprof_find_region(source->reader, region->region, &index))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (timeline->spans[i].begin_ns == begin_ns &&
            timeline->spans[i].name == source->names[index])
            return true;
    }
    return false;
}

/* Of one thread, outermost first; those around end no earlier than what is in them. */
static void add_open_spans(const struct source *source, const struct tally_thread *thread,
                           const struct lprof_open_regions_view *open,
                           struct timeline *timeline)
{
    const uint64_t count =
        open->fields.open < open->table.count ? open->fields.open : open->table.count;
    const size_t first = timeline->span_count;
    struct lprof_open_region region;
    uint64_t end_ns = since_start(source, last_reading(source, thread));

    for (uint64_t i = 0; i < count; i++) {
        lprof_take_open_region(&open->table, i, &region);
        if (!region.raw || has_ended(source, timeline, first, &region))
            continue;
        add_span(source, timeline,
                 &(struct lprof_span){region.region, region.raw, region.raw});
    }
    const uint64_t latest_ns = latest_end(timeline);
    if (end_ns < latest_ns)
        end_ns = latest_ns;
    for (size_t i = first; i < timeline->span_count; i++) {
        timeline->spans[i].end_ns = end_ns;
        timeline->spans[i].is_open = true;
    }
}

/* By their begin, what is around before what is in it: of those that are alike, that
   ended last which was around. */
static int compare_spans(const void *a, const void *b)
{
    const struct span *x = a;
    const struct span *y = b;

    if (x->begin_ns != y->begin_ns)
        return x->begin_ns < y->begin_ns ? -1 : 1;
    if (x->end_ns != y->end_ns)
        return x->end_ns > y->end_ns ? -1 : 1;
    return (x->order < y->order) - (x->order > y->order);
}

static void sort_spans(struct timeline *timeline)
{
    for (size_t i = 0; i < timeline->span_count; i++) {
        const bool is_open = timeline->spans[i].is_open;
        /* They are outermost first, and around all that have ended. */
        timeline->spans[i].order = is_open ? 2 * timeline->span_count - i : i;
    }
    if (timeline->span_count)
        qsort(timeline->spans, timeline->span_count, sizeof *timeline->spans,
              compare_spans);
}

/* Those that were open within a region, and the region's own; they are sorted. */
static void keep_inside(struct timeline *timeline, const char *region)
{
    uint64_t end_ns = 0;
    size_t kept = 0;

    for (size_t i = 0; i < timeline->span_count; i++) {
        const struct span *span = &timeline->spans[i];
        const bool is_own = !strcmp(span->name, region);
        if (is_own && end_ns < span->end_ns)
            end_ns = span->end_ns;
        if (is_own || (span->begin_ns < end_ns && span->end_ns <= end_ns))
            timeline->spans[kept++] = *span;
    }
    timeline->span_count = kept;
}

static const char *name_of(const struct source *source,
                           const struct lprof_timeline_view *view,
                           const struct tally_thread *thread)
{
    const size_t most = 4 * sizeof thread->fields.name0;
    const char *bytes = thread ? (const char *)&thread->fields.name0 : "";
    const bool is_shared = thread && thread->fields.flags & LPROF_THREAD_OTHER;

    if (view->name.size)
        return string_pool_keep(source->from->pool, view->name);
    if (is_shared)
        return "other";
    return string_pool_keep(
        source->from->pool,
        (struct lprof_text){bytes, thread ? strnlen(bytes, most) : 0});
}

/* The one record of what a thread has open, if it has one. */
static bool find_open(const struct source *source, uint32_t thread,
                      struct lprof_open_regions_view *open)
{
    const size_t count = lprof_reader_count(source->reader, LPROF_RECORD_OPEN_REGIONS);

    for (size_t i = 0; i < count; i++) {
        lprof_take_open_regions(source->reader, i, open);
        if (open->fields.thread == thread)
            return true;
    }
    return false;
}

static void add_timeline(struct profile *profile, const struct source *source,
                         size_t index, const struct lprof_timeline_view *view)
{
    const struct tally_thread *thread = find_thread(source, view->fields.thread);
    struct timeline *timeline = &profile->timelines[profile->timeline_count++];
    struct lprof_open_regions_view open;
    const bool has_open = thread && find_open(source, view->fields.thread, &open);
    const uint64_t room = view->fields.capacity + (has_open ? open.table.count : 0);

    *timeline = (struct timeline){
        .program = source->from->program,
        .pid = source->from->pid,
        .process = source->from->process,
        .thread = view->fields.thread,
        .name = name_of(source, view, thread),
        .start_ns = source->from->start_ns,
        .spans = memory_zeroed(room, sizeof *timeline->spans),
    };
    add_ended(source, index, view, timeline);
    if (has_open)
        add_open_spans(source, thread, &open, timeline);
    sort_spans(timeline);
    if (source->from->region)
        keep_inside(timeline, source->from->region);
}

void timelines_add(struct profile *profile, const struct timeline_source *from,
                   struct thread_choice threads)
{
    struct source source = {
        .from = from, .reader = from->tally->reader, .names = take_names(from)};
    struct lprof_timeline_view view;

    for (size_t i = 0; i < lprof_reader_count(source.reader, LPROF_RECORD_TIMELINE);
         i++) {
        lprof_take_timeline(source.reader, i, &view);
        const struct tally_thread *thread = find_thread(&source, view.fields.thread);
        if (thread_is_chosen(threads, view.fields.thread) &&
            !(thread && thread->is_outdated))
            add_timeline(profile, &source, i, &view);
    }
    free(source.names);
}

void timelines_release(struct profile *profile)
{
    for (size_t i = 0; i < profile->timeline_count; i++)
        free(profile->timelines[i].spans);
    free(profile->timelines);
}
