/* SPDX-License-Identifier: MIT */
/* Which of the user's limits a comparison has passed, for people. */
#include "print/diff.h"

#include "base/duration.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>

/* After so many the rest is only counted. */
#define MOST_SAID 10

/* "FILE:LINE: NAME: WHAT" */
static void note_failure(struct notes *notes, const struct differences *d,
                         const struct difference *x)
{
    const struct function *f = x->pair->now ? x->pair->now : x->pair->base;
    const struct comparison_side *side =
        x->pair->now ? &d->comparison->now : &d->comparison->base;
    const struct line_pair *row = x->row;
    const uint32_t line = !row              ? f->line
                          : row->now_number ? row->now_number
                                            : row->base_number;
    char *what = difference_text(d, x);

    notes_add(notes, NULL,
              memory_format("%s:%" PRIu32 ": %s: %s",
                            sources_path(side->sources, row ? row->file : f->file), line,
                            function_title(f), what));
    free(what);
}

static void note_failures(struct notes *notes, const struct differences *d)
{
    size_t said = 0;
    size_t more = 0;

    for (size_t i = 0; i < d->count; i++) {
        if (!d->all[i].is_failure)
            continue;
        if (said++ < MOST_SAID)
            note_failure(notes, d, &d->all[i]);
        else
            more++;
    }
    if (more)
        notes_add(notes, NULL, memory_format("and %zu more such differences", more));
}

/* What was not failed for, and how to be surer. */
static void note_unsure(struct notes *notes, const struct differences *d)
{
    const bool has_spread = d->comparison->base_runs > 1 && d->comparison->now_runs > 1;
    char floor[DURATION_BYTES];

    if (d->unsure)
        notes_add(notes, NULL,
                  memory_format("%zu more may be slower by over %g %%; that is not sure, "
                                "or they took less than %s%s",
                                d->unsure, d->limits.above_percent,
                                duration_format(floor, d->floor_ns),
                                has_spread ? ""
                                           : ": give several runs of each side, with "
                                             "--diff=FILE for each older one"));
}

void diff_check(struct notes *notes, const struct differences *differences)
{
    note_failures(notes, differences);
    if (differences->lack)
        notes_add(notes, NULL, memory_format("%s", differences->lack));
    note_unsure(notes, differences);
}
