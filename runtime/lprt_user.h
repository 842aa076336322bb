/* SPDX-License-Identifier: MIT */
/* What the program's side of <lineprof.h> looks at. */
#ifndef LPRT_USER_H
#define LPRT_USER_H

#define LINEPROF_TABLE_ONLY
#include "lineprof.h"

#include <stdint.h>

extern struct lineprof_table lprt_user_table __attribute__((__visibility__("hidden")));

enum { LPRT_NO_PASS = 2 }; /* never a pass: those are odd */

/* Regions take the short way on threads that have this: another number after an object
   that has names was loaded.  0 while nothing is recorded, or there are hooks, or the
   clock is not the usual one. */
extern volatile uint32_t lprt_user_pass __attribute__((__visibility__("hidden")));

/* Show the program whether anything is recorded: call it after that, the hooks
   or the clock have changed.  Safe
   everywhere. */
void lprt_user_show(void);

#endif
