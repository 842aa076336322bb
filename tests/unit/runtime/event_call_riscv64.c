/* SPDX-License-Identifier: MIT */
#include "event_call.h"

void event_call(void (*event)(void), struct lineprof_frame *frame, uint64_t line,
                uint64_t reading)
{
    register struct lineprof_frame *a0 __asm__("a0") = frame;
    register uint64_t a1 __asm__("a1") = line;
    register uint64_t a2 __asm__("a2") = reading;

    __asm__ volatile("jalr\t%3"
                     : "+r"(a0), "+r"(a1), "+r"(a2)
                     : "r"(event)
                     : "t0", "t1", "t2", "ra", "memory");
}
