/* SPDX-License-Identifier: MIT */
/*
 * Regions on fibers: on stacks that are not their thread's own, switched by
 * swapcontext(), assembler or a library.  Which fiber runs nobody tells, but where
 * something is begun or ended on a stack says which belong together.  A fiber may go on
 * on another thread in between.
 *
 * Lock-free; safe in signal handlers; errno is left alone.
 */
#ifndef LPRT_FIBERS_H
#define LPRT_FIBERS_H

#include "count/lprt_activation.h"

/* In what ends one; nothing else that ends a region has it. */
#define LPRT_IS_FIBER 0x80000000u

/* named    on the calling thread
   here     the caller's frame address, on a fiber
   Returns what ends it; 0 if it is not recorded. */
unsigned int lprt_fibers_begin(struct lprt_named *named, uintptr_t here);

/* End one, and what was begun in it; on any thread, anywhere.  What has ended is
   ignored. */
void lprt_fibers_end(unsigned int handle, uintptr_t here);

/* End one alone; what was begun in it and is open is in nothing from then on. */
void lprt_fibers_end_alone(unsigned int handle, uintptr_t here);

/* What ends the innermost one of that name on the calling fiber; 0: there is none. */
unsigned int lprt_fibers_find(const char *name, uintptr_t here);

/* Those that are open begin now: in a forked child, and as all is counted anew. */
void lprt_fibers_restart(void);

/* At the end of the process: those that are open end now. */
void lprt_fibers_close(void);

#endif
