/* SPDX-License-Identifier: MIT */
/* What a count of light code calls when it comes up. */
#ifndef LPRT_TRIGGER_H
#define LPRT_TRIGGER_H

#include "count/lprt_counts.h"

/* What the trigger finds on the stack (struct lineprof_module). */
struct lprt_trigger_call {
    int64_t amount; /* that was added */
    int64_t offset; /* of the count from the base */
    char *base;     /* may be changed, to that of another array */
};

/* To be called before any module's trigger is. */
void lprt_trigger_start(void);

/* For the `trigger` of a module.  In assembler: lprt_trigger_<machine>.S. */
void lprt_trigger_entry(void) __attribute__((__visibility__("hidden")));
void lprt_trigger_entry_near(void) __attribute__((__visibility__("hidden")));

/* What it calls.  Uses general registers only; safe in signal handlers. */
void lprt_trigger(struct lprt_trigger_call *call)
    __attribute__((__visibility__("hidden")));

/* The same of a process in which nothing is recorded, and for the `visit` of a module: a
   count comes up once, and no visit is timed. */
void lprt_silent_entry(void) __attribute__((__visibility__("hidden")));
void lprt_silent_entry_near(void) __attribute__((__visibility__("hidden")));
void lprt_silent_visit_entry(void) __attribute__((__visibility__("hidden")));
void lprt_silent_visit_entry_near(void) __attribute__((__visibility__("hidden")));
void lprt_silent_trigger(struct lprt_trigger_call *call)
    __attribute__((__visibility__("hidden")));
bool lprt_silent_visit(struct lineprof_visit_call *call)
    __attribute__((__visibility__("hidden")));

/* Call `function` and keep the vector registers; of which it must be known whether they
   are scalable. */
extern bool lprt_vectors_are_scalable __attribute__((__visibility__("hidden")));
void lprt_keeping_vectors(void (*function)(void *), void *argument)
    __attribute__((__visibility__("hidden")));

/* It has not come up before, and that is more than a number: the count may be none that
   the thread counts in yet, or its function none that the file knows. */
bool lprt_count_is_first(const struct lprof_count *count)
    __attribute__((__visibility__("hidden")));

/* A count comes up again after as many visits as suit its rate so far; or after `visits`.
 */
void lprt_count_renew(struct lprof_count *count)
    __attribute__((__visibility__("hidden")));
void lprt_count_wait(struct lprof_count *count, uint64_t visits)
    __attribute__((__visibility__("hidden")));

/* Do what others ask for, and look at the clock if it is time.
   now      a reading of just now; 0: none was made */
void lprt_count_look_around(uint64_t now) __attribute__((__visibility__("hidden")));

/* The code that calls has not looked where its thread counts since that was changed: it
   goes on in an array in which nothing is to be counted any more, or not yet. */
bool lprt_count_is_elsewhere(const struct lprt_thread *thread,
                             const struct lprof_count *count)
    __attribute__((__visibility__("hidden")));

#endif
