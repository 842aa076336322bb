/* SPDX-License-Identifier: MIT */
#include "count/lprt_thread.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "base/lprt_proc.h"
#include "base/lprt_stack.h"
#include "count/bare/lprt_event.h"
#include "count/bare/lprt_heap.h"
#include "count/bare/lprt_off.h"
#include "count/bare/lprt_pause.h"
#include "count/bare/lprt_reset.h"
#include "count/bare/lprt_turn.h"
#include "count/bare/visits/lprt_window.h"
#include "count/lprt_chunk.h"
#include "count/lprt_clock.h"
#include "count/lprt_counts.h"
#include "count/lprt_cut.h"
#include "count/lprt_frame.h"
#include "count/lprt_leave.h"
#include "count/lprt_modules.h"
#include "count/tree/lprt_node.h"
#include "process/lprt_process.h"
#include "regions/lprt_regions.h"
#include "store/lprt_config.h"
#include "store/lprt_function.h"
#include "store/lprt_region.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    LEAST_BLOCKS = 64,
    EARLY_KEYS = 32, /* thread-specific values for which libc needs no malloc */
};

struct lineprof_block lprt_no_block = {.flags = UINT32_MAX};

static struct lprt_thread nobody;
_Thread_local struct lprt_thread *lprt_self = &nobody;

static struct {
    struct lprt_thread *all;
    struct lprt_thread *spare; /* their records can be taken over */
    uint32_t count;            /* of records */
    pthread_key_t key;         /* its destructor tells when a thread ends */
    bool key_is_early;
} threads;

/* ---- Threads ---- */

static void note_name(struct lprt_thread *t)
{
    char name[4 * sizeof t->record->name0] = "";

    if (t->has_name)
        return;
    prctl(PR_GET_NAME, name); /* 16 bytes */
    memcpy(&t->record->name0, name, sizeof name);
}

void lprt_thread_set_name(struct lprt_thread *thread, const char *name)
{
    char bytes[4 * sizeof thread->record->name0] = "";

    thread->has_name = name != NULL;
    if (name)
        memcpy(bytes, name, strnlen(name, sizeof bytes));
    memcpy(&thread->record->name0, bytes, sizeof bytes);
    note_name(thread);
}

void lprt_thread_start_root(struct lprt_thread *thread)
{
    thread->root.cfa = UINT64_MAX;
    thread->root.block = (uint64_t)(uintptr_t)&thread->root_line.block;
    thread->root.line = sizeof thread->root_line.block;
    thread->root.calling = thread->root.line;
    thread->root.node = (uint64_t)(uintptr_t)&lprt_node_root;
    thread->node_lost.home = (uint64_t)(uintptr_t)&thread->node_lost;
    thread->below = &thread->root;
}

static void list(struct lprt_thread *t)
{
    t->next_thread = threads.all;
    threads.all = t;
}

static struct lprt_thread *add_thread(void)
{
    struct lprt_thread *t = lprt_memory_take(sizeof *t);

    if (!t)
        return NULL;
    t->record = lprt_region_add(sizeof *t->record);
    if (!t->record)
        return NULL;
    t->record->thread = ++threads.count;
    t->random = UINT64_C(0x9e3779b97f4a7c15) * threads.count;
    t->record->flags = threads.count > LPRT_OWN_THREADS ? LPROF_THREAD_OTHER : 0;
    t->resets = lprt_resets;
    lprt_thread_start_root(t);
    if (!lprt_chunk_start(t))
        return NULL;
    lprt_region_publish(t->record, LPROF_RECORD_THREAD);
    list(t);
    return t;
}

static void put_spare(struct lprt_thread *t)
{
    t->record->flags |= LPROF_THREAD_ENDED;
    t->next_spare = threads.spare;
    threads.spare = t;
}

static struct lprt_thread *take_spare(void)
{
    struct lprt_thread *t = threads.spare;

    if (t) {
        threads.spare = t->next_spare;
        t->record->flags &= ~(uint32_t)LPROF_THREAD_ENDED;
    }
    return t;
}

static struct lprt_thread *begin_thread(void)
{
    struct lprt_thread *t = take_spare();

    if (!t)
        t = add_thread();
    if (!t)
        return NULL;
    t->record->tid = (uint64_t)syscall(SYS_gettid);
    t->thread_pointer = __builtin_thread_pointer();
    t->turns = lprt_turns;
    lprt_pause_enter(t);
    lprt_heap_enter_thread(t);
    t->known_delay_ns = lprt_proc_delayed_ns(t->record->tid); /* before it ran here */
    t->own = lprt_stack_guess();
    lprt_regions_take_over(t);
    lprt_off_start(t);
    lprt_region_header()->has_off |= lprt_off_is_known(t);
    t->has_name = false;
    note_name(t);
    if (!t->record->begun) /* else who had it ended without a word */
        t->record->begun = lprt_clock_pair().ticks;
    lprt_self = t;
    if (threads.key_is_early)
        pthread_setspecific(threads.key, t);
    return t;
}

/* It has ended. */
static void note_life(struct lprt_thread *t)
{
    t->record->lived += lprt_clock_pair().ticks - t->record->begun;
    t->record->begun = 0;
}

static void note_delay(struct lprt_thread *t)
{
    const uint64_t delayed_ns = lprt_proc_delayed_ns(t->record->tid);

    if (delayed_ns > t->known_delay_ns)
        t->record->delayed_ns += delayed_ns - t->known_delay_ns;
    t->known_delay_ns = delayed_ns;
}

void lprt_threads_note_delays(void)
{
    for (struct lprt_thread *t = threads.all; t; t = t->next_thread) {
        if (!(t->record->flags & LPROF_THREAD_ENDED))
            note_delay(t);
    }
}

/* Runs when a thread ends.  Profiled code may still run after it, in destructors of
   others, and then registers the thread once more. */
static void end_thread(void *value)
{
    struct lprt_thread *t = value;
    struct lprt_guard guard;

    lprt_turn_look(t, NULL, 0);
    lprt_regions_close(t);
    lprt_frames_close(t);
    lprt_window_end(t);
    lprt_pause_leave(t);
    lprt_heap_leave_thread();
    lprt_lock_take(&guard);
    lprt_self = &nobody;
    note_name(t);
    note_life(t);
    note_delay(t);
    t->record->flags |= LPROF_THREAD_ENDED;
    if (t->record->flags & LPROF_THREAD_OTHER) {
        lprt_counts_leave(t);
        put_spare(t);
    }
    lprt_lock_release(&guard);
}

bool lprt_thread_has_ended(const struct lprt_thread *thread)
{
    return __atomic_load_n(&thread->record->flags, __ATOMIC_ACQUIRE) &
               LPROF_THREAD_ENDED ||
           (syscall(SYS_tgkill, getpid(), (pid_t)thread->record->tid, 0) != 0 &&
            errno == ESRCH);
}

int lprt_threads_start(void)
{
    const int error = pthread_key_create(&threads.key, end_thread);

    lprt_stack_start();
    threads.key_is_early = !error && threads.key < EARLY_KEYS;
    return error;
}

/* ---- Blocks ---- */

/* Handlers may hold a pointer to the old table, so that stays. */
static bool grow_table(struct lineprof_block ***table, uint64_t *room, uint32_t id)
{
    uint64_t count = *room ? *room : LEAST_BLOCKS;

    if (id < *room)
        return true;
    while (count <= id)
        count *= 2;
    struct lineprof_block **blocks = lprt_memory_take(count * sizeof(void *));
    if (!blocks)
        return false;
    for (uint64_t i = 0; i < count; i++)
        blocks[i] = i < *room ? (*table)[i] : &lprt_no_block;
    *table = blocks;
    *room = count;
    return true;
}

static bool make_table(struct lprt_thread *t, uint32_t id)
{
    return grow_table(&t->blocks, &t->block_count, id);
}

static uint32_t flags_for(const struct lineprof_function *function)
{
    static const uint32_t of_mode[] = {
        [LINEPROF_MODE_EXACT] = 0,
        [LINEPROF_MODE_ADAPTIVE] = LPROF_BLOCK_SAMPLED,
        [LINEPROF_MODE_HITS] = LPROF_BLOCK_UNTIMED,
    };
    const uint32_t flags = of_mode[lprt_config_mode(function->unit->mode)];

    if (function->flags & LINEPROF_FUNCTION_TIMED_COPY)
        return (flags & LPROF_BLOCK_UNTIMED) | LPROF_BLOCK_WEIGHTED;
    /* Without lines there is nothing to sample. */
    return function->site_count ? flags
                                : (flags & LPROF_BLOCK_UNTIMED) | LPROF_BLOCK_LINELESS;
}

/* Instrumented code only counts in it, whatever the mode. */
static uint32_t flags_for_loose(const struct lineprof_function *function)
{
    return LPROF_BLOCK_UNTIMED | LPROF_BLOCK_LOOSE |
           (function->site_count ? 0 : LPROF_BLOCK_LINELESS);
}

static struct lineprof_block *add_block(const struct lprt_thread *t,
                                        const struct lineprof_function *function,
                                        uint32_t flags)
{
    const uint64_t count = function->site_count;
    const bool has_heap = lprt_heap_is_on && count && !(flags & LPROF_BLOCK_UNTIMED);
    const uint64_t bytes = lprt_counters_bytes(flags, count);
    struct lineprof_block *block =
        lprt_function_show(function)
            ? lprt_region_add(bytes + (has_heap ? lprt_heap_bytes(count) : 0))
            : NULL;

    if (!block)
        return NULL;
    block->function = function->id;
    block->thread = t->record->thread;
    block->flags = flags | (has_heap && lprt_heap_holds ? LPROF_BLOCK_HOLDS : 0);
    block->heap = has_heap ? bytes : 0;
    lprt_block_set_tables(block, function->site_count, function->first_line);
    block->probe_ticks = block->flags & LPROF_BLOCK_UNTIMED ? 0 : lprt_costs.line;
    lprt_region_publish(block, LPROF_RECORD_BLOCK);
    return block;
}

struct lprt_thread *lprt_thread_ready(void)
{
    struct lprt_thread *t = lprt_self;

    if (t == &nobody)
        return begin_thread();
    lprt_turn_look(t, NULL, 0);
    /* Of a file that was cut they stay hidden; in a pause, so that the ends of regions
       take the slow path. */
    if (t->hidden_blocks && !lprt_cut_has_happened() && !lprt_modules_are_paused()) {
        t->block_count = t->hidden_blocks;
        t->hidden_blocks = 0;
    }
    return t;
}

struct lprt_thread *lprt_thread_register(void)
{
    lprt_process_runs_profiled();
    struct lprt_thread *t = lprt_thread_ready();
    return t && !t->hidden_blocks && make_table(t, 0) ? t : NULL;
}

static struct lineprof_block *block_in(const struct lprt_thread *t,
                                       struct lineprof_block **block,
                                       const struct lineprof_function *function,
                                       uint32_t flags)
{
    if (*block == &lprt_no_block) {
        struct lineprof_block *added = add_block(t, function, flags);
        if (!added)
            return NULL;
        *block = added;
    }
    return *block;
}

static struct lineprof_block *prepare(struct lprt_thread *t,
                                      const struct lineprof_function *function)
{
    return make_table(t, function->id)
               ? block_in(t, &t->blocks[function->id], function, flags_for(function))
               : NULL;
}

static struct lineprof_block *prepare_loose(struct lprt_thread *t,
                                            const struct lineprof_function *function)
{
    if (!grow_table(&t->loose_blocks, &t->loose_count, function->id))
        return NULL;
    if (!(flags_for(function) & LPROF_BLOCK_UNTIMED))
        lprt_region_warn(LPROF_WARNING_FIBERS);
    return block_in(t, &t->loose_blocks[function->id], function,
                    flags_for_loose(function));
}

static struct lineprof_block *
prepare_by(const struct lineprof_function *function,
           struct lineprof_block *(*make)(struct lprt_thread *,
                                          const struct lineprof_function *))
{
    struct lprt_guard guard;

    if (lprt_cut_has_happened()) {
        lprt_cut_say();
        return NULL;
    }
    if (lprt_region_is_full() && lprt_self->block_count)
        return NULL;
    lprt_lock_take(&guard);
    struct lprt_thread *t = lprt_modules_are_paused() ? NULL : lprt_thread_register();
    struct lineprof_block *block = t ? make(t, function) : NULL;
    lprt_lock_release(&guard);
    /* What was made while the file was cut may be empty. */
    return lprt_cut_has_happened() ? NULL : block;
}

struct lineprof_block *lprt_thread_prepare(const struct lineprof_function *function)
{
    return prepare_by(function, prepare);
}

struct lineprof_block *lprt_thread_prepare_loose(const struct lineprof_function *function)
{
    return prepare_by(function, prepare_loose);
}

void lprt_thread_hide_blocks(struct lprt_thread *thread)
{
    if (!thread->block_count)
        return;
    __atomic_store_n(&thread->hidden_blocks, thread->block_count, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->block_count, 0, __ATOMIC_RELEASE);
}

void lprt_threads_hide_blocks(void)
{
    for (struct lprt_thread *t = threads.all; t; t = t->next_thread)
        lprt_thread_hide_blocks(t);
}

/* ---- Forked children, and the end ---- */

struct lprt_thread *lprt_threads_first(void)
{
    return threads.all;
}

void lprt_threads_give_up(const struct lprt_thread *kept)
{
    threads.spare = NULL;
    for (struct lprt_thread *t = threads.all; t; t = t->next_thread) {
        if (t == kept)
            continue;
        lprt_chunk_reset(t);
        lprt_regions_drop(t);
        t->is_idle = false;
        t->record->top = 0;
        put_spare(t);
    }
}

void lprt_threads_keep_only(struct lprt_thread *kept)
{
    threads.spare = NULL;
    threads.all = kept;
    threads.count = kept ? kept->record->thread : 0;
    if (kept)
        kept->next_thread = NULL;
}

void lprt_threads_show_as_others(void)
{
    if (threads.count < LPRT_OWN_THREADS)
        threads.count = LPRT_OWN_THREADS;
    for (struct lprt_thread *t = threads.all; t; t = t->next_thread)
        t->record->flags |= LPROF_THREAD_OTHER;
}

static struct lprt_thread *find_thread(uint32_t id)
{
    struct lprt_thread *t = threads.all;

    while (t && t->record->thread != id)
        t = t->next_thread;
    return t;
}

static bool learn_thread(struct lprof_thread *record)
{
    struct lprt_thread *t = lprt_memory_take(sizeof *t);

    if (!t)
        return false;
    t->record = record;
    t->random = UINT64_C(0x9e3779b97f4a7c15) * record->thread;
    t->resets = lprt_resets;
    lprt_thread_start_root(t);
    if (record->thread > threads.count)
        threads.count = record->thread;
    list(t);
    return true;
}

static bool learn_block(struct lprt_thread *t, struct lineprof_block *block)
{
    if (t->hidden_blocks)
        t->block_count = t->hidden_blocks;
    const bool has_room = make_table(t, block->function);
    if (has_room)
        t->blocks[block->function] = block;
    if (t->hidden_blocks) {
        t->hidden_blocks = t->block_count;
        t->block_count = 0;
    }
    return has_room;
}

bool lprt_threads_learn(enum lprof_record_kind kind, void *payload)
{
    struct lineprof_block *block = payload;

    if (kind == LPROF_RECORD_THREAD)
        return learn_thread(payload);
    if (kind == LPROF_RECORD_FRAMES) {
        struct lprof_frames *frames = payload;
        struct lprt_thread *t = find_thread(frames->thread);
        return !t || lprt_chunk_learn(t, frames);
    }
    if (kind == LPROF_RECORD_HISTOGRAMS) {
        struct lprof_histograms *histograms = payload;
        struct lprt_thread *t = find_thread(histograms->thread);
        if (t)
            lprt_chunk_learn_histograms(t, histograms);
        return true;
    }
    if (kind == LPROF_RECORD_COUNTS) {
        struct lprof_counts *counts = payload;
        struct lprt_thread *t = find_thread(counts->thread);
        return !t || lprt_counts_learn(t, counts);
    }
    if (kind != LPROF_RECORD_BLOCK || block->flags & LPROF_BLOCK_LOOSE)
        return true;
    struct lprt_thread *t = find_thread(block->thread);
    return !t || learn_block(t, block);
}

void lprt_threads_forget(void)
{
    lprt_heap_leave_thread();
    threads.all = NULL;
    threads.spare = NULL;
    lprt_self = &nobody;
}

uint64_t lprt_threads_taken_out(void)
{
    uint64_t ticks = 0;

    for (const struct lprt_thread *t = threads.all; t; t = t->next_thread) {
        const struct lineprof_frame *top =
            lprt_frame_at(__atomic_load_n(&t->record->top, __ATOMIC_RELAXED));
        ticks += top ? top->bias : t->record->bias;
    }
    return ticks;
}

static void look_for_counts(enum lprof_record_kind kind, void *payload, void *arg)
{
    const struct lineprof_block *block = payload;
    const struct lprof_region *region = payload;
    bool *counted = arg;

    if (kind == LPROF_RECORD_REGION)
        *counted |= region->calls || region->ticks;
    if (kind == LPROF_RECORD_COUNTS)
        *counted |= lprt_counts_any(payload);
    if (kind != LPROF_RECORD_BLOCK)
        return;
    const struct lineprof_counter *counters =
        (const struct lineprof_counter *)(block + 1);
    *counted |= block->calls || block->ticks;
    for (uint32_t i = 0; i < block->cell_count; i++)
        *counted |= counters[i].hits != 0;
}

bool lprt_threads_counted(void)
{
    bool counted = false;

    lprt_region_walk(look_for_counts, &counted);
    return counted;
}
