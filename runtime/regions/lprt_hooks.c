/* SPDX-License-Identifier: MIT */
/*
 * What is copied while it changes is not called: a reader looks at the number before and
 * afterwards and never waits, as it may have interrupted the writer.
 */
#include "regions/lprt_hooks.h"
#include "base/lprt_lock.h"
#include "lprt_user.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

_Atomic uint32_t lprt_hooks_id;

static struct lineprof_hooks current;

static uint32_t last_id;

/* 0 if there are none at the moment. */
static uint32_t copy_hooks(struct lineprof_hooks *copy)
{
    const uint32_t id = atomic_load_explicit(&lprt_hooks_id, memory_order_acquire);

    copy->start = __atomic_load_n(&current.start, __ATOMIC_RELAXED);
    copy->stop = __atomic_load_n(&current.stop, __ATOMIC_RELAXED);
    copy->teardown = __atomic_load_n(&current.teardown, __ATOMIC_RELAXED);
    copy->arg = __atomic_load_n(&current.arg, __ATOMIC_RELAXED);
    atomic_thread_fence(memory_order_acquire);
    return id == atomic_load_explicit(&lprt_hooks_id, memory_order_relaxed) ? id : 0;
}

/* For the guarded slow path. */
static void replace(const struct lineprof_hooks *hooks)
{
    atomic_store(&lprt_hooks_id, 0);
    atomic_thread_fence(memory_order_seq_cst);
    __atomic_store_n(&current.start, hooks->start, __ATOMIC_RELAXED);
    __atomic_store_n(&current.stop, hooks->stop, __ATOMIC_RELAXED);
    __atomic_store_n(&current.teardown, hooks->teardown, __ATOMIC_RELAXED);
    __atomic_store_n(&current.arg, hooks->arg, __ATOMIC_RELAXED);
    if (!hooks->start && !hooks->stop && !hooks->teardown)
        return;
    last_id += last_id == UINT32_MAX ? 2 : 1;
    atomic_store_explicit(&lprt_hooks_id, last_id, memory_order_release);
}

static void end_at_exit(void)
{
    lprt_hooks_set(NULL);
}

void lprt_hooks_set(const struct lineprof_hooks *hooks)
{
    static const struct lineprof_hooks none;
    static bool is_registered;
    struct lineprof_hooks before;
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    const bool is_first = hooks && !is_registered;
    is_registered |= hooks != NULL;
    const uint32_t id = copy_hooks(&before);
    replace(hooks ? hooks : &none);
    lprt_user_show();
    lprt_lock_release(&guard);
    /* Takes locks of libc's, so not under ours. */
    if (is_first)
        atexit(end_at_exit);
    if (id && before.teardown)
        before.teardown(before.arg);
}

static void call(void (*hook)(const char *name, void *arg), void *arg, uintptr_t *inside,
                 uintptr_t here, const char *name)
{
    const uintptr_t before = *inside;
    const int error = errno;

    if (!hook || lprt_hooks_are_inside(inside, here))
        return;
    *inside = here;
    hook(name, arg);
    *inside = before;
    errno = error;
}

uint32_t lprt_hooks_start(uintptr_t *inside, uintptr_t here, const char *name)
{
    struct lineprof_hooks hooks;
    const uint32_t id = copy_hooks(&hooks);

    if (id)
        call(hooks.start, hooks.arg, inside, here, name);
    return id;
}

void lprt_hooks_stop(uint32_t id, uintptr_t *inside, uintptr_t here, const char *name)
{
    struct lineprof_hooks hooks;

    if (id == copy_hooks(&hooks))
        call(hooks.stop, hooks.arg, inside, here, name);
}
