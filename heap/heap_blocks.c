/* SPDX-License-Identifier: MIT */
#include "heap_blocks.h"
#include "heap_clock.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>

EXPORTED bool __lineprof_heap_hold_v1(struct lineprof_heap_held *(*site)(void),
                                      void *base);

enum {
    GRAIN_BITS = 3, /* no allocator gives blocks that begin nearer to each other */
    SPAN_BITS = 26,
    ADDRESS_BITS = 48, /* what lies higher a program has to ask for */
    WORDS = 1 << (SPAN_BITS - GRAIN_BITS),
    SPANS = 1 << (ADDRESS_BITS - SPAN_BITS),
};

/* Of 64 MB.  A word is 0, or where in the memory from `base` on the line's figures are,
   in units of 8 bytes. */
struct span {
    _Atomic uint32_t words[WORDS]; /* first: pages of their own */
    struct span *next;             /* of all that there are */
};

bool heap_blocks_are_kept;

static struct lineprof_heap_held *(*site_of_line)(void);
static char *base;
static _Atomic(struct span *) *spans; /* SPANS, by address; NULL: never asked for */
static _Atomic(struct span *) newest;

/* ---- Words ---- */

static void *map(size_t bytes)
{
    const int error = errno;
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    errno = error;
    return at == MAP_FAILED ? NULL : at;
}

static struct span *add_span(_Atomic(struct span *) *place)
{
    struct span *made = map(sizeof *made);
    struct span *there = NULL;

    if (!made)
        return NULL;
    if (!atomic_compare_exchange_strong(place, &there, made)) {
        munmap(made, sizeof *made); /* another thread, or a handler, was faster */
        return there;
    }
    made->next = atomic_load(&newest);
    while (!atomic_compare_exchange_weak(&newest, &made->next, made))
        continue;
    return made;
}

static _Atomic(struct span *) *place_of(const void *memory)
{
    const uintptr_t address = (uintptr_t)memory;

    return address >> ADDRESS_BITS ? NULL : &spans[address >> SPAN_BITS];
}

static _Atomic uint32_t *word_in(struct span *span, const void *memory)
{
    return &span->words[((uintptr_t)memory >> GRAIN_BITS) % WORDS];
}

/* ---- What a line holds ---- */

/*
 * The first change after a peak keeps what was held at it.  Of several threads the one
 * that says so first knows what that was, as all others change it after they have seen
 * that it is said.
 */
static void keep_peak_of_threads(struct lineprof_heap_held *held, uint64_t peaks)
{
    uint64_t seen = __atomic_load_n(&held->peaks, __ATOMIC_ACQUIRE);
    const int64_t bytes = __atomic_load_n(&held->bytes, __ATOMIC_ACQUIRE);

    if (seen != peaks && __atomic_compare_exchange_n(&held->peaks, &seen, peaks, false,
                                                     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        __atomic_store_n(&held->at_peak, bytes, __ATOMIC_RELAXED);
}

static void change(struct lineprof_heap_held *held, int64_t bytes)
{
    const uint64_t peaks = __atomic_load_n(&heap_total->peaks, __ATOMIC_RELAXED);

    if (!__libc_single_threaded) {
        keep_peak_of_threads(held, peaks);
        __atomic_fetch_add(&held->bytes, bytes, __ATOMIC_ACQ_REL);
        return;
    }
    if (held->peaks != peaks) { /* in this order, if it is killed in between */
        __atomic_store_n(&held->at_peak, held->bytes, __ATOMIC_RELAXED);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        __atomic_store_n(&held->peaks, peaks, __ATOMIC_RELAXED);
    }
    held->bytes += bytes;
}

static struct lineprof_heap_held *held_by(uint32_t holder)
{
    return (struct lineprof_heap_held *)(base + ((size_t)holder << GRAIN_BITS));
}

void heap_blocks_add(const void *memory, size_t usable)
{
    struct lineprof_heap_held *held = site_of_line();
    _Atomic(struct span *) *place = held ? place_of(memory) : NULL;
    struct span *span = place ? atomic_load_explicit(place, memory_order_acquire) : NULL;

    if (place && !span)
        span = add_span(place);
    if (!span)
        return;
    change(held, (int64_t)usable);
    atomic_store_explicit(word_in(span, memory),
                          (uint32_t)(((char *)held - base) >> GRAIN_BITS),
                          memory_order_relaxed);
}

uint32_t heap_blocks_take(const void *memory, size_t usable)
{
    _Atomic(struct span *) *place = place_of(memory);
    struct span *span = place ? atomic_load_explicit(place, memory_order_acquire) : NULL;
    _Atomic uint32_t *word = span ? word_in(span, memory) : NULL;
    const uint32_t holder = word ? atomic_load_explicit(word, memory_order_relaxed) : 0;

    if (!holder)
        return 0;
    atomic_store_explicit(word, 0, memory_order_relaxed);
    change(held_by(holder), -(int64_t)usable);
    return holder;
}

void heap_blocks_put_back(const void *memory, size_t usable, uint32_t holder)
{
    if (!holder)
        return;
    change(held_by(holder), (int64_t)usable);
    atomic_store_explicit(word_in(atomic_load(place_of(memory)), memory), holder,
                          memory_order_relaxed);
}

/* ---- Whether anybody wants to know ---- */

/* Their pages go; addresses stay reserved for what comes. */
static void forget_all(void)
{
    for (struct span *span = atomic_load(&newest); span; span = span->next)
        madvise(span->words, sizeof span->words, MADV_DONTNEED);
}

bool __lineprof_heap_hold_v1(struct lineprof_heap_held *(*site)(void), void *from)
{
    forget_all();
    heap_blocks_are_kept = false;
    if (!site)
        return true;
    if (!spans)
        spans = map(SPANS * sizeof *spans);
    if (!spans)
        return false;
    site_of_line = site;
    base = from;
    __atomic_store_n(&heap_blocks_are_kept, true, __ATOMIC_RELEASE);
    return true;
}
