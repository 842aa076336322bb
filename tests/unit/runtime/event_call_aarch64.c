/* SPDX-License-Identifier: MIT */
#include "event_call.h"

void event_call(void (*event)(void), struct lineprof_frame *frame, uint64_t line,
                uint64_t reading)
{
    register struct lineprof_frame *x0 __asm__("x0") = frame;
    register uint64_t x1 __asm__("x1") = line;
    register uint64_t x2 __asm__("x2") = reading;

    __asm__ volatile("blr\t%3"
                     : "+r"(x0), "+r"(x1), "+r"(x2)
                     : "r"(event)
                     : "x15", "x16", "x17", "x30", "cc", "memory");
}
