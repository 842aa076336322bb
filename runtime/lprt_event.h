/* SPDX-License-Identifier: MIT */
/* What instrumented code does where a line begins, in C: to measure what it costs, and
   to test with. */
#ifndef LPRT_EVENT_H
#define LPRT_EVENT_H

#include "lineprof/abi.h"

static inline struct lineprof_cell *lprt_event_cell(struct lineprof_block *block,
                                                    uint64_t line)
{
    return (struct lineprof_cell *)((char *)block + line);
}

/* raw     the clock's reading; line    the offset of the line's cell */
static inline void lprt_event_time(struct lineprof_frame *frame,
                                   struct lineprof_block *block, uint64_t raw,
                                   uint64_t line)
{
    uint64_t now = raw - frame->bias;

    frame->bias += block->probe_ticks;
    if (now < frame->last)
        now = frame->last;
    lprt_event_cell(block, frame->line)->ticks += now - frame->last;
    frame->last = now;
    frame->line = line;
}

static inline void lprt_event_hit(struct lineprof_block *block, uint64_t line)
{
    lprt_event_cell(block, line)->hits += 1;
}

#endif
