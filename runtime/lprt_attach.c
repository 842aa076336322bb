/* SPDX-License-Identifier: MIT */
/* Connecting modules: the function that instrumented code calls. */
#include "base/lprt_early.h"
#include "base/lprt_lock.h"
#include "base/lprt_say.h"
#include "base/lprt_text.h"
#include "count/bare/visits/lprt_lasting.h"
#include "count/bare/visits/lprt_stretch.h"
#include "count/bare/visits/lprt_trigger.h"
#include "count/lprt_clock.h"
#include "count/lprt_counts.h"
#include "count/lprt_frame.h"
#include "count/lprt_hot.h"
#include "count/lprt_modules.h"
#include "count/timing/lprt_tick.h"
#include "process/lprt_process.h"
#include "stats/lprt_stats.h"
#include "store/lprt_callees.h"
#include "store/lprt_config.h"
#include "store/lprt_function.h"
#include "store/lprt_region.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/auxv.h>

#define EXPORTED __attribute__((__visibility__("default")))

EXPORTED int __lineprof_attach(struct lineprof_module *module);

/* Instrumented objects have a common symbol of this name, which makes a linker take
   this object out of the archive; a weak reference to the function would not. */
extern int (*__lineprof_static_attach)(struct lineprof_module *module);
int (*__lineprof_static_attach)(struct lineprof_module *module) = __lineprof_attach;

static void say_other_version(const char *what, uint32_t version)
{
    char buffer[128];
    struct lprt_text text = lprt_text_in(buffer, sizeof buffer);

    lprt_text_put(&text, what);
    lprt_text_put(&text, " version ");
    lprt_text_put_number(&text, version);
    lprt_text_put(&text, " of the interface, this runtime for ");
    lprt_text_put_number(&text, LINEPROF_ABI_VERSION);
    lprt_text_put(&text, ": not profiled");
    lprt_say_trouble(lprt_early_program(), text.bytes, 0);
}

static bool is_hits_only(const struct lineprof_unit *unit)
{
    return lprt_config_mode(unit->mode) == LINEPROF_MODE_HITS;
}

static bool is_sampled(const struct lineprof_unit *unit)
{
    return lprt_config_mode(unit->mode) == LINEPROF_MODE_ADAPTIVE;
}

/* The unit that decides on the clock: the first that is timed, else the first; NULL if
   there is none that this runtime understands. */
static const struct lineprof_unit *leading_unit(const struct lineprof_module *module)
{
    const struct lineprof_unit *first = NULL;

    for (struct lineprof_function *const *at = module->begin; at < module->end; at++) {
        if ((*at)->abi != LINEPROF_ABI_VERSION)
            continue;
        if (!is_hits_only((*at)->unit))
            return (*at)->unit;
        first = first ? first : (*at)->unit;
    }
    return first;
}

/* What cannot be counted keeps the id 0. */
static void register_function(struct lineprof_function *function)
{
    if (function->abi != LINEPROF_ABI_VERSION) {
        lprt_region_warn(LPROF_WARNING_FOREIGN_UNITS);
        say_other_version("some functions were built for", function->abi);
    } else if (!is_hits_only(function->unit) && !lprt_clock_fits(function->unit->clock)) {
        lprt_region_warn(LPROF_WARNING_FOREIGN_UNITS);
        lprt_say_trouble(function->files[0],
                         "was built for another clock than the rest: not profiled", 0);
    } else {
        const uint32_t id = lprt_function_register(function);
        lprt_callees_add(function);
        __atomic_store_n(&function->id, id, __ATOMIC_RELEASE);
    }
}

/* Without room for it, its counts stay in the module, and nobody sees them. */
static void connect_light(struct lineprof_module *module)
{
    const struct lprt_loaded *loaded = lprt_layouts_register(module);

    if (!loaded)
        return;
    lprt_counts_take_early(loaded);
    const uint64_t *tick = lprt_clock_is_of_time() ? lprt_tick_find() : NULL;
    module->lasted = lprt_lasting_entry;
    module->lasted_near = lprt_lasting_entry_near;
    if (tick)
        __atomic_store_n(&module->tick, tick, __ATOMIC_RELEASE);
    module->tell = lprt_stretch_tell_entry;
    module->tell_near = lprt_stretch_tell_entry_near;
    __atomic_store_n(&module->visit, lprt_stretch_begin_entry, __ATOMIC_RELEASE);
    __atomic_store_n(&module->visit_near, lprt_stretch_begin_entry_near,
                     __ATOMIC_RELEASE);
    __atomic_store_n(&module->trigger, lprt_trigger_entry, __ATOMIC_RELEASE);
    __atomic_store_n(&module->trigger_near, lprt_trigger_entry_near, __ATOMIC_RELEASE);
}

static void connect(struct lineprof_module *module)
{
    bool hits_only = true;
    bool samples = false;

    for (struct lineprof_function *const *at = module->begin; at < module->end; at++) {
        register_function(*at);
        hits_only &= (*at)->id && is_hits_only((*at)->unit);
        samples |= (*at)->id && is_sampled((*at)->unit);
    }
    const struct lprt_entry_points points = lprt_entry_points(hits_only, samples);
    module->event = points.event;
    module->leave = points.leave;
    __atomic_store_n(&module->off, 0, __ATOMIC_RELAXED);
    lprt_modules_add(module, points.enter);
    connect_light(module);
}

static void connect_off(struct lineprof_module *module)
{
    __atomic_store_n(&module->off, 1, __ATOMIC_RELAXED);
    if (!lprt_layouts_register_silent(module))
        return;
    __atomic_store_n(&module->visit, lprt_silent_visit_entry, __ATOMIC_RELEASE);
    __atomic_store_n(&module->visit_near, lprt_silent_visit_entry_near, __ATOMIC_RELEASE);
    __atomic_store_n(&module->trigger, lprt_silent_entry, __ATOMIC_RELEASE);
    __atomic_store_n(&module->trigger_near, lprt_silent_entry_near, __ATOMIC_RELEASE);
}

static int attach(struct lineprof_module *module)
{
    if (module->abi != LINEPROF_ABI_VERSION) {
        say_other_version("was built for", module->abi);
        return 1;
    }
    const struct lineprof_unit *unit = leading_unit(module);
    if (!unit) {
        if (module->begin < module->end)
            say_other_version("was built for", module->begin[0]->abi);
        return 1;
    }
    const enum lprt_state state = lprt_process_start(unit);
    if (state == LPRT_ON) {
        connect(module);
        lprt_stats_allow();
    } else if (state == LPRT_OFF) {
        connect_off(module);
    }
    return state == LPRT_ON || state == LPRT_OFF ? 0 : 1;
}

int __lineprof_attach(struct lineprof_module *module)
{
    struct lprt_guard guard;
    int refused = 1;

    lprt_libc_find();
    lprt_lock_take(&guard);
    /* A set-uid program must not write where its caller's environment says. */
    if (!getauxval(AT_SECURE))
        refused = attach(module);
    lprt_lock_release(&guard);
    lprt_stats_start();
    return refused;
}
