/* SPDX-License-Identifier: MIT */
/* Which view the options ask for, and what it is printed with. */
#ifndef VIEW_PRINT_H
#define VIEW_PRINT_H

#include "analysis/notes.h"
#include "base/output.h"
#include "cli/options.h"
#include "compare/runs.h"
#include "model/profile.h"

/* All borrowed. */
struct view {
    const struct options *options;
    const struct profile *profile;
    const struct profile *base; /* NULL: no comparison */
    struct runs base_runs;      /* those of each side, where they matter */
    struct runs now_runs;
    const struct output *output;
    struct notes *notes; /* what must be known beside the view is added */
    const char *region;  /* as of an export_job */
    bool is_continued;
};

/* Print it; returns how many limits of the user's were passed. */
size_t view_print(const struct view *view);

#endif
