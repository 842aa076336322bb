/* SPDX-License-Identifier: MIT */
#include "count/bare/lprt_leap.h"
#include "base/lprt_machine.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_frame.h"
#include "store/lprt_region.h"

static const uint64_t ns_per_s = 1000000000;

/* No processor's counter is faster. */
static const uint64_t most_ticks_a_ns = 10;

/* By a clock that nobody sets. */
static uint64_t ran_ns(void)
{
    struct timespec now = {0};

    lprt_machine_clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (uint64_t)now.tv_sec * ns_per_s + (uint64_t)now.tv_nsec -
           lprt_region_header()->start_clock_ns;
}

static uint64_t longest_visit(void)
{
    const uint64_t hz = lprt_clock_hz();

    if (hz == 0)
        return ran_ns() * most_ticks_a_ns;
    if (hz != ns_per_s) /* it counts its readings */
        return UINT64_MAX;
    const uint64_t ns = ran_ns();
    return ns + ns / 256; /* one of them may be slewed */
}

/* Frames above began after the clock had leapt, and have ended. */
static void begin_later(struct lprt_thread *t, struct lineprof_frame *from,
                        uint64_t ticks)
{
    struct lprt_chunk *chunk = t->chunk;
    struct lineprof_frame *frame = lprt_frame_step(t, &chunk, t->next);

    while (frame != from && frame != &t->root)
        frame = lprt_frame_step(t, &chunk, frame);
    for (; frame != &t->root; frame = lprt_frame_step(t, &chunk, frame)) {
        lprt_add(&frame->last, ticks);
        if (frame->weight != LINEPROF_UNTIMED)
            lprt_add(&frame->entry, ticks);
    }
}

void lprt_leap_take_out(struct lineprof_frame *frame, uint64_t now)
{
    if (frame->weight == LINEPROF_UNTIMED && !frame->line)
        return; /* and `last` has no meaning */
    const uint64_t visit = now - frame->last;
    const uint64_t longest = longest_visit();

    if (visit <= longest)
        return;
    begin_later((struct lprt_thread *)(uintptr_t)frame->thread, frame, visit - longest);
    lprt_block_of(frame)->steps_back++;
    lprt_region_warn(LPROF_WARNING_CLOCK_STEPPED);
}
