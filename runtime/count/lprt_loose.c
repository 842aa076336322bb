/* SPDX-License-Identifier: MIT */
#include "count/lprt_loose.h"
#include "base/lprt_lock.h"
#include "count/lprt_frame.h"
#include "store/lprt_region.h"

#include <stddef.h>
#include <sys/mman.h>

enum {
    FRAME_BITS = 16,
    FRAMES = 1 << FRAME_BITS,
    MOST_LOOKED_AT = 64,
    MOST_TRIES = 8, /* to take one that others take, too */
    OPENING = 1,    /* `cfa` of one that has been taken */
    PAGE = 4096,
};

struct lprt_thread lprt_loose_thread = {.switch_mark = &lprt_loose_thread.switch_arm};

/*
 * A table, by frame address: a place is free if its `cfa` is 0, and has not been used yet
 * if it has no block.  As many pages are used as there are frame addresses, about.
 */
static struct lineprof_frame *frames;

/* ---- The table ---- */

static struct lineprof_frame *frames_made(void)
{
    struct lprt_guard guard;

    if (LPRT_LIKELY(__atomic_load_n(&frames, __ATOMIC_ACQUIRE) != NULL))
        return frames;
    lprt_lock_take(&guard);
    if (!frames) {
        void *memory = mmap(NULL, FRAMES * sizeof *frames, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory != MAP_FAILED)
            __atomic_store_n(&frames, memory, __ATOMIC_RELEASE);
    }
    lprt_lock_release(&guard);
    return frames;
}

/* Multiplicative hashing: Knuth, "The Art of Computer Programming", 6.4. */
static uint64_t home_of(uint64_t cfa)
{
    return cfa * UINT64_C(0x9e3779b97f4a7c15) >> (64 - FRAME_BITS);
}

static bool change(struct lineprof_frame *frame, uint64_t from, uint64_t to)
{
    return __atomic_compare_exchange_n(&frame->cfa, &from, to, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
}

/* At the address of what is entered another is open: its fiber was dropped, or it was
   left by a jump; unless it is the caller that the entered one is inlined into. */
static bool is_dead(const struct lineprof_frame *frame,
                    const struct lineprof_function *function)
{
    return !(function->flags & LINEPROF_FUNCTION_SAME_CFA) ||
           lprt_block_of(frame)->function == function->id;
}

/* A free place for a frame address; what is dead there is closed.  NULL: there is none.
 */
static struct lineprof_frame *find_free(struct lineprof_frame *all, uint64_t cfa,
                                        const struct lineprof_function *function)
{
    const uint64_t home = home_of(cfa);
    struct lineprof_frame *found = NULL;

    for (uint64_t i = 0; i < MOST_LOOKED_AT; i++) {
        struct lineprof_frame *frame = &all[(home + i) % FRAMES];
        const uint64_t at = __atomic_load_n(&frame->cfa, __ATOMIC_ACQUIRE);
        const bool is_free =
            !at || (at == cfa && is_dead(frame, function) && change(frame, at, 0));
        if (is_free && !found)
            found = frame;
        if (is_free && !frame->block)
            break;
    }
    return found;
}

static struct lineprof_frame *take(uint64_t cfa, const struct lineprof_function *function)
{
    struct lineprof_frame *all = frames_made();

    for (int i = 0; all && i < MOST_TRIES; i++) {
        struct lineprof_frame *frame = find_free(all, cfa, function);
        if (!frame)
            return NULL;
        if (change(frame, 0, OPENING))
            return frame;
    }
    return NULL;
}

/* ---- Enter and leave ---- */

struct lineprof_frame *lprt_loose_enter(const struct lineprof_function *function,
                                        struct lineprof_block *block, uint64_t cfa)
{
    struct lineprof_frame *frame = take(cfa, function);
    if (!frame) {
        lprt_region_warn(LPROF_WARNING_FIBERS_FULL);
        return NULL;
    }
    if (!(function->flags & LINEPROF_FUNCTION_PART)) {
        lprt_add(&block->calls, 1);
        lprt_add(&block->primitive_calls, 1);
    }
    frame->thread = (uint64_t)(uintptr_t)&lprt_loose_thread;
    frame->weight = LINEPROF_UNTIMED;
    frame->calling = function->first_line;
    __atomic_store_n(&frame->block, (uint64_t)(uintptr_t)block, __ATOMIC_RELAXED);
    __atomic_store_n(&frame->cfa, cfa, __ATOMIC_RELEASE);
    return frame;
}

/* What it holds stays until the place is used again: an activation that was left, but is
   gone back to, still counts. */
void lprt_loose_leave(struct lineprof_frame *frame)
{
    __atomic_store_n(&frame->cfa, 0, __ATOMIC_RELEASE);
}

/* ---- Where they do not count any more ---- */

void lprt_loose_count_in(struct lineprof_block *block)
{
    struct lineprof_frame *all = __atomic_load_n(&frames, __ATOMIC_ACQUIRE);

    for (size_t i = 0; all && i < FRAMES; i++) {
        if (__atomic_load_n(&all[i].block, __ATOMIC_RELAXED))
            __atomic_store_n(&all[i].block, (uint64_t)(uintptr_t)block, __ATOMIC_RELAXED);
    }
}

static uint32_t most_cells(void)
{
    uint32_t most = 0;

    for (size_t i = 0; i < FRAMES; i++) {
        if (frames[i].block && lprt_block_of(&frames[i])->cell_count > most)
            most = lprt_block_of(&frames[i])->cell_count;
    }
    return most;
}

/* As large as any that one counts in; no more than its counters are ever used. */
static struct lineprof_block *make_nobodys(void)
{
    const uint32_t count = most_cells();
    void *memory =
        mmap(NULL, LINEPROF_BLOCK_BYTES((uint64_t)count) + PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    struct lineprof_block *block = memory;

    if (memory == MAP_FAILED)
        return NULL;
    block->cell_count = count;
    block->flags = LPROF_BLOCK_UNTIMED;
    block->counters_bias = PAGE;
    block->histograms_bias = PAGE;
    return block;
}

void lprt_loose_let_go(void)
{
    struct lineprof_block *block = NULL;

    LPRT_GUARDED();
    if (frames)
        block = make_nobodys();
    if (block)
        lprt_loose_count_in(block);
}
