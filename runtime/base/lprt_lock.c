/* SPDX-License-Identifier: MIT */
#include "base/lprt_lock.h"
#include "count/lprt_cut.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FREE, HELD, WAITED_FOR };

/* More than what is done while the lock is held takes of the stack. */
enum { STACK_BYTES = 1536 };

static atomic_int lock_word = FREE;

/* Who holds it, and how many times more.  It is taken twice only where another's
   handler of a fork, which runs while it is held, calls marked code. */
static _Atomic(pthread_t) holder;
static unsigned int held_again;

/* The system call itself: libc's function leaves out the signals that it uses for
   cancellation and setuid, and their handlers could leave the lock held for ever. */
static uint64_t change_signals(int how, uint64_t mask)
{
    uint64_t before = 0;
    syscall(SYS_rt_sigprocmask, how, &mask, &before, sizeof before);
    return before;
}

/* All but the one that comes if the region, which may be touched, has been cut: it must
   not end the program.  Where the program blocks that one, too, it stays blocked. */
static uint64_t block_signals(void)
{
    const uint64_t bus = UINT64_C(1) << (SIGBUS - 1);

    return change_signals(SIG_BLOCK, lprt_cut_is_armed() ? ~bus : ~(uint64_t)0);
}

static void futex(int operation, int value)
{
    syscall(SYS_futex, &lock_word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

/* Where the stack ends before that, it is to end here: a fault while signals are blocked
   would end the program, one that its handler sees may not. */
static __attribute__((__noinline__)) void touch_stack(void)
{
    volatile char lowest[STACK_BYTES];
    lowest[0] = 0;
    (void)lowest[0];
}

void lprt_lock_take(struct lprt_guard *guard)
{
    int expected = FREE;

    touch_stack();
    guard->error = errno;
    guard->signals = block_signals();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &guard->cancel_state);
    if (atomic_load(&holder) == pthread_self()) {
        held_again++;
        return;
    }
    if (!atomic_compare_exchange_strong(&lock_word, &expected, HELD)) {
        while (atomic_exchange(&lock_word, WAITED_FOR) != FREE)
            futex(FUTEX_WAIT, WAITED_FOR);
    }
    atomic_store(&holder, pthread_self());
}

static void unlock(void)
{
    if (held_again) {
        held_again--;
        return;
    }
    atomic_store(&holder, 0);
    if (atomic_exchange(&lock_word, FREE) == WAITED_FOR)
        futex(FUTEX_WAKE, 1);
}

void lprt_lock_release(const struct lprt_guard *guard)
{
    unlock();
    change_signals(SIG_SETMASK, guard->signals);
    pthread_setcancelstate(guard->cancel_state, NULL);
    errno = guard->error;
}

bool lprt_lock_is_held(void)
{
    return atomic_load(&lock_word) != FREE && atomic_load(&holder) == pthread_self();
}

void lprt_lock_inherit(void)
{
    atomic_store(&lock_word, HELD);
}
