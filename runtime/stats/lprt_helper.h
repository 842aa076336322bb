/* SPDX-License-Identifier: MIT */
/*
 * Threads of the runtime's own.  No signal of the program's is delivered to them, they
 * are in no profile, and nobody waits for them for long.  As long as one is there, libc
 * does not end a process whose first thread has left by pthread_exit() when its last
 * thread does; so they end before the first one.
 */
#ifndef LPRT_HELPER_H
#define LPRT_HELPER_H

#include "base/lprt_lock.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int (*lprt_create_fn)(pthread_t *thread, const pthread_attr_t *attributes,
                              void *(*start)(void *), void *arg);

struct lprt_helper {
    pthread_t thread;
    lprt_create_fn create; /* pthread_create(), or what is in its place */
    const char *name;      /* of the thread, at most 15 bytes */
    void (*work)(void);
    size_t stack_bytes;
    uint64_t patience_ns; /* how long its end may be waited for */
    int is_over;          /* it is to end: a futex */
    bool is_started;
};

/* Start one.  Returns 0 or an errno value.  Not while the lock is held. */
int lprt_helper_start(struct lprt_helper *helper);

/* In the thread: sleep up to a moment of CLOCK_MONOTONIC, in ns.  false: it is to end. */
bool lprt_helper_sleep(struct lprt_helper *helper, uint64_t until_ns);
uint64_t lprt_helper_now_ns(void);

/* Anywhere: sleep for that long. */
void lprt_helper_pause(uint64_t ns);

/* In the thread: take the lock, and release it.  Only meanwhile the signal comes through
   that says that the file was cut (lprt_cut.h): the program's handler is no business of
   ours. */
void lprt_helper_lock(struct lprt_guard *guard);
void lprt_helper_unlock(const struct lprt_guard *guard);

/* It is to end; it is waited for, as long as it may be. */
void lprt_helper_stop(struct lprt_helper *helper);

#endif
