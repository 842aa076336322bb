/* SPDX-License-Identifier: MIT */
/* What the program itself asks for, through <lineprof.h>: a table of functions, and the
   same under their names, for languages that do not read the header. */
#include "lprt_dump.h"
#include "lprt_modules.h"
#include "lprt_process.h"
#include "lprt_regions.h"

#define LINEPROF_TABLE_ONLY
#include "lineprof.h"

#include <errno.h>
#include <stddef.h>
#include <sys/auxv.h>

#define EXPORTED __attribute__((__visibility__("default")))

EXPORTED struct lineprof_table *__lineprof_connect(unsigned int version);
EXPORTED void lineprof_pause(void);
EXPORTED void lineprof_resume(void);
EXPORTED unsigned int lineprof_begin(const char *name);
EXPORTED void lineprof_end(const char *name);
EXPORTED void lineprof_mark(const char *name);
EXPORTED int lineprof_dump(const char *path);
EXPORTED void lineprof_set_thread_name(const char *name);

static struct lineprof_table table;

static void set_paused(bool paused)
{
    const int error = errno;

    lprt_modules_pause(paused);
    errno = error;
}

void lineprof_pause(void)
{
    set_paused(true);
}

void lineprof_resume(void)
{
    set_paused(false);
}

unsigned int lineprof_begin(const char *name)
{
    return lprt_regions_begin(name);
}

void lineprof_end(const char *name)
{
    lprt_regions_end_named(name);
}

void lineprof_mark(const char *name)
{
    lprt_regions_mark(name);
}

int lineprof_dump(const char *path)
{
    return lprt_dump(path);
}

void lineprof_set_thread_name(const char *name)
{
    lprt_regions_set_thread_name(name);
}

static struct lineprof_table table = {
    .version = LINEPROF_TABLE_VERSION,
    .size = sizeof table,
    .pause = lineprof_pause,
    .resume = lineprof_resume,
    .begin = lprt_regions_begin,
    .leave = lprt_regions_end,
    .end = lprt_regions_end_named,
    .mark = lprt_regions_mark,
    .set_thread_name = lprt_regions_set_thread_name,
    .dump = lprt_dump,
};

struct lineprof_table *__lineprof_connect(unsigned int version)
{
    return version == LINEPROF_TABLE_VERSION && !getauxval(AT_SECURE) ? &table : NULL;
}
