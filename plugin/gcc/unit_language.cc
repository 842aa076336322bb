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

bool is_freestanding()
{
    bool freestanding = false;
    for (unsigned i = 0; i < save_decoded_options_count; i++) {
        const cl_decoded_option &option = save_decoded_options[i];
        if (option.opt_index == OPT_ffreestanding)
            freestanding = option.value != 0;
        else if (option.opt_index == OPT_fhosted)
            freestanding = option.value == 0;
    }
    return freestanding;
}

} // namespace lineprof
