/* SPDX-License-Identifier: MIT */
/*
 * Probes may be anywhere when it happens, also between two instructions that go by what
 * the region holds.  So what takes its place holds what they can go on by: frames that
 * are closed, of a function that is not timed, and of nobody; blocks whose calls are
 * nobody's. What they still count goes nowhere.
 */
#include "count/lprt_cut.h"
#include "base/lprt_lock.h"
#include "count/lprt_activation.h"
#include "count/lprt_chunk.h"
#include "count/lprt_loose.h"
#include "store/lprt_file.h"
#include "store/lprt_parts.h"
#include "store/lprt_region.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096 };

static atomic_bool is_armed;
/* A whole word: to exchange less some machines need a library. */
static atomic_int is_said;
static atomic_int state; /* of putting memory in the region's place */
enum { WHOLE, REPLACING, REPLACED };
static size_t replaced_bytes;

bool lprt_cut_is_armed(void)
{
    return atomic_load_explicit(&is_armed, memory_order_relaxed);
}

bool lprt_cut_has_happened(void)
{
    return atomic_load_explicit(&state, memory_order_relaxed) != WHOLE;
}

void lprt_cut_inherit(void)
{
    int interrupted = REPLACING;
    atomic_compare_exchange_strong(&state, &interrupted, WHOLE);
}

void lprt_cut_say(void)
{
    struct lprt_guard guard;

    if (atomic_exchange(&is_said, 1))
        return;
    lprt_lock_take(&guard);
    lprt_file_say("was cut short by another program: no more is profiled", 0);
    lprt_lock_release(&guard);
}

/* ---- What takes its place ---- */

/* As large as the largest block can be, with its tables apart from its head, and never
   looked at again.  A histogram is at up to three times its cell's offset. */
static struct lineprof_block *nobodys_block;
enum { ROOMS = 4 };

static struct lprof_region nobodys_record;
static struct lprt_named nobodys_name = {.record = &nobodys_record, .name = ""};

/* The place in the new memory at which the contents of an address are prepared. */
static void *prepared(unsigned char *to, const void *at)
{
    return to + ((const unsigned char *)at - (const unsigned char *)lprt_region_header());
}

static void put_frames(unsigned char *to, const struct lprt_thread *t)
{
    for (const struct lprt_chunk *chunk = t->chunk ? lprt_chunk_first(t) : NULL; chunk;
         chunk = chunk->above) {
        struct lineprof_frame *frame = prepared(to, chunk->begin);
        for (ptrdiff_t left = chunk->end - chunk->begin; left > 0; left--, frame++) {
            frame->block = (uint64_t)(uintptr_t)nobodys_block;
            frame->histogram = (uint64_t)(uintptr_t)(nobodys_block + 1);
            frame->thread = (uint64_t)(uintptr_t)t;
            frame->off_ns = t->off_ns;
            frame->weight = LINEPROF_UNTIMED;
        }
    }
}

static void put_table(unsigned char *to, struct lprt_thread *t,
                      struct lineprof_block *const *blocks, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (blocks[i] == &lprt_no_block)
            continue;
        struct lineprof_block *block = prepared(to, blocks[i]);
        block->edge = (uint64_t)(uintptr_t)&t->root_edge;
        block->first_counter = (uint64_t)(uintptr_t)(nobodys_block + 1);
        /* An event that is under way finds its tables by these. */
        block->counters_bias =
            (uint64_t)((uintptr_t)nobodys_block - (uintptr_t)blocks[i] + PAGE);
        block->histograms_bias = block->counters_bias;
    }
}

static void put_blocks(unsigned char *to, struct lprt_thread *t)
{
    put_table(to, t, t->blocks, t->block_count ? t->block_count : t->hidden_blocks);
    put_table(to, t, t->loose_blocks, t->loose_count);
}

/* Regions that are open stay open, and belong to nobody: their thread may be closing one,
   and knows which is the topmost. */
static void put_regions(unsigned char *to, const struct lprt_thread *t)
{
    if (!t->regions)
        return;
    struct lprt_activation *shown = prepared(to, t->regions->shown + 1);
    for (size_t i = 0; i < LPRT_SHOWN_OPEN; i++) {
        shown[i].record = &nobodys_record;
        shown[i].named = &nobodys_name;
    }
}

static void fill(unsigned char *to)
{
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        put_frames(to, t);
        put_blocks(to, t);
        put_regions(to, t);
    }
    lprt_loose_count_in(nobodys_block);
}

static bool replace(void)
{
    const size_t bytes = lprt_region_mapped();
    void *room = mmap(NULL, ROOMS * bytes + PAGE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (room == MAP_FAILED)
        return false;
    nobodys_block = room;
    nobodys_block->flags = LPROF_BLOCK_UNTIMED;
    nobodys_block->counters_bias = PAGE;
    nobodys_block->histograms_bias = PAGE;
    replaced_bytes = bytes;
    return lprt_region_let_go(fill);
}

/* ---- The signal ---- */

static bool map_page(uintptr_t address)
{
    void *page =
        (void *)(address / PAGE * PAGE); /* NOLINT: an address is a number here */
    return mmap(page, PAGE, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

static bool is_in_page(const void *page, uintptr_t address)
{
    return page && address - (uintptr_t)page < PAGE;
}

/* The thread that comes second waits for the first. */
static bool take_place(uintptr_t address)
{
    int before = WHOLE;

    if (is_in_page(lprt_parts_header(), address) && !lprt_region_has(address))
        return map_page(address); /* of the file that a child counts in */
    if (!lprt_region_has(address))
        return false;
    if (atomic_compare_exchange_strong(&state, &before, REPLACING)) {
        lprt_threads_hide_blocks(); /* entries take the slow path, and turn back there */
        const bool good = replace();
        atomic_store(&state, REPLACED);
        return good;
    }
    while (atomic_load(&state) == REPLACING)
        sched_yield();
    const uintptr_t offset = address - (uintptr_t)lprt_region_header();
    return offset < replaced_bytes || map_page(address); /* mapped when it happened */
}

void lprt_cut_let_go(void)
{
    (void)take_place((uintptr_t)lprt_region_header());
}

/* As if there were no handler: the instruction faults again, or the signal comes again.
 */
static void leave_to_system(int number, siginfo_t *info)
{
    const struct sigaction usual = {.sa_handler = SIG_DFL};

    sigaction(number, &usual, NULL);
    if (info->si_code <= 0)
        syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), number,
                info);
}

static void handle(int number, siginfo_t *info, void *context)
{
    const int error = errno;

    (void)context;
    if (info->si_code != BUS_ADRERR || !take_place((uintptr_t)info->si_addr))
        leave_to_system(number, info);
    errno = error;
}

void lprt_cut_arm(void)
{
    static bool is_tried;
    struct sigaction action = {.sa_sigaction = handle,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    struct sigaction before;

    if (is_tried)
        return;
    is_tried = true;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, NULL, &before) != 0 || before.sa_flags & SA_SIGINFO ||
        before.sa_handler != SIG_DFL)
        return; /* the program's own: it says what becomes of it */
    if (sigaction(SIGBUS, &action, NULL) == 0)
        atomic_store(&is_armed, true);
}
