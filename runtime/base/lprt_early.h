/* SPDX-License-Identifier: MIT */
/*
 * What libc knows of the process once it is ready.  Functions in .preinit_array run
 * before that: then it is read from the kernel.
 */
#ifndef LPRT_EARLY_H
#define LPRT_EARLY_H

/* The value of a variable of the environment; NULL if it is not set.  Guarded slow path
   only (lprt_lock.h). */
const char *lprt_early_variable(const char *name);

/* The program's name without folders, as libc has it; "" if it has none.  Guarded slow
   path only. */
const char *lprt_early_program(void);

#endif
