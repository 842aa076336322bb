/* SPDX-License-Identifier: MIT */
/* What the plugin puts where a line begins, once more: to measure what it costs, and to
   test with.  In functions that call others, only: what it calls uses the stack. */
#ifndef LPRT_PROBE_H
#define LPRT_PROBE_H

#include "lineprof/abi.h"

#include <stdbool.h>

#if !defined __x86_64__
#    error "no processor counter is known here: lineprof profiles x86-64 code"
#endif

/* reads   the code reads the processor's counter itself */
static inline __attribute__((__always_inline__)) void
lprt_probe_timed(struct lineprof_frame *frame, void (*event)(void), uint64_t line,
                 bool reads)
{
    if (reads)
        __asm__ volatile("cmpq\t%0, (%2)\n\tje\t1f\n\tlfence\n\trdtsc\n\t"
                         "movq\t%0, %%rsi\n\tcall\t*%1\n1:"
                         :
                         : "er"(line), "m"(event), "D"(frame)
                         : "rax", "rdx", "rsi", "cc", "memory");
    else
        __asm__ volatile("cmpq\t%0, (%2)\n\tje\t1f\n\t"
                         "movq\t%0, %%rsi\n\tcall\t*%1\n1:"
                         :
                         : "er"(line), "m"(event), "D"(frame)
                         : "rax", "rdx", "rsi", "cc", "memory");
}

/* counter   of the line; returns whether the visit is to be timed */
static inline bool lprt_probe_countdown(const struct lineprof_frame *frame,
                                        struct lineprof_counter *counter)
{
    return frame->line || (int64_t)--counter->skip < 0;
}

#endif
