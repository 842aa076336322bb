/* SPDX-License-Identifier: MIT */
#include "count/lprt_modules.h"
#include "base/lprt_lock.h"
#include "base/lprt_memory.h"
#include "count/bare/lprt_pause.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_control.h"
#include "count/lprt_counts.h"
#include "count/lprt_thread.h"
#include "lprt_user.h"
#include "store/lprt_region.h"

#include <stdatomic.h>
#include <stddef.h>

/* A module by where its functions' tables are: only it has any there. */
struct attached {
    struct lineprof_module *module;
    lineprof_enter_fn enter; /* when there is no pause */
    uintptr_t begin;         /* both 0: unloaded, as another is there by now */
    uintptr_t end;
    struct attached *next;
};

/* Under the lock. */
static struct attached *all;

static atomic_bool is_paused;
static atomic_bool was_paused;
static atomic_bool was_told; /* by the program */

bool lprt_modules_are_paused(void)
{
    return atomic_load_explicit(&is_paused, memory_order_relaxed);
}

bool lprt_modules_were_paused(void)
{
    return atomic_load(&was_paused);
}

static void set_paused(bool paused)
{
    if (paused)
        atomic_store(&was_paused, true);
    atomic_store(&is_paused, paused);
    lprt_user_show();
}

/* ---- The gate ---- */

static struct attached *module_of(const struct lineprof_function *function)
{
    const uintptr_t at = (uintptr_t)function;
    struct attached *entry = all;

    while (entry && !(entry->begin <= at && at < entry->end))
        entry = entry->next;
    return entry;
}

static struct lineprof_frame *enter_gate(struct lineprof_function *function,
                                         uint64_t cfa);

static void set_enter(struct lineprof_module *module, lineprof_enter_fn enter)
{
    __atomic_store_n(&module->enter, enter, __ATOMIC_RELEASE);
}

void lprt_modules_close(const struct lineprof_function *function)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    const struct attached *entry = module_of(function);
    if (entry && lprt_modules_are_paused())
        set_enter(entry->module, enter_gate);
    lprt_lock_release(&guard);
}

/* The pause is over: the function's module need not come this way any more. */
static lineprof_enter_fn open_gate(const struct lineprof_function *function)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    const struct attached *entry = module_of(function);
    const lineprof_enter_fn enter = entry ? entry->enter : NULL;
    if (entry && !lprt_modules_are_paused())
        set_enter(entry->module, enter);
    lprt_lock_release(&guard);
    return enter;
}

/* Apart, so that the common case needs no stack. */
static __attribute__((__noinline__)) struct lineprof_frame *
enter_gate_slowly(struct lineprof_function *function, uint64_t cfa)
{
    if (lprt_control_is_new())
        lprt_control_obey();
    lprt_turn_look(lprt_self, NULL, 0);
    if (lprt_modules_are_paused())
        return NULL;
    const lineprof_enter_fn enter = open_gate(function);
    return enter ? enter(function, cfa) : NULL;
}

static struct lineprof_frame *enter_gate(struct lineprof_function *function, uint64_t cfa)
{
    const bool paused = atomic_load_explicit(&is_paused, memory_order_relaxed);

    if (__builtin_expect(paused && !lprt_control_is_new() &&
                             lprt_self->turns ==
                                 __atomic_load_n(&lprt_turns, __ATOMIC_ACQUIRE),
                         1))
        return NULL;
    return enter_gate_slowly(function, cfa);
}

/* ---- Attaching ---- */

static void note_functions(struct attached *entry)
{
    const struct lineprof_module *module = entry->module;

    entry->begin = UINTPTR_MAX;
    for (struct lineprof_function *const *at = module->begin; at < module->end; at++) {
        const uintptr_t begin = (uintptr_t)*at;
        const uintptr_t end = begin + sizeof **at;
        entry->begin = begin < entry->begin ? begin : entry->begin;
        entry->end = end > entry->end ? end : entry->end;
    }
}

/* Two that are loaded at a time are not in one another's place. */
static void forget_unloaded(const struct attached *by)
{
    for (struct attached *entry = all; entry; entry = entry->next) {
        if (entry->module == by->module ||
            (entry->begin < by->end && by->begin < entry->end))
            entry->begin = entry->end = 0;
    }
}

static struct attached *unused_entry(void)
{
    struct attached *entry = all;

    while (entry && entry->end)
        entry = entry->next;
    if (entry)
        return entry;
    entry = lprt_memory_take(sizeof *entry);
    if (entry) {
        entry->next = all;
        all = entry;
    }
    return entry;
}

/* Without memory it cannot be paused. */
void lprt_modules_add(struct lineprof_module *module, lineprof_enter_fn enter)
{
    struct attached as = {.module = module, .enter = enter};

    note_functions(&as);
    forget_unloaded(&as);
    struct attached *entry = unused_entry();
    if (entry) {
        as.next = entry->next;
        *entry = as;
    }
    /* Last: other threads may be in the module already, by the entry's stub. */
    set_enter(module, entry && lprt_modules_are_paused() ? enter_gate : enter);
}

/* ---- Changing it ---- */

void lprt_modules_start(bool paused)
{
    if (!atomic_load(&was_told))
        set_paused(paused);
}

/* Before the process has started there is nothing to show it in. */
static void show_paused(bool paused)
{
    struct lprof_header *header = lprt_region_header();

    if (header && !(paused && header->paused))
        header->paused = paused ? LPROF_PAUSED_NOW : 0;
}

/* Each thread's next entry takes the slow path, which closes its module's gate; what is
   open, and where it counts, each thread sees to itself. */
void lprt_modules_pause(bool paused)
{
    struct lprt_guard guard;

    lprt_lock_take(&guard);
    atomic_store(&was_told, true);
    set_paused(paused);
    show_paused(paused);
    lprt_pause_time(paused);
    lprt_turn_call();
    lprt_counts_pause(paused);
    lprt_lock_release(&guard);
}
