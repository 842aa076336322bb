/* SPDX-License-Identifier: MIT */
/* What the program itself asks for, through <lineprof.h>: a table of functions, and the
   same under their names, for languages that do not read the header. */
#include "lprt_modules.h"

#define LINEPROF_TABLE_ONLY
#include "lineprof.h"

#include <errno.h>
#include <stddef.h>
#include <sys/auxv.h>

#define EXPORTED __attribute__((__visibility__("default")))

EXPORTED struct lineprof_table *__lineprof_connect(unsigned int version);
EXPORTED void lineprof_pause(void);
EXPORTED void lineprof_resume(void);

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

static struct lineprof_table table = {
    .version = LINEPROF_TABLE_VERSION,
    .size = sizeof table,
    .pause = lineprof_pause,
    .resume = lineprof_resume,
};

struct lineprof_table *__lineprof_connect(unsigned int version)
{
    return version == LINEPROF_TABLE_VERSION && !getauxval(AT_SECURE) ? &table : NULL;
}
