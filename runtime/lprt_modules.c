/* SPDX-License-Identifier: MIT */
/*
 * Modules are never told apart from the runtime when they are unloaded.  So a module's
 * memory is touched only while the loader holds still, within what it says is loaded,
 * and if what lies there is still that module.
 */
#include "lprt_modules.h"
#include "lprt_memory.h"

#include <link.h>
#include <stdatomic.h>
#include <stddef.h>

struct attached {
    struct lineprof_module *module;
    struct lineprof_module as; /* when it was attached */
    struct attached *next;
};

/* Only ever grows, at its head. */
static _Atomic(struct attached *) all;

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
}

/* The one that was unloaded may be back, at the same place. */
static struct attached *entry_of(const struct lineprof_module *module)
{
    struct attached *entry = atomic_load(&all);

    while (entry && entry->module != module)
        entry = entry->next;
    return entry;
}

static void set_off(struct lineprof_module *module)
{
    __atomic_store_n(&module->off, lprt_modules_are_paused(), __ATOMIC_RELAXED);
}

void lprt_modules_add(struct lineprof_module *module)
{
    struct attached *entry = entry_of(module);

    if (entry) {
        entry->as = *module;
    } else {
        entry = lprt_memory_take(sizeof *entry);
        if (!entry)
            return; /* then it cannot be paused */
        *entry = (struct attached){module, *module, atomic_load(&all)};
        atomic_store(&all, entry);
    }
    set_off(module);
}

void lprt_modules_start(bool paused)
{
    if (!atomic_load(&was_told))
        set_paused(paused);
}

/* ---- Changing it ---- */

/* Whether an object that is loaded has all of these bytes, and they can be written. */
static bool has_bytes(const struct dl_phdr_info *object, uintptr_t begin, size_t size)
{
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        const uintptr_t at = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && part->p_flags & PF_W && begin >= at &&
            begin + size <= at + part->p_memsz)
            return true;
    }
    return false;
}

static bool is_still(const struct attached *entry)
{
    const struct lineprof_module *now = entry->module;
    const struct lineprof_module *as = &entry->as;

    return now->abi == as->abi && now->size == as->size && now->begin == as->begin &&
           now->end == as->end && now->enter == as->enter && now->leave == as->leave &&
           now->event == as->event;
}

static int set_in(struct dl_phdr_info *object, size_t size, void *arg)
{
    (void)size;
    (void)arg;
    for (struct attached *entry = atomic_load(&all); entry; entry = entry->next) {
        if (has_bytes(object, (uintptr_t)entry->module, sizeof *entry->module) &&
            is_still(entry))
            set_off(entry->module);
    }
    return 0;
}

/* A module that is added meanwhile goes by `is_paused` as well.  Of two threads that are
   here at a time the loader lets one after the other through. */
void lprt_modules_pause(bool paused)
{
    atomic_store(&was_told, true);
    set_paused(paused);
    dl_iterate_phdr(set_in, NULL);
}
