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

#include <stdint.h>

struct lprt_guard {
    uint64_t signals; /* the kernel's mask before */
    int cancel_state;
    int error; /* errno before */
};

void lprt_lock_take(struct lprt_guard *guard);
void lprt_lock_release(const struct lprt_guard *guard);

/* For the child of a fork whose parent took the lock before it: waiters are not there
   any more. */
void lprt_lock_inherit(void);

#endif
