/* SPDX-License-Identifier: MIT */
/* What the program itself asks for, through <lineprof.h>: a table of functions, and the
   same under their names, for languages that do not read the header. */
#include "lprt_user.h"
#include "count/bare/lprt_reset.h"
#include "count/bare/lprt_turn.h"
#include "count/lprt_clock.h"
#include "count/lprt_control.h"
#include "count/lprt_modules.h"
#include "lineprof/names.h"
#include "process/lprt_dump.h"
#include "process/lprt_process.h"
#include "regions/lprt_hooks.h"
#include "regions/lprt_ranges.h"
#include "regions/lprt_regions.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/auxv.h>

volatile uint32_t lprt_user_pass;

static uint32_t objects; /* that were loaded; never 0 in a pass */

/* Nobody asks anything of a process that records nothing. */
static const unsigned long nothing_asked;

static_assert(sizeof(unsigned long) == sizeof *lprt_control.word, "a word of the file");

static void show_asked(bool is_dead)
{
    lprt_user_table.asked =
        is_dead ? &nothing_asked : (const volatile unsigned long *)lprt_control.word;
    lprt_user_table.done = is_dead ? 0 : lprt_control.seen;
}

/* Two threads that do this at a time see the same, or one changed it since. */
void lprt_user_show(void)
{
    const bool is_dead = lprt_regions_are_dead();
    const bool off = is_dead || lprt_modules_are_paused();
    const bool detour =
        off || lprt_hooks_id || lprt_clock_read != lprt_clock_read_ordered;

    show_asked(is_dead);
    lprt_user_pass = detour ? 0 : __atomic_load_n(&objects, __ATOMIC_RELAXED) | 1;
    lprt_user_table.idle = off && !lprt_regions_are_used();
    lprt_user_table.off = off;
}

static void set_paused(bool paused)
{
    const int error = errno;

    lprt_modules_pause(paused);
    lprt_turn_look(lprt_self, NULL, 0);
    errno = error;
}

static void reset(void)
{
    lprt_reset();
    lprt_turn_look(lprt_self, NULL, 0);
}

void lineprof_pause(void)
{
    set_paused(true);
}

void lineprof_resume(void)
{
    set_paused(false);
}

/* By these names they are called with texts that are no literals, too. */
#define HERE ((uintptr_t)__builtin_dwarf_cfa())

unsigned int lineprof_begin(const char *name)
{
    return lprt_regions_begin_text(name, HERE);
}

void lineprof_end(const char *name)
{
    lprt_regions_end_named_slowly(name, HERE);
}

void lineprof_mark(const char *name)
{
    lprt_regions_mark_slowly(name, HERE);
}

void lineprof_end_begun(unsigned int begun)
{
    lprt_regions_end_alone(begun, HERE);
}

unsigned long lineprof_begin_range(const char *name)
{
    return lprt_ranges_begin(name, HERE);
}

void lineprof_end_range(unsigned long range)
{
    lprt_ranges_end(range, HERE);
}

int lineprof_dump(const char *path)
{
    return lprt_dump(path);
}

void lineprof_reset(void)
{
    reset();
}

void lineprof_set_thread_name(const char *name)
{
    lprt_regions_set_thread_name(name);
}

void lineprof_set_hooks(const struct lineprof_hooks *hooks)
{
    lprt_hooks_set(hooks);
}

struct lineprof_table lprt_user_table = {
    .version = LINEPROF_TABLE_VERSION,
    .size = sizeof lprt_user_table,
    .asked = &nothing_asked,
    .pause = lineprof_pause,
    .resume = lineprof_resume,
    .begin = lprt_regions_begin,
    .leave = lprt_regions_end,
    .end = lprt_regions_end_named,
    .mark = lprt_regions_mark,
    .set_thread_name = lprt_regions_set_thread_name,
    .dump = lprt_dump,
    .set_hooks = lprt_hooks_set,
    .reset = reset,
    .begin_text = lineprof_begin,
    .end_text = lineprof_end,
};

struct lineprof_table *__lineprof_connect(unsigned int version)
{
    __atomic_fetch_add(&objects, 2, __ATOMIC_RELAXED);
    lprt_user_show();
    return version == LINEPROF_TABLE_VERSION && !getauxval(AT_SECURE) ? &lprt_user_table
                                                                      : NULL;
}
