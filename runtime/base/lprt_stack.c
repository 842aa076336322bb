/* SPDX-License-Identifier: MIT */
#include "base/lprt_stack.h"
#include "base/lprt_lock.h"
#include "base/lprt_proc.h"

#include <pthread.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From low up to high; a frame address may be just above the frame. */
struct range {
    uintptr_t low;
    uintptr_t high;
};

static bool is_in(struct range range, uint64_t cfa)
{
    return range.low < cfa && cfa <= range.high;
}

static struct range signal_stack(void)
{
    stack_t stack;

    if (sigaltstack(NULL, &stack) != 0 || stack.ss_flags & SS_DISABLE)
        return (struct range){0};
    const uintptr_t low = (uintptr_t)stack.ss_sp;
    return (struct range){low, low + stack.ss_size};
}

bool lprt_stack_is_for_signals(uintptr_t address)
{
    return is_in(signal_stack(), address);
}

/* The descriptor of the process's first thread, or of its ancestor's; 0: not known. */
static uintptr_t first_thread;

/* The only thread of a forked child looks as the first one does, and its stack may be
   that of another. */
static bool is_first_thread(void)
{
    return syscall(SYS_gettid) == getpid() &&
           (!first_thread || first_thread == (uintptr_t)pthread_self());
}

void lprt_stack_start(void)
{
    if (is_first_thread())
        first_thread = (uintptr_t)pthread_self();
}

/* No thread has less; its descriptor lies above it, and above the first one's the kernel
   has put some random bytes. */
struct lprt_stack lprt_stack_guess(void)
{
    enum { LEAST = 1 << 14, LEAST_OF_FIRST = 1 << 16 };
    const bool is_first = is_first_thread();
    const uintptr_t end = is_first ? getauxval(AT_RANDOM) : (uintptr_t)pthread_self();
    const uintptr_t size = is_first ? LEAST_OF_FIRST : LEAST;

    return end > size ? (struct lprt_stack){end - size, size, false}
                      : (struct lprt_stack){0};
}

/*
 * The stack is looked for where the kernel or libc puts it, as the caller may be on
 * another one.  The first thread's grows down to the mapping below it.  Another thread's
 * is the lower part of the mapping that also holds the descriptor which pthread_self()
 * points to.
 */
static struct range own_stack_by_place(void)
{
    const uintptr_t descriptor = (uintptr_t)pthread_self();
    struct lprt_proc_mapping mapping;
    const bool is_first = is_first_thread();

    if (!lprt_proc_find_mapping(is_first ? 0 : descriptor, &mapping))
        return (struct range){0};
    return is_first ? (struct range){mapping.below, mapping.end}
                    : (struct range){mapping.begin, descriptor};
}

struct lprt_stack lprt_stack_find(void)
{
    const struct range range = own_stack_by_place();

    return range.high ? (struct lprt_stack){range.low, range.high - range.low, true}
                      : (struct lprt_stack){0, UINTPTR_MAX, true};
}

bool lprt_stack_is_own(struct lprt_stack *own, uintptr_t address)
{
    struct lprt_guard guard;

    if (lprt_stack_has(own, address) || own->is_whole)
        return lprt_stack_has(own, address);
    lprt_lock_take(&guard);
    *own = lprt_stack_find();
    lprt_lock_release(&guard);
    return lprt_stack_has(own, address);
}

/* What is on a fiber, as something else runs that is not further in on the same stack: on
   the thread's own, or where it is too far away. */
static bool is_suspended(struct lprt_stack *own, uint64_t open, uint64_t cfa,
                         bool is_not_outside)
{
    enum { FAR = 1 << 20 };

    return is_not_outside || open - cfa > FAR || lprt_stack_is_own(own, cfa);
}

bool lprt_stack_is_left(struct lprt_stack *own, uint64_t open, uint64_t cfa,
                        bool may_be_equal)
{
    const bool is_not_outside = may_be_equal ? open < cfa : open <= cfa;
    if (!is_not_outside && lprt_stack_is_own(own, open))
        return false;

    const struct range for_signals = signal_stack();
    const bool open_there = is_in(for_signals, open);
    const bool cfa_there = is_in(for_signals, cfa);
    if (open_there || cfa_there)
        return open_there && is_not_outside;
    if (own->size == UINTPTR_MAX)
        return false;
    return lprt_stack_is_own(own, open) ? lprt_stack_is_own(own, cfa)
                                        : is_suspended(own, open, cfa, is_not_outside);
}
