/* SPDX-License-Identifier: MIT */
#include "count/lprt_counts.h"
#include "base/lprt_layout.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "count/bare/visits/lprt_lot.h"
#include "count/bare/visits/lprt_trigger.h"
#include "count/lprt_control.h"
#include "count/lprt_modules.h"
#include "process/lprt_process.h"
#include "store/lprt_region.h"

#include <stdatomic.h>
#include <string.h>

enum { LEAST_ARRAYS = 8 };

static atomic_bool are_settled;

static struct lprof_count *counts_of(const struct lprof_counts *record)
{
    return (struct lprof_count *)(uintptr_t)(record + 1);
}

static size_t bytes_for(uint64_t count_count)
{
    return sizeof(struct lprof_counts) + count_count * sizeof(struct lprof_count);
}

/* ---- Arrays ---- */

static bool make_room(struct lprt_thread *t, uint32_t module)
{
    uint32_t room = t->counts_room ? t->counts_room : LEAST_ARRAYS;

    if (module < t->counts_room)
        return true;
    while (room <= module)
        room *= 2;
    struct lprt_arrays *arrays = lprt_memory_take(room * sizeof *arrays);
    if (!arrays)
        return false;
    if (t->counts_room)
        memcpy(arrays, t->counts, t->counts_room * sizeof *arrays);
    t->counts = arrays;
    t->counts_room = room;
    return true;
}

static struct lprof_counts *add_array(const struct lprt_thread *t, uint32_t module,
                                      uint64_t count_count)
{
    struct lprof_counts *record = lprt_region_add(bytes_for(count_count));

    if (!record)
        return NULL;
    record->thread = t->record->thread;
    record->module = module;
    record->count_count = count_count;
    lprt_region_publish(record, LPROF_RECORD_COUNTS);
    return record;
}

static struct lprof_counts *array_for(struct lprt_thread *t,
                                      const struct lprt_loaded *loaded)
{
    if (!make_room(t, loaded->module))
        return NULL;
    struct lprt_arrays *arrays = &t->counts[loaded->module];
    arrays->loaded = loaded;
    if (!arrays->lots)
        arrays->lots = lprt_memory_take(lprt_loaded_count(loaded) * sizeof *arrays->lots);
    if (!arrays->counting)
        arrays->counting = add_array(t, loaded->module, lprt_loaded_count(loaded));
    return arrays->counting;
}

/* Where it counts during a pause: memory of its own, or threads would wait for one
   another. */
static struct lprof_counts *idle_array(struct lprt_thread *t,
                                       const struct lprt_loaded *loaded)
{
    if (!make_room(t, loaded->module))
        return NULL;
    struct lprt_arrays *arrays = &t->counts[loaded->module];
    if (!arrays->idle) {
        arrays->idle = lprt_memory_take(bytes_for(lprt_loaded_count(loaded)));
        if (arrays->idle)
            arrays->idle->count_count = lprt_loaded_count(loaded);
    }
    return arrays->idle;
}

static const struct lprof_counts *idle_in(const struct lprt_thread *t, uint32_t module)
{
    return module < t->counts_room ? t->counts[module].idle : NULL;
}

static int64_t distance_of(const struct lprt_loaded *loaded,
                           const struct lprof_counts *record)
{
    return (int64_t)((uintptr_t)counts_of(record) - loaded->begin);
}

/* ---- The trigger ---- */

/* Where the calling thread is to count; NULL: nowhere, there is no room.  During a pause
   it is registered, too, to be found when that ends. */
static struct lprof_counts *find_array(const struct lprt_loaded *loaded)
{
    const bool paused = lprt_modules_are_paused();
    struct lprt_thread *t = paused ? lprt_thread_ready() : lprt_thread_register();

    if (!t)
        return NULL;
    return paused ? idle_array(t, loaded) : array_for(t, loaded);
}

/* A count that is so far from 0 does not trigger.  What cannot be counted is not to come
   this way at each visit. */
static const uint64_t silent = (uint64_t)(INT64_MIN / 2);

static void silence(struct lprt_trigger_call *call)
{
    ((struct lprof_count *)(uintptr_t)(call->base + call->offset))->count += silent;
}

/* Of a count in a module's section. */
static uint64_t early_visits(const struct lprof_count *count)
{
    return (int64_t)count->count < 0 ? count->count - silent : count->count;
}

static struct lprof_counts *counting_in(const struct lprt_thread *t, uint32_t module)
{
    return module < t->counts_room ? t->counts[module].counting : NULL;
}

/* One of the thread's arrays, of a forked child: what goes up in it is shown from then
   on. */
static void show(uintptr_t at)
{
    for (const struct lprt_loaded *module = lprt_loaded_first(); module;
         module = module->next) {
        const struct lprof_counts *record = counting_in(lprt_self, module->module);
        if (!record)
            continue;
        const uint64_t count =
            (at - (uintptr_t)counts_of(record)) / sizeof(struct lprof_count);
        if (at >= (uintptr_t)counts_of(record) && count < record->count_count)
            lprt_layouts_show(module, count);
    }
}

/* A count in the module's section: the thread is new to it. */
static void count_in_array(struct lprt_trigger_call *call, struct lprt_loaded *loaded)
{
    const struct lprof_counts *record = find_array(loaded);
    const uintptr_t at = (uintptr_t)(call->base + call->offset);

    if (!record) {
        silence(call);
        return;
    }
    const int64_t distance = distance_of(loaded, record);
    struct lprof_count *count = (struct lprof_count *)(at + (uintptr_t)distance);
    show((uintptr_t)count);
    lprt_loaded_set_distance(loaded, __builtin_thread_pointer(), 0, distance);
    call->base += distance;
    count->count += (uint64_t)call->amount;
    if ((int64_t)count->count >= 0)
        lprt_count_renew(count);
}

bool lprt_counts_are_settled(void)
{
    return atomic_load_explicit(&are_settled, memory_order_relaxed);
}

void lprt_counts_unsettle(void)
{
    atomic_store(&are_settled, false);
}

static void note_settled(void)
{
    if (lprt_process_has_run() && !lprt_layouts_are_left_out())
        atomic_store(&are_settled, true);
}

/* The first visit in an array, which may be a forked child's copy: it is to have a file
   of its own, and that may hold other counts by then. */
static void count_first(const struct lprt_trigger_call *call)
{
    struct lprof_count *count =
        (struct lprof_count *)(uintptr_t)(call->base + call->offset);

    count->count -= (uint64_t)call->amount;
    if (!lprt_modules_are_paused()) {
        lprt_process_runs_profiled();
        show((uintptr_t)count);
        note_settled();
    }
    count->count += (uint64_t)call->amount;
    if ((int64_t)count->count >= 0)
        lprt_count_renew(count);
}

void lprt_counts_first(void *argument)
{
    struct lprt_trigger_call *call = argument;
    struct lprt_guard guard;

    if (lprt_modules_are_paused() && lprt_control_is_new())
        lprt_control_obey(); /* there is to be a file, to be asked by */
    lprt_lock_take(&guard);
    struct lprt_loaded *loaded = lprt_loaded_at((uintptr_t)(call->base + call->offset));
    if (loaded)
        count_in_array(call, loaded);
    else
        count_first(call);
    lprt_lock_release(&guard);
}

static bool is_in(const struct lprof_counts *record, uintptr_t at)
{
    return record && at >= (uintptr_t)counts_of(record) &&
           at - (uintptr_t)counts_of(record) <
               record->count_count * sizeof(struct lprof_count);
}

/* The array of the module that is at an address, on the calling thread. */
static const struct lprof_counts *array_at(const struct lprt_loaded *loaded, uintptr_t at)
{
    const struct lprt_thread *t = lprt_self;
    const struct lprt_arrays *arrays =
        loaded->module < t->counts_room ? &t->counts[loaded->module] : NULL;

    if (arrays && is_in(arrays->idle, at))
        return arrays->idle;
    if (arrays && is_in(arrays->counting, at))
        return arrays->counting;
    return arrays && is_in(arrays->spare, at) ? arrays->spare : NULL;
}

void lprt_counts_move(void *argument)
{
    struct lprt_trigger_call *call = argument;
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    for (struct lprt_loaded *at = lprt_loaded_first(); at; at = at->next) {
        const struct lprof_counts *record =
            at->end ? array_at(at, (uintptr_t)(call->base + call->offset)) : NULL;
        if (!record)
            continue;
        const struct lprof_counts *to = lprt_modules_are_paused()
                                            ? idle_in(lprt_self, at->module)
                                            : counting_in(lprt_self, at->module);
        call->base += (to ? distance_of(at, to) : 0) - distance_of(at, record);
        break;
    }
    lprt_lock_release(&guard);
}

void lprt_counts_take_early(const struct lprt_loaded *loaded)
{
    struct lprof_count *early = (struct lprof_count *)loaded->begin;
    const uint64_t count_count = lprt_loaded_count(loaded);
    uint64_t i = 0;

    while (i < count_count && !early[i].count)
        i++;
    if (i == count_count || lprt_modules_are_paused())
        return;
    struct lprt_thread *t = lprt_thread_register();
    const struct lprof_counts *record = t ? array_for(t, loaded) : NULL;
    for (; record && i < count_count; i++) {
        counts_of(record)[i].count += early_visits(&early[i]);
        early[i].count = 0;
    }
}

void lprt_counts_find(void *argument)
{
    struct lprt_counts_search *search = argument;
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    search->layout = lprt_loaded_layout(search->loaded, search->count);
    search->outside = lprt_loaded_outside(search->loaded, search->layout);
    lprt_lock_release(&guard);
}

/* ---- Threads ---- */

/* The module may have been unloaded, and something else be where its distance was: only
   what is there for certain is changed. */
static void change_distance(const struct lprt_loaded *loaded, char *thread_pointer,
                            const struct lprof_counts *from, int64_t to)
{
    if (from && loaded->end)
        lprt_loaded_set_distance(loaded, thread_pointer, distance_of(loaded, from), to);
}

void lprt_counts_leave(struct lprt_thread *thread)
{
    for (struct lprt_loaded *at = lprt_loaded_first(); at; at = at->next)
        change_distance(at, thread->thread_pointer, counting_in(thread, at->module), 0);
}

static bool runs(const struct lprt_thread *t)
{
    return t->thread_pointer && !lprt_thread_has_ended(t);
}

static void pause_thread(struct lprt_thread *t, bool paused)
{
    for (struct lprt_loaded *at = lprt_loaded_first(); at; at = at->next) {
        const struct lprof_counts *counting = counting_in(t, at->module);
        const struct lprof_counts *idle =
            paused && counting ? idle_array(t, at) : idle_in(t, at->module);
        if (paused && counting && idle)
            change_distance(at, t->thread_pointer, counting, distance_of(at, idle));
        else if (!paused)
            change_distance(at, t->thread_pointer, idle,
                            counting ? distance_of(at, counting) : 0);
    }
}

void lprt_counts_pause(bool paused)
{
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        if (runs(t))
            pause_thread(t, paused);
    }
}

/* Another thread may be counting in its array at this moment: from its next call on it
   does in another one. */
static void exchange_array(struct lprt_thread *t, struct lprt_arrays *arrays)
{
    struct lprof_counts *old = arrays->counting;
    struct lprof_counts *next = arrays->spare;

    if (!next)
        next = add_array(t, old->module, old->count_count);
    if (!next)
        return;
    lprt_counts_clear(next);
    __atomic_store_n(&next->flags, 0, __ATOMIC_RELEASE);
    arrays->counting = next;
    arrays->spare = old;
    for (struct lprt_loaded *at = lprt_loaded_first(); at; at = at->next) {
        if (at->module == old->module)
            change_distance(at, t->thread_pointer, old, distance_of(at, next));
    }
    __atomic_store_n(&old->flags, LPROF_COUNTS_OUTDATED, __ATOMIC_RELEASE);
}

void lprt_counts_reset(void)
{
    for (struct lprt_thread *t = lprt_threads_first(); t; t = t->next_thread) {
        for (uint32_t i = 0; i < t->counts_room; i++) {
            if (!t->counts[i].counting)
                continue;
            if (t != lprt_self && runs(t))
                exchange_array(t, &t->counts[i]);
            else
                lprt_counts_clear(t->counts[i].counting);
        }
    }
}

void lprt_counts_forget(void)
{
    for (struct lprt_loaded *at = lprt_loaded_first(); at; at = at->next) {
        char *own = __builtin_thread_pointer();
        change_distance(at, own, counting_in(lprt_self, at->module), 0);
        change_distance(at, own, idle_in(lprt_self, at->module), 0);
    }
}

/* ---- Records ---- */

void lprt_counts_clear(struct lprof_counts *counts)
{
    memset(counts_of(counts), 0, counts->count_count * sizeof(struct lprof_count));
}

bool lprt_counts_any(const struct lprof_counts *counts)
{
    const struct lprof_count *all = counts_of(counts);

    for (uint64_t i = 0; i < counts->count_count; i++) {
        if (all[i].count + all[i].bias)
            return true;
    }
    return false;
}

bool lprt_counts_learn(struct lprt_thread *thread, struct lprof_counts *counts)
{
    if (counts->flags & LPROF_COUNTS_OUTDATED)
        return true;
    if (!make_room(thread, counts->module))
        return false;
    if (!thread->counts[counts->module].counting)
        thread->counts[counts->module].counting = counts;
    return true;
}
