/* SPDX-License-Identifier: MIT */
#include "count/lprt_stack.h"
#include "base/lprt_lock.h"
#include "base/lprt_proc.h"

#include <pthread.h>
#include <signal.h>
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

/*
 * The thread's own stack, if the address is on it.  The first thread's grows down to
 * the mapping below it.  Another thread's is the lower part of the mapping that also
 * holds the descriptor which pthread_self() points to.
 */
static bool find_own_stack(uint64_t cfa, struct range *out)
{
    const uintptr_t descriptor = (uintptr_t)pthread_self();
    struct lprt_proc_mapping mapping;

    if (lprt_proc_find_mapping(0, &mapping)) {
        *out = (struct range){mapping.below, mapping.end};
        if (is_in(*out, cfa))
            return true;
    }
    if (lprt_proc_find_mapping(descriptor, &mapping)) {
        *out = (struct range){mapping.begin, descriptor};
        return is_in(*out, cfa);
    }
    return false;
}

/* Looked for when first needed: reading /proc is slow, and most threads never do. */
static struct range own_stack(struct lprt_thread *thread, uint64_t cfa)
{
    struct lprt_guard guard;
    struct range range = {thread->stack_low, thread->stack_high};

    if (range.high)
        return range;
    lprt_lock_take(&guard);
    if (find_own_stack(cfa, &range)) {
        thread->stack_low = range.low;
        thread->stack_high = range.high;
    } else {
        range = (struct range){0};
    }
    lprt_lock_release(&guard);
    return range;
}

bool lprt_stack_is_for_signals(uintptr_t address)
{
    return is_in(signal_stack(), address);
}

static bool is_first_thread(void)
{
    return syscall(SYS_gettid) == getpid();
}

/* No thread has less, and its descriptor lies above it. */
struct lprt_stack lprt_stack_guess(void)
{
    enum { LEAST = 1 << 14 };
    const uintptr_t descriptor = (uintptr_t)pthread_self();

    return is_first_thread() ? (struct lprt_stack){0}
                             : (struct lprt_stack){descriptor - LEAST, LEAST, false};
}

/* The stack is looked for where the kernel or libc puts it, as the caller may be on
   another one. */
static struct range own_stack_by_place(void)
{
    const uintptr_t descriptor = (uintptr_t)pthread_self();
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    struct lprt_proc_mapping mapping;
    struct range first = {0};

    if (lprt_proc_find_mapping(0, &mapping))
        first = (struct range){mapping.below, mapping.end};
    if (is_in(first, here) || is_first_thread())
        return first;
    if (lprt_proc_find_mapping(descriptor, &mapping))
        return (struct range){mapping.begin, descriptor};
    return (struct range){0};
}

struct lprt_stack lprt_stack_find(void)
{
    const struct range range = own_stack_by_place();

    return range.high ? (struct lprt_stack){range.low, range.high - range.low, true}
                      : (struct lprt_stack){0, UINTPTR_MAX, true};
}

bool lprt_stack_is_left(struct lprt_thread *thread, uint64_t open, uint64_t cfa,
                        bool may_be_equal)
{
    const bool is_not_outside = may_be_equal ? open < cfa : open <= cfa;
    if (!is_not_outside)
        return false;

    const struct range for_signals = signal_stack();
    const bool open_there = is_in(for_signals, open);
    const bool cfa_there = is_in(for_signals, cfa);
    if (open_there || cfa_there)
        return open_there;
    const struct range own = own_stack(thread, cfa);
    return is_in(own, open) && is_in(own, cfa);
}
