/* SPDX-License-Identifier: MIT */
/*
 * The one lock of the slow paths: registration, first calls, new threads, growth,
 * fork, exit.  The hot path takes none.
 *
 * While it is held all signals are blocked, so no handler can come in between and
 * wait for it on the same thread, and no cancellation point acts.  What the caller
 * must keep of the thread's state is put back by the release: signal mask,
 * cancellation state, errno.
 */
#ifndef LPRT_LOCK_H
#define LPRT_LOCK_H

#include <stdbool.h>
#include <stdint.h>

struct lprt_guard {
    uint64_t signals; /* the kernel's mask before */
    int cancel_state;
    int error; /* errno before */
};

void lprt_lock_take(struct lprt_guard *guard);
void lprt_lock_release(const struct lprt_guard *guard);

/* The calling thread has it. */
bool lprt_lock_is_held(void);

/* What is guarded begins with this: a debug build ends where the lock is not held, others
   do not ask. */
#ifdef LPRT_CHECKS_LOCK
#    define LPRT_GUARDED() (lprt_lock_is_held() ? (void)0 : __builtin_trap())
#else
#    define LPRT_GUARDED() ((void)0)
#endif

/* For the child of a fork whose parent took the lock before it: waiters are not there
   any more. */
void lprt_lock_inherit(void);

#endif
