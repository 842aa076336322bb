/* SPDX-License-Identifier: MIT */
/* How long threads have lived: the whole that contains all that ran on them. */
#include "model/profile_tally.h"

#include <math.h>

/* Where `ticks` is not one reading's, but what threads have taken of their own clock, its
   end is not known. */
static bool has_one_clock(const struct lprof_header *header)
{
    return header->clock != LPROF_CLOCK_CPU;
}

/* The latest moment that the file knows of. */
static uint64_t end_of(const struct tally *tally)
{
    const struct lprof_header *header = lprof_reader_header(tally->reader);
    const uint64_t end = header->end_ticks;

    return end + tally_since(tally->last_reading, end);
}

/* Several threads may have used the record, one after the other. */
static double life_of(const struct lprof_thread *thread, uint64_t end)
{
    const uint64_t current = thread->begun ? tally_since(end, thread->begun) : 0;

    if ((!thread->begun && !thread->lived) || thread->lived > INT64_MAX)
        return INFINITY;
    return (double)thread->lived + (double)current;
}

/* A record of one thread's is no longer than the run, or what of it is looked at. */
static double run_of(const struct tally *tally, const struct lprof_thread *thread,
                     uint64_t end)
{
    const struct lprof_header *header =
        lprof_reader_header(tally->since ? tally->since : tally->reader);
    const uint64_t begun = tally->since ? header->end_ticks : header->start_ticks;

    if (thread->flags & LPROF_THREAD_OTHER)
        return INFINITY;
    return end > begun ? (double)(end - begun) : INFINITY;
}

/* 0 while nothing is known of it. */
static double delayed_of(const struct lprof_thread *thread)
{
    return thread->off_ns ? fmin((double)thread->delayed_ns / (double)thread->off_ns, 1)
                          : 0;
}

void tally_find_lives(struct tally *tally)
{
    const bool is_known = has_one_clock(lprof_reader_header(tally->reader));
    const uint64_t end = end_of(tally);

    for (size_t i = 0; i < tally->thread_count; i++) {
        struct tally_thread *thread = &tally->threads[i];
        thread->life_ticks = is_known ? fmin(life_of(&thread->fields, end),
                                             run_of(tally, &thread->fields, end))
                                      : INFINITY;
        thread->delayed = delayed_of(&thread->fields);
    }
}
