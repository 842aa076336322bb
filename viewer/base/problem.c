/* SPDX-License-Identifier: MIT */
#include "base/problem.h"

#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *system_text(const char *path, const struct lprof_detail *detail)
{
    return memory_format("%s: %s%s", path, strerror(detail->error),
                         detail->error == ENOENT
                             ? "; a program writes its profile where it was started, or "
                               "where LINEPROF_OUT says"
                             : "");
}

static char *truncated_text(const char *path, const struct lprof_detail *detail)
{
    const char *text = lprof_status_text(LPROF_TRUNCATED);

    if (!detail->number)
        return memory_format("%s: %s, after %" PRIu64 " bytes", path, text,
                             detail->offset);
    return memory_format("%s: %s, after %" PRIu64 " of %" PRIu64 " bytes", path, text,
                         detail->offset, detail->number);
}

static char *damaged_text(const char *path, const struct lprof_detail *detail)
{
    return memory_format("%s: %s: %s, at byte %" PRIu64, path,
                         lprof_status_text(LPROF_DAMAGED), detail->what, detail->offset);
}

static char *pickle_text(const char *path, const struct lprof_detail *detail)
{
    (void)detail;
    return memory_format("%s: %s; view it with: python3 -m line_profiler %s", path,
                         lprof_status_text(LPROF_PICKLE), path);
}

static char *version_text(const char *path, enum lprof_status status,
                          const struct lprof_detail *detail)
{
    return memory_format("%s: %s: version %" PRIu64 ", not %d", path,
                         lprof_status_text(status), detail->number, LPROF_MAJOR);
}

static char *too_new_text(const char *path, const struct lprof_detail *detail)
{
    return version_text(path, LPROF_TOO_NEW, detail);
}

static char *too_old_text(const char *path, const struct lprof_detail *detail)
{
    char *text = version_text(path, LPROF_TOO_OLD, detail);
    char *whole = memory_format("%s; build the program anew and run it again", text);

    free(text);
    return whole;
}

static char *(*const writers[])(const char *path, const struct lprof_detail *detail) = {
    [LPROF_NOT_OPENED] = system_text,   [LPROF_NOT_READ] = system_text,
    [LPROF_TRUNCATED] = truncated_text, [LPROF_DAMAGED] = damaged_text,
    [LPROF_PICKLE] = pickle_text,       [LPROF_TOO_NEW] = too_new_text,
    [LPROF_TOO_OLD] = too_old_text,
};

char *problem_text(const char *path, enum lprof_status status,
                   const struct lprof_detail *detail)
{
    if ((size_t)status < sizeof writers / sizeof writers[0] && writers[status])
        return writers[status](path, detail);
    if (detail->what)
        return memory_format("%s: %s: %s", path, lprof_status_text(status), detail->what);
    return memory_format("%s: %s", path, lprof_status_text(status));
}
