/* SPDX-License-Identifier: MIT */
/*
 * C++'s operators.  libstdc++'s come to malloc() and free(), where they are counted;
 * those of an allocator, which libraries as jemalloc and tcmalloc have, do not, or some
 * do, and are counted here if they have not been.  Which it is tells the object that they
 * are in.
 *
 * All have their arguments in registers, so one body serves: what has fewer does not look
 * at the others.
 */
#include "heap_clock.h"
#include "heap_early.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void *new_fn(size_t size, size_t alignment, const void *nothrow);
typedef void delete_fn(void *memory, size_t size, size_t alignment);

/* Of an operator: where it really is, and whether it is counted here. */
struct heap_operator {
    const char *name;
    atomic_uintptr_t at; /* 0: not found yet */
    atomic_bool is_allocators;
};

static void *base_of(void *function)
{
    Dl_info info;

    return function && dladdr(function, &info) ? info.dli_fbase : NULL;
}

/* 0 if there is none: a program in C has loaded a library in C++ that finds ours. */
static uintptr_t find(struct heap_operator *op)
{
    uintptr_t at = atomic_load_explicit(&op->at, memory_order_acquire);

    if (at)
        return at;
    void *found = heap_real_find(op->name);
    atomic_store(&op->is_allocators,
                 found && base_of(found) == base_of(heap_real_find("malloc")));
    atomic_store_explicit(&op->at, (uintptr_t)found, memory_order_release);
    return (uintptr_t)found;
}

static void *allocate(struct heap_operator *op, size_t size, size_t alignment,
                      const void *nothrow)
{
    const uintptr_t at = find(op);

    if (!at) {
        void *memory = malloc(size ? size : 1);
        if (!memory)
            abort(); /* there is nobody who could throw */
        return memory;
    }
    const bool may_count = atomic_load_explicit(&op->is_allocators, memory_order_relaxed);
    const uint64_t before = heap_current_clock()->allocs;
    void *memory = ((new_fn *)at)(size, alignment, nothrow);
    if (may_count && heap_current_clock()->allocs == before)
        heap_count_allocated(memory, size);
    return memory;
}

/* In front of and behind the one that does it: who knows the size afterwards? */
static void release_counting(delete_fn *real, void *memory, size_t size, size_t alignment)
{
    const uint64_t before = heap_current_clock()->freed;
    const size_t usable = memory ? heap_usable(memory) : 0;

    if (memory)
        heap_take_from_line(memory, usable);
    real(memory, size, alignment);
    if (memory && heap_current_clock()->freed == before)
        heap_count_freed(usable);
}

static void release(struct heap_operator *op, void *memory, size_t size, size_t alignment)
{
    const uintptr_t at = find(op);

    if (!at || heap_early_has(memory)) {
        free(memory);
        return;
    }
    if (atomic_load_explicit(&op->is_allocators, memory_order_relaxed))
        release_counting((delete_fn *)at, memory, size, alignment);
    else
        ((delete_fn *)at)(memory, size, alignment);
}

#define NEW(symbol)                                                  \
    EXPORTED new_fn symbol;                                          \
    void *symbol(size_t size, size_t alignment, const void *nothrow) \
    {                                                                \
        static struct heap_operator op = {.name = #symbol};          \
        return allocate(&op, size, alignment, nothrow);              \
    }
#define DELETE(symbol)                                       \
    EXPORTED delete_fn symbol;                               \
    void symbol(void *memory, size_t size, size_t alignment) \
    {                                                        \
        static struct heap_operator op = {.name = #symbol};  \
        release(&op, memory, size, alignment);               \
    }

/* new and new[]: plain, without exceptions, aligned, both. */
NEW(_Znwm)
NEW(_Znam)
NEW(_ZnwmRKSt9nothrow_t)
NEW(_ZnamRKSt9nothrow_t)
NEW(_ZnwmSt11align_val_t)
NEW(_ZnamSt11align_val_t)
NEW(_ZnwmSt11align_val_tRKSt9nothrow_t)
NEW(_ZnamSt11align_val_tRKSt9nothrow_t)
/* delete and delete[]: the same, and with the size. */
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvm)
DELETE(_ZdaPvm)
DELETE(_ZdlPvRKSt9nothrow_t)
DELETE(_ZdaPvRKSt9nothrow_t)
DELETE(_ZdlPvSt11align_val_t)
DELETE(_ZdaPvSt11align_val_t)
DELETE(_ZdlPvmSt11align_val_t)
DELETE(_ZdaPvmSt11align_val_t)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t)
