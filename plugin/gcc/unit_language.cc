// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "gcc/unit_language.h"

namespace lineprof {

lineprof_language unit_language()
{
    static const struct {
        const char *prefix;
        lineprof_language language;
    } names[] = {
        {"GNU C++",     LINEPROF_LANGUAGE_CXX    },
        {"GNU Fortran", LINEPROF_LANGUAGE_FORTRAN},
        {"GNU C",       LINEPROF_LANGUAGE_C      },
    };
    for (const auto &row : names)
        if (!strncmp(lang_hooks.name, row.prefix, strlen(row.prefix)))
            return row.language;
    return LINEPROF_LANGUAGE_OTHER;
}

} // namespace lineprof
