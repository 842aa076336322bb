/* SPDX-License-Identifier: MIT */
/*
 * What the runtime exports under names, for languages that cannot read lineprof.h and
 * for libraries that take regions from elsewhere.  lineprof.h says what each does; names
 * are any text here, ended by NUL and copied, and NULL is not recorded.
 */
#ifndef LINEPROF_NAMES_H
#define LINEPROF_NAMES_H

#ifdef __GNUC__
#    define LINEPROF_EXPORTED __attribute__((__visibility__("default")))
#else
#    define LINEPROF_EXPORTED
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct lineprof_hooks;
struct lineprof_table;

LINEPROF_EXPORTED struct lineprof_table *__lineprof_connect(unsigned int version);

LINEPROF_EXPORTED void lineprof_pause(void);
LINEPROF_EXPORTED void lineprof_resume(void);
LINEPROF_EXPORTED int lineprof_dump(const char *path);
LINEPROF_EXPORTED void lineprof_reset(void);
LINEPROF_EXPORTED void lineprof_set_thread_name(const char *name);
LINEPROF_EXPORTED void lineprof_set_hooks(const struct lineprof_hooks *hooks);

/* Returns what lineprof_end_begun() ends it by, on this thread, or wherever its fiber
   goes on (lineprof.h); 0 if it is not recorded.
 */
LINEPROF_EXPORTED unsigned int lineprof_begin(const char *name);
LINEPROF_EXPORTED void lineprof_end(const char *name);
LINEPROF_EXPORTED void lineprof_mark(const char *name);

/* End this one alone; what was begun in it stays open.  0 is ignored. */
LINEPROF_EXPORTED void lineprof_end_begun(unsigned int begun);

/*
 * A region that is nested in nothing, and may end on another thread than it began on.
 * Its time is all its own, and what the profiler took meanwhile is left out only if the
 * threads are the same; where the program ends before it does, it has none.  At most 4096
 * are open at a time.
 *
 * Returns what ends it; 0 if it is not recorded.
 */
LINEPROF_EXPORTED unsigned long lineprof_begin_range(const char *name);
LINEPROF_EXPORTED void lineprof_end_range(unsigned long range);

#ifdef __cplusplus
}
#endif

#endif
