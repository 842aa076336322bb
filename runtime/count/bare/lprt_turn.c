/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_turn.h"
#include "base/lprt_machine.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_pause.h"
#include "count/bare/lprt_reset.h"
#include "count/lprt_clock.h"
#include "count/lprt_cut.h"
#include "count/lprt_modules.h"

#include <signal.h>
#include <stddef.h>

uint64_t lprt_turns;

void lprt_turn_call(void)
{
    __atomic_store_n(&lprt_turns, lprt_turns + 1, __ATOMIC_RELEASE);
    lprt_threads_hide_blocks(); /* for entries and regions */
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread)
        lprt_off_call(t); /* for lines and exits */
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
