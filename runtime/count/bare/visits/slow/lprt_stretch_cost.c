/* SPDX-License-Identifier: MIT */
#include "count/bare/visits/slow/lprt_stretch_cost.h"
#include "base/lprt_lock.h"
#include "count/bare/lprt_event.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/lprt_account.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "count/lprt_thread.h"
#include "store/lprt_config.h"

#include <stdatomic.h>

enum {
    BATCHES = 6,
    EVENTS = 32,
    LINES = 2,
    FRAMES = 2,
    PART_OF_OTHERS = 4, /* of what it costs, at most, is others' doing */
    LAST = 4,           /* times that it was measured, of which the least counts */
};

static struct {
    uint64_t stretch; /* ticks of a line, in passing over what is left out; */
    uint64_t look;    /* and of a batch of looks */
} at_start;

static _Atomic(uint64_t) last_looks[LAST];
static _Atomic(unsigned) look_count;

/* A thread that is none, with a visit that is open. */
static struct {
    struct lprt_thread thread;
    struct lprof_thread record;
    struct lprt_chunk chunk;
    uint64_t never_switched;
    struct lineprof_frame frames[FRAMES];
    _Alignas(64) unsigned char block[LINEPROF_BLOCK_BYTES(LINES)];
} bench;

static void set_up(void)
{
    struct lprt_thread *t = &bench.thread;
    struct lineprof_block *block = (struct lineprof_block *)bench.block;
    struct lineprof_frame *frame = bench.frames;
    const uint64_t line = LINEPROF_CELLS_AT((uint64_t)LINES);
    const struct lineprof_function function = {.first_line = line};

    lprt_block_set_tables(block, LINES, line);
    block->flags = LPROF_BLOCK_WEIGHTED;
    t->record = &bench.record;
    t->switch_mark = &bench.never_switched;
    t->random = 1;
    lprt_thread_start_root(t);
    lprt_frame_fill(t, frame, &function, block, LINEPROF_UNTIMED);
    frame->visit = 0;
    frame->entry = 0;
    frame->cfa = UINT64_MAX - 1; /* further out than where we are */
    t->begin = bench.frames;
    t->next = bench.frames + 1;
    t->end = bench.frames + FRAMES;
    bench.chunk = (struct lprt_chunk){.begin = t->begin, .end = t->end};
    t->chunk = &bench.chunk;
    frame->last = lprt_clock_read();
}

static void tell(int event)
{
    lprt_stretch_probe(lprt_stretch_tell_entry,
                       LINEPROF_VISIT_LINE | event % LINES << LINEPROF_VISIT_SITE_SHIFT);
}

/* From the end of what the first event leaves out to that of the last one's, less what
   those between leave out of themselves. */
static uint64_t run_batch(void)
{
    const struct lprt_thread *t = &bench.thread;
    const struct lineprof_frame *frame = bench.frames;

    tell(0);
    const uint64_t begin = t->reading;
    const uint64_t bias = frame->bias;
    for (int i = 1; i <= EVENTS; i++)
        tell(i);
    const uint64_t left_out = frame->bias - bias - EVENTS * lprt_costs.stretch;
    const uint64_t passed = t->reading - begin;
    return passed > left_out ? (passed - left_out) / EVENTS : 0;
}

/* What that costs rises and falls with what telling a line does, but it changes nothing
   of the calling thread, on which handlers may come in. */
static uint64_t run_look(void)
{
    const uint64_t begin = lprt_clock_read();

    for (int i = 0; i < EVENTS; i++)
        lprt_stretch_probe(lprt_stretch_look_entry, 0);
    return lprt_clock_read() - begin;
}

static uint64_t least_look(void)
{
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < BATCHES; i++) {
        const uint64_t look = run_look();
        least = look < least ? look : least;
    }
    return least;
}

/* What the looks before and behind a batch say of its moment: the longer one, as long as
   it was not interrupted, so that the batch is not thought to be of a better one. */
static uint64_t look_beside(const uint64_t *looks, uint64_t least)
{
    const uint64_t longer = looks[0] > looks[1] ? looks[0] : looks[1];
    const uint64_t most = least + least / PART_OF_OTHERS;

    return longer < most ? longer : most;
}

/* By turns, so that both are of the same moments. */
void lprt_stretch_cost_measure(void)
{
    uint64_t looks[BATCHES + 1];
    uint64_t least = UINT64_MAX;
    int best = 0;
    uint64_t batches[BATCHES];
    struct lprt_thread *self = lprt_self;

    LPRT_GUARDED();
    set_up();
    for (int i = 0; i <= BATCHES; i++) {
        looks[i] = run_look();
        least = looks[i] < least ? looks[i] : least;
        if (i == BATCHES)
            break;
        lprt_self = &bench.thread;
        batches[i] = run_batch();
        lprt_self = self;
        best = batches[i] < batches[best] ? i : best;
    }
    at_start.stretch = batches[best];
    at_start.look = look_beside(&looks[best], least);
    for (unsigned i = 0; i < LAST; i++)
        atomic_store_explicit(&last_looks[i], at_start.look, memory_order_relaxed);
    lprt_costs.stretch = at_start.stretch;
}

/* Others use the other half of the core for some milliseconds, and leave it: what was
   taken out too much until the next time would be a good part of what lines take. */
static uint64_t least_of_last(uint64_t look)
{
    const unsigned turn =
        atomic_fetch_add_explicit(&look_count, 1, memory_order_relaxed) % LAST;
    uint64_t least = look;

    atomic_store_explicit(&last_looks[turn], look, memory_order_relaxed);
    for (unsigned i = 0; i < LAST; i++) {
        const uint64_t other = atomic_load_explicit(&last_looks[i], memory_order_relaxed);
        least = other < least ? other : least;
    }
    return least;
}

void lprt_stretch_cost_follow(void)
{
    if (!at_start.look || !lprt_clock_is_counter() ||
        lprt_config_mode(LINEPROF_MODE_ADAPTIVE) == LINEPROF_MODE_HITS)
        return;
    const uint64_t look = least_of_last(least_look());
    __atomic_store_n(&lprt_costs.stretch, at_start.stretch * look / at_start.look,
                     __ATOMIC_RELAXED);
}
