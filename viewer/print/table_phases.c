/* SPDX-License-Identifier: MIT */
/* The phases of a run, and what was other in each than in most. */
#include "analysis/changes.h"
#include "base/memory.h"
#include "base/text.h"
#include "print/table.h"

#include <stdlib.h>

void table_print_phases(const struct table_job *job)
{
    const size_t count = job->profile->part_count;
    char **texts = memory_zeroed(count, sizeof *texts);
    struct changes changes;

    changes_make(&changes, job->profile);
    for (size_t i = 0; i < count; i++)
        texts[i] = changes_text(&changes, i);
    table_print_parts(job, texts);
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
    changes_release(&changes);
}
