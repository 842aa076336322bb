/* SPDX-License-Identifier: MIT */
#include "lprof.h"

static const char *const texts[] = {
#define STATUS_TEXT(name, text) [LPROF_##name] = text,
    LPROF_STATUS_MAP(STATUS_TEXT)};

const char *lprof_status_text(enum lprof_status status)
{
    const size_t count = sizeof texts / sizeof texts[0];
    return (size_t)status < count ? texts[status] : "unknown status";
}
