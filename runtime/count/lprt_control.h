/* SPDX-License-Identifier: MIT */
/*
 * What others ask of the process, by a word of its file: to pause, to go on, to count
 * anew.  There is
 * no thread and no signal for it; the word is looked at where functions are entered
 * during a pause, and otherwise now and then where they are left.
 */
#ifndef LPRT_CONTROL_H
#define LPRT_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

struct lprof_header;

/* Looked at through lprt_control_is_new(). */
extern struct lprt_control {
    const uint64_t *word; /* `control` of a header */
    uint64_t seen;        /* its value that has been acted on */
} lprt_control __attribute__((__visibility__("hidden")));

/* There is to be something to look at: the process's own header, or that of the file it
   shares.  For the guarded slow path only (lprt_lock.h). */
void lprt_control_connect(struct lprof_header *header);

/* In a forked child: its own header is not to be found by others yet.  For the guarded
   slow path only. */
void lprt_control_restart(void);

static inline bool lprt_control_is_new(void)
{
    const uint64_t *word = __atomic_load_n(&lprt_control.word, __ATOMIC_RELAXED);

    return __atomic_load_n(word, __ATOMIC_RELAXED) !=
           __atomic_load_n(&lprt_control.seen, __ATOMIC_RELAXED);
}

/* Do what is asked for, if it has not been done; before there is a file, make it, so
   that there is something to be asked by.  Safe in signal handlers. */
void lprt_control_obey(void);

#endif
