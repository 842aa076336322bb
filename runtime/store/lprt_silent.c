/* SPDX-License-Identifier: MIT */
#include "store/lprt_silent.h"
#include "base/lprt_layout.h"
#include "base/lprt_lock.h"
#include "store/lprt_layouts.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

/* Of one thread and one module.  Those of threads that have ended, and of modules that
   are loaded no more, are used again. */
struct array {
    struct array *next;
    size_t bytes;
    const void *owner; /* the pointer of its thread; NULL: it has ended */
    const struct lprt_loaded *loaded;
    struct lineprof_count counts[] __attribute__((__aligned__(64)));
};

static struct array *arrays;

static struct {
    pthread_key_t key; /* its destructor tells when a thread ends */
    bool has_key;
} threads;

static bool is_free(const struct array *array, size_t bytes)
{
    return array->bytes >= bytes && (!array->owner || !array->loaded->end);
}

static struct array *map_array(size_t bytes)
{
    struct array *array =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (array == MAP_FAILED)
        return NULL;
    array->bytes = bytes;
    array->next = arrays;
    arrays = array;
    return array;
}

static struct array *take_array(const struct lprt_loaded *loaded)
{
    const size_t bytes =
        sizeof(struct array) + lprt_loaded_count(loaded) * sizeof(struct lineprof_count);
    struct array *array = arrays;

    while (array && !is_free(array, bytes))
        array = array->next;
    if (!array)
        array = map_array(bytes);
    if (!array)
        return NULL;
    array->loaded = loaded;
    array->owner = __builtin_thread_pointer();
    if (threads.has_key)
        pthread_setspecific(threads.key, array->owner);
    return array;
}

void lprt_silent_move(void *argument)
{
    struct lprt_silent_count *count = argument;
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    const struct lprt_loaded *loaded =
        lprt_loaded_at((uintptr_t)(count->base + count->offset));
    const struct array *array = loaded ? take_array(loaded) : NULL;
    if (array) {
        const int64_t distance = (int64_t)((uintptr_t)array->counts - loaded->begin);
        lprt_loaded_set_distance(loaded, __builtin_thread_pointer(), 0, distance);
        count->base += distance;
    }
    lprt_lock_release(&guard);
}

/* ---- Start ---- */

static void end_thread(void *owner)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    for (struct array *at = arrays; at; at = at->next) {
        if (at->owner == owner)
            at->owner = NULL;
    }
    lprt_lock_release(&guard);
}

static struct lprt_guard fork_guard;

static void before_fork(void)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    fork_guard = guard;
}

static void after_fork_in_parent(void)
{
    struct lprt_guard guard = fork_guard;

    guard.error = errno; /* of a fork that failed */
    lprt_lock_release(&guard);
}

static void after_fork_in_child(void)
{
    lprt_lock_inherit();
    after_fork_in_parent();
}

void lprt_silent_start(void)
{
    threads.has_key = pthread_key_create(&threads.key, end_thread) == 0;
    (void)pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
