/* SPDX-License-Identifier: MIT */
/* From where on a visit lasts, which the kernel's tick sees (lprt_lasting.h).  Both use
   general registers only and are safe in signal handlers. */
#ifndef LPRT_LASTS_H
#define LPRT_LASTS_H

#include <stdbool.h>
#include <stdint.h>

/* ns; 0 where the tick is not seen. */
uint64_t lprt_lasts_ns(void) __attribute__((__visibility__("hidden")));

/* Whether the tick came in a visit of so many ticks that ends now and is shorter than
   that, which may be all that made it long: what the kernel does then takes up to 150 us
   on a virtual machine, and timed visits are met by more ticks than those that they stand
   for. */
bool lprt_lasts_was_ticked(uint64_t ticks) __attribute__((__visibility__("hidden")));

#endif
