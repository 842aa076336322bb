/* SPDX-License-Identifier: MIT */
/* Whether what the program calls malloc() comes here, and the way in for the runtime. */
#include "heap_clock.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

EXPORTED struct lineprof_heap_clock **__lineprof_heap_v1(void);

typedef void *malloc_fn(size_t size);
typedef void free_fn(void *memory);

/* As a sanitizer's runtime has them, which is an allocator, too. */
static const char *const sanitizers[] = {"__asan_init", "__tsan_init", "__msan_init",
                                         "__lsan_init", "__hwasan_init"};

static bool has_sanitizer(void)
{
    for (size_t i = 0; i < sizeof sanitizers / sizeof sanitizers[0]; i++) {
        if (dlsym(RTLD_DEFAULT, sanitizers[i]))
            return true;
    }
    return false;
}

/* The one that others find is called, and the clock tells.  The program's own functions
   come before those of libraries, whatever the order of these. */
static bool comes_here(void)
{
    struct lineprof_heap_clock trial = {0};
    struct lineprof_heap_clock *before = heap_clock;
    void *allocate = dlsym(RTLD_DEFAULT, "malloc");
    void *release = dlsym(RTLD_DEFAULT, "free");
    malloc_fn *call_malloc = NULL;
    free_fn *call_free = NULL;

    if (!allocate || !release)
        return false;
    memcpy(&call_malloc, &allocate, sizeof allocate);
    memcpy(&call_free, &release, sizeof release);
    heap_clock = &trial;
    call_free(call_malloc(1));
    heap_clock = before;
    return trial.allocs == 1 && trial.freed != 0;
}

static void say(const char *why)
{
    char line[256];
    const int length =
        snprintf(line, sizeof line, "lineprof: %s: %s: bytes are not counted\n",
                 program_invocation_short_name, why);

    if (length > 0 &&
        write(STDERR_FILENO, line,
              (size_t)length < sizeof line ? (size_t)length : sizeof line - 1) < 0)
        return; /* nobody listens */
}

enum { UNKNOWN, COUNTS, DOES_NOT };

struct lineprof_heap_clock **__lineprof_heap_v1(void)
{
    static atomic_int state = UNKNOWN;

    if (atomic_load_explicit(&state, memory_order_relaxed) == UNKNOWN) {
        const bool counts = comes_here();
        if (!counts)
            say(has_sanitizer() ? "is under a sanitizer, which allocates by itself"
                                : "has an allocator of its own");
        atomic_store(&state, counts ? COUNTS : DOES_NOT);
    }
    return atomic_load_explicit(&state, memory_order_relaxed) == COUNTS ? &heap_clock
                                                                        : NULL;
}
