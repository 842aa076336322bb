/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_event.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_leap.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_offsets.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "count/lprt_loose.h"
#include "count/lprt_visit.h"
#include "count/timing/lprt_budget.h"

#include <assert.h>
#include <stddef.h>

#define AT(name, type, member) static_assert(name == offsetof(type, member), #name)
AT(FRAME_LINE, struct lineprof_frame, line);
AT(FRAME_LAST, struct lineprof_frame, last);
AT(FRAME_BLOCK, struct lineprof_frame, block);
AT(FRAME_BIAS, struct lineprof_frame, bias);
AT(FRAME_CALLING, struct lineprof_frame, calling);
AT(FRAME_VISIT, struct lineprof_frame, visit);
AT(FRAME_VISITED, struct lineprof_frame, visited);
AT(FRAME_HISTOGRAM, struct lineprof_frame, histogram);
AT(FRAME_OFF_NS, struct lineprof_frame, off_ns);
AT(FRAME_THREAD, struct lineprof_frame, thread);
AT(BLOCK_FLAGS, struct lineprof_block, flags);
AT(BLOCK_PROBE_TICKS, struct lineprof_block, probe_ticks);
AT(BLOCK_COUNTERS_BIAS, struct lineprof_block, counters_bias);
AT(BLOCK_HISTOGRAMS_BIAS, struct lineprof_block, histograms_bias);
AT(COUNTER_SKIP, struct lineprof_counter, skip);
AT(CELL_TICKS, struct lineprof_cell, ticks);
AT(CELL_TIMED, struct lineprof_cell, timed);
AT(CELL_MIN_TICKS, struct lineprof_cell, min_ticks);
AT(CELL_MAX_TICKS, struct lineprof_cell, max_ticks);
AT(CELL_DRAWN, struct lineprof_cell, drawn);
AT(THREAD_SWITCH_MARK, struct lprt_thread, switch_mark);
AT(THREAD_SWITCH_ARM, struct lprt_thread, switch_arm);
AT(THREAD_OFF_NS, struct lprt_thread, off_ns);
AT(THREAD_READING, struct lprt_thread, reading);
AT(THREAD_NEXT, struct lprt_thread, next);
AT(THREAD_RECORD, struct lprt_thread, record);
AT(BLOCK_HEAP, struct lineprof_block, heap);
AT(RECORD_HEAP_ALLOCS, struct lprof_thread, heap_allocs);
AT(RECORD_HEAP_BYTES, struct lprof_thread, heap_bytes);
AT(RECORD_HEAP_FREED, struct lprof_thread, heap_freed);
AT(RECORD_OWN_ALLOCS, struct lprof_thread, own_allocs);
AT(RECORD_OWN_BYTES, struct lprof_thread, own_bytes);
AT(RECORD_OWN_FREED, struct lprof_thread, own_freed);
AT(HEAP_FRAME, struct lprof_heap, frame);
AT(HEAP_ALLOCS, struct lprof_heap, allocs);
AT(HEAP_BYTES, struct lprof_heap, bytes);
AT(HEAP_FREED, struct lprof_heap, freed);
AT(HEAP_CELL_ALLOCS, struct lprof_heap_cell, allocs);
AT(HEAP_CELL_BYTES, struct lprof_heap_cell, bytes);
AT(HEAP_CELL_FREED, struct lprof_heap_cell, freed);
AT(HEAP_CELL_OWN_ALLOCS, struct lprof_heap_cell, own_allocs);
AT(HEAP_CELL_OWN_BYTES, struct lprof_heap_cell, own_bytes);
AT(HEAP_CELL_OWN_FREED, struct lprof_heap_cell, own_freed);
static_assert(sizeof(struct lineprof_block) == BLOCK_BYTES, "counters follow it");
static_assert(sizeof(struct lprof_heap) == HEAP_CELLS &&
                  sizeof(struct lprof_heap_cell) == 3 * sizeof(struct lineprof_counter) &&
                  LINEPROF_CELLS_AT(0) == BLOCK_BYTES,
              "a line's heap cell is found by its counter");
static_assert(sizeof(struct lineprof_frame) == FRAME_BYTES, "a frame is next to another");
static_assert(sizeof(struct lineprof_cell) == 8 * sizeof(struct lineprof_counter) &&
                  3 * sizeof(struct lineprof_cell) == sizeof(struct lineprof_histogram),
              "a line's counter and histogram are found by its cell");
static_assert(UNTIMED_FLAG == LPROF_BLOCK_UNTIMED && SAMPLED_FLAG == LPROF_BLOCK_SAMPLED,
              "block flags");
static_assert(LONGEST_VISIT == LPRT_LONGEST_VISIT, "visits");

/* Its visits are counted down by instrumented code before it calls us. */
static const uint64_t never = INT64_MAX / 2;

enum { MOST_LOTS = 512 };

/* Uniformly random skips keep the lots from running in step with a loop. */
uint64_t lprt_event_skip(struct lprt_thread *t, uint64_t lots)
{
    /* xorshift64: Marsaglia, "Xorshift RNGs", 2003 */
    uint64_t x = t->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    t->random = x;
    return (x >> 32) * (2 * (lots - 1) + 1) >> 32;
}

bool lprt_event_is_short(uint64_t ticks, uint64_t count)
{
    return ticks < count * lprt_costs.short_visit;
}

void lprt_event_begin_late(struct lineprof_frame *frame, uint64_t cost)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;
    const uint64_t since = lprt_clock_read() - t->reading;
    const uint64_t most = lprt_costs.outlier / LPRT_OUTLIER;

    lprt_budget_spend(t, lprt_costs.line + (since < most ? since : most));
    frame->bias += cost + (LPRT_LIKELY(lprt_visit_was_running(frame))
                               ? since
                               : lprt_visit_running_part(frame, since));
}

uint64_t lprt_event_lots(const struct lprt_thread *t)
{
    const uint64_t lots = lprt_budget_lots(t, LPRT_LOTS);

    return lots < MOST_LOTS ? lots : MOST_LOTS;
}

/* Of what is rarely long the more has to be seen the more of its time that is; but timing
   it is to cost no more than a part of that. */
enum { PART_OF_LONG = 4 };

static uint64_t at_least_one(uint64_t lots)
{
    return lots ? lots : 1;
}

static uint64_t lots_for(const struct lprt_thread *t, const struct lineprof_cell *cell,
                         const struct lineprof_counter *counter)
{
    const uint64_t cost = 2 * PART_OF_LONG * lprt_costs.line;
    uint64_t lots = lprt_event_lots(t);

    if (cell->max_ticks < lprt_costs.outlier || !cost)
        return lots;
    const uint64_t by_longest = cost * counter->hits / cell->max_ticks;
    if (by_longest < lots)
        lots = by_longest;
    if (cell->outlier_ticks && cost * cell->sampled / cell->outlier_ticks < lots)
        lots = cost * cell->sampled / cell->outlier_ticks;
    return at_least_one(lots);
}

/* Draw the next visit; false if the line's are not sampled. */
static bool draw(struct lineprof_frame *frame, uint64_t line)
{
    struct lineprof_block *block = lprt_block_of(frame);
    struct lineprof_cell *cell = lprt_cell_at(block, line);
    struct lineprof_counter *counter = lprt_counter_at(block, line);
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;

    if (cell->drawn == 0 && !lprt_event_is_short(cell->ticks, cell->timed)) {
        counter->skip = 0; /* to time it always costs next to nothing */
        return false;
    }
    const uint64_t skip = lprt_event_skip(t, lots_for(t, cell, counter));
    lprt_visit_weigh(cell, skip + 1, t->random);
    if (cell->drawn == 0)
        lprt_add(&cell->drawn, 1); /* this one */
    else
        frame->untimed += lprt_costs.untimed * skip / (LPRT_LOTS - 1);
    counter->skip = skip;
    lprt_add(&cell->drawn, skip + 1);
    return true;
}

void lprt_event_draw(struct lineprof_frame *frame, uint64_t line)
{
    if (draw(frame, line))
        lprt_event_begin_late(frame, lprt_costs.sampled);
}

bool lprt_event_is_timed(struct lineprof_frame *frame, uint64_t line)
{
    struct lineprof_block *block = lprt_block_of(frame);

    if (!(block->flags & LPROF_BLOCK_SAMPLED))
        return true;
    const struct lineprof_cell *cell = lprt_cell_at(block, line);
    struct lineprof_counter *counter = lprt_counter_at(block, line);
    if ((int64_t)counter->skip > 0) {
        counter->skip--;
        return false;
    }
    if (cell->drawn || cell->timed >= FIRST_VISITS)
        draw(frame, line);
    else
        counter->skip = 0;
    return true;
}

static void begin_timed(struct lineprof_frame *frame, uint64_t line)
{
    frame->line = line;
    frame->calling = line;
    if (lprt_cell_at(lprt_block_of(frame), line)->drawn)
        lprt_event_begin_late(frame, lprt_costs.sampled);
}

void lprt_event(struct lineprof_frame *frame, uint64_t line, uint64_t now)
{
    struct lprt_thread *t = (struct lprt_thread *)(uintptr_t)frame->thread;

    if (lprt_is_loose(frame)) {
        lprt_counter_at(lprt_block_of(frame), line)->skip = never;
        return;
    }
    const bool is_timed = !(lprt_block_of(frame)->flags & LPROF_BLOCK_UNTIMED);

    lprt_heap_look(frame);
    lprt_visit_count(frame);
    lprt_turn_look(t, frame, is_timed ? t->reading : 0);
    struct lineprof_block *block = lprt_block_of(frame);
    if (!is_timed) {
        lprt_off_look(t); /* or each event would come this way */
        lprt_counter_at(block, line)->skip = never;
        return;
    }
    if (LPRT_UNLIKELY(now - frame->last > LPRT_MAY_LEAP))
        lprt_leap_take_out(frame, now);
    lprt_visit_end(frame, now);
    frame->last = now;
    frame->bias += block->probe_ticks;
    frame->line = 0;
    if (lprt_event_is_timed(frame, line))
        begin_timed(frame, line);
}

void lprt_event_stamped(struct lineprof_frame *frame, uint64_t line, uint64_t reading)
{
    const uint64_t now = reading - frame->bias;

    ((struct lprt_thread *)(uintptr_t)frame->thread)->reading = reading;
    lprt_event(frame, line, (int64_t)(now - frame->last) < 0 ? frame->last : now);
}

void lprt_event_read(struct lineprof_frame *frame, uint64_t line)
{
    if (lprt_block_of(frame)->flags & LPROF_BLOCK_UNTIMED)
        lprt_event(frame, line, 0);
    else
        lprt_event_stamped(frame, line, lprt_clock_read());
}
