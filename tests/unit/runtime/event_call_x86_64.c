/* SPDX-License-Identifier: MIT */
#include "event_call.h"

/* The call goes below the red zone, in which the compiler may have something. */
void event_call(void (*event)(void), struct lineprof_frame *frame, uint64_t line,
                uint64_t reading)
{
    uint64_t low = reading & UINT32_MAX;
    uint64_t high = reading >> 32;

    __asm__ volatile("addq\t$-128, %%rsp\n\tcall\t*%3\n\tsubq\t$-128, %%rsp"
                     : "+a"(low), "+d"(high), "+S"(line)
                     : "r"(event), "D"(frame)
                     : "cc", "memory");
}
