/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_turn.h"
#include "base/lprt_machine.h"
#include "count/bare/lprt_event.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_pause.h"
#include "count/bare/lprt_reset.h"
#include "count/lprt_clock.h"
#include "count/lprt_cut.h"
#include "count/lprt_modules.h"

#include <signal.h>
#include <stddef.h>

uint64_t lprt_turns;

/* A line that is not to be timed before so many visits is no event until then: the next
   one is to be.  The line's thread may be counting it down at this moment, and then it is
   not, or the estimate is off by those visits. */
static void call_lines(struct lineprof_block *block)
{
    const uint32_t flags = __atomic_load_n(&block->flags, __ATOMIC_RELAXED);
    const uint64_t count = block->cell_count;
    struct lineprof_counter *counters = (struct lineprof_counter *)(block + 1);
    struct lineprof_cell *cells = lprt_cell_at(block, LINEPROF_CELLS_AT(count));

    if (!(flags & (LPROF_BLOCK_SAMPLED | LPROF_BLOCK_UNTIMED)) ||
        flags & LPROF_BLOCK_WEIGHTED ||
        !__atomic_load_n(&block->active, __ATOMIC_RELAXED))
        return;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t skip = __atomic_load_n(&counters[i].skip, __ATOMIC_RELAXED);
        if ((int64_t)skip <= 0)
            continue;
        __atomic_store_n(&counters[i].skip, 0, __ATOMIC_RELAXED);
        if (flags & LPROF_BLOCK_SAMPLED)
            __atomic_fetch_sub(&cells[i].drawn, skip, __ATOMIC_RELAXED);
    }
}

static void call_thread(struct lprt_thread *t)
{
    const uint64_t count = t->block_count ? t->block_count : t->hidden_blocks;

    lprt_thread_hide_blocks(t); /* for entries and regions */
    lprt_off_call(t);           /* for exits, and lines that are timed; */
    for (uint64_t i = 0; i < count; i++) {
        if (t->blocks[i] != &lprt_no_block)
            call_lines(t->blocks[i]); /* for others */
    }
    lprt_pause_walk_idle(t, call_lines);
}

void lprt_turn_call(void)
{
    __atomic_store_n(&lprt_turns, lprt_turns + 1, __ATOMIC_RELEASE);
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread)
        call_thread(t);
}

/* What was asked for since is for the next turn. */
static void take(struct lprt_thread *t, const struct lineprof_frame *frame, uint64_t raw)
{
    const uint64_t turns = __atomic_load_n(&lprt_turns, __ATOMIC_ACQUIRE);

    if (t->chunk && !lprt_cut_has_happened()) {
        const bool pauses = lprt_modules_are_paused() || lprt_pause_is_new(t);
        raw = raw || !pauses ? raw : lprt_clock_read();
        if (pauses)
            lprt_pause_end(t, raw);
        if (t->resets != __atomic_load_n(&lprt_resets, __ATOMIC_ACQUIRE))
            lprt_reset_thread(t, frame);
        if (lprt_modules_are_paused())
            lprt_pause_begin(t, raw);
    }
    t->turns = turns;
}

/* A handler must not count in between; the one of a file that is cut does not. */
void lprt_turn_take(struct lprt_thread *thread, const struct lineprof_frame *frame,
                    uint64_t raw)
{
    const uint64_t all = ~(uint64_t)0;
    const uint64_t bus = UINT64_C(1) << (SIGBUS - 1);
    const uint64_t all_but_cuts = all & ~bus;
    uint64_t before = 0;

    lprt_machine_set_signals(&all, &before);
    if (lprt_cut_is_armed() && !(before & bus))
        lprt_machine_set_signals(&all_but_cuts, NULL);
    take(thread, frame, raw);
    lprt_machine_set_signals(&before, NULL);
}
