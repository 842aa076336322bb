/* SPDX-License-Identifier: MIT */
#include "heap_real.h"
#include "heap_early.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Volatile: dlsym() is declared not to call back, and does, where the functions of this
   file are free() to it. */
static _Thread_local volatile bool is_finding;

void *heap_real_find(const char *name)
{
    const bool was_finding = is_finding;

    is_finding = true;
    void *found = dlsym(RTLD_NEXT, name);
    is_finding = was_finding;
    return found;
}

/* Data pointers and pointers to functions are of one size here (POSIX, dlsym). */
static void set(void *slot, const char *name)
{
    void *found = heap_real_find(name);

    if (found)
        memcpy(slot, &found, sizeof found);
}

/* ---- The first call of each ---- */

#define FIND(name) set(&heap_real.name, #name)

static void *first_malloc(size_t size)
{
    if (is_finding)
        return heap_early_take(16, size);
    FIND(malloc);
    return heap_real.malloc == first_malloc ? NULL : heap_real.malloc(size);
}

static void *first_calloc(size_t count, size_t size)
{
    size_t bytes = 0;

    if (is_finding) /* what is kept is zeroed, and given once */
        return __builtin_mul_overflow(count, size, &bytes) ? NULL
                                                           : heap_early_take(16, bytes);
    FIND(calloc);
    return heap_real.calloc == first_calloc ? NULL : heap_real.calloc(count, size);
}

static void *first_realloc(void *memory, size_t size)
{
    if (is_finding)
        return memory ? NULL : heap_early_take(16, size);
    FIND(realloc);
    return heap_real.realloc == first_realloc ? NULL : heap_real.realloc(memory, size);
}

/* Where the allocator has none, as some have not, the others do it. */
static void *first_reallocarray(void *memory, size_t count, size_t size)
{
    size_t bytes = 0;

    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return heap_real.realloc(memory, bytes);
}

static void *first_aligned_alloc(size_t alignment, size_t size)
{
    if (is_finding)
        return heap_early_take(alignment, size);
    FIND(aligned_alloc);
    return heap_real.aligned_alloc == first_aligned_alloc
               ? NULL
               : heap_real.aligned_alloc(alignment, size);
}

static int first_posix_memalign(void **memory, size_t alignment, size_t size)
{
    FIND(posix_memalign);
    return heap_real.posix_memalign == first_posix_memalign
               ? ENOMEM
               : heap_real.posix_memalign(memory, alignment, size);
}

static void *first_memalign(size_t alignment, size_t size)
{
    if (is_finding)
        return heap_early_take(alignment, size);
    FIND(memalign);
    return heap_real.memalign == first_memalign ? NULL
                                                : heap_real.memalign(alignment, size);
}

static void *first_valloc(size_t size)
{
    FIND(valloc);
    return heap_real.valloc == first_valloc ? NULL : heap_real.valloc(size);
}

static void *first_pvalloc(size_t size)
{
    FIND(pvalloc);
    return heap_real.pvalloc == first_pvalloc ? NULL : heap_real.pvalloc(size);
}

static void first_free(void *memory)
{
    if (is_finding)
        return;
    FIND(free);
    if (heap_real.free != first_free)
        heap_real.free(memory);
}

static size_t know_nothing(void *memory)
{
    (void)memory;
    return 0;
}

/* Some allocators allocate when they are first asked for a size, and would be asked for
   that of what they allocate. */
static size_t first_malloc_usable_size(void *memory)
{
    size_t (*real)(void *) = know_nothing;

    if (is_finding)
        return 0;
    heap_real.malloc_usable_size = know_nothing;
    set(&real, "malloc_usable_size");
    const size_t size = real(memory);
    heap_real.malloc_usable_size = real;
    return size;
}

struct heap_real heap_real = {
    .malloc = first_malloc,
    .calloc = first_calloc,
    .realloc = first_realloc,
    .reallocarray = first_reallocarray,
    .aligned_alloc = first_aligned_alloc,
    .posix_memalign = first_posix_memalign,
    .memalign = first_memalign,
    .valloc = first_valloc,
    .pvalloc = first_pvalloc,
    .free = first_free,
    .malloc_usable_size = first_malloc_usable_size,
};

/* Each that has not been called by then: from here on nothing is looked for in the midst
   of the program, which may hold the loader's locks. */
__attribute__((__constructor__)) static void find_all(void)
{
    if (heap_real.malloc == first_malloc)
        FIND(malloc);
    if (heap_real.calloc == first_calloc)
        FIND(calloc);
    if (heap_real.realloc == first_realloc)
        FIND(realloc);
    if (heap_real.aligned_alloc == first_aligned_alloc)
        FIND(aligned_alloc);
    if (heap_real.posix_memalign == first_posix_memalign)
        FIND(posix_memalign);
    if (heap_real.memalign == first_memalign)
        FIND(memalign);
    if (heap_real.valloc == first_valloc)
        FIND(valloc);
    if (heap_real.pvalloc == first_pvalloc)
        FIND(pvalloc);
    if (heap_real.free == first_free)
        FIND(free);
    if (heap_real.malloc_usable_size == first_malloc_usable_size)
        first_malloc_usable_size(NULL);
}
