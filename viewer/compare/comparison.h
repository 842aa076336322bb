/* SPDX-License-Identifier: MIT */
/* Two profiles side by side: functions aligned by name and file, lines by their text. */
#ifndef COMPARISON_H
#define COMPARISON_H

#include "compare/runs.h"
#include "model/profile.h"
#include "source/source.h"

/* One of the two profiles. */
struct comparison_side {
    const struct profile *profile;
    struct sources *sources;
    const struct runs *runs; /* NULL: they are not looked at one by one */
};

/* A row of a function, on one side or both. */
struct line_pair {
    struct lprof_text text; /* valid as long as the sources */
    const char *file;       /* of the newer side, if it has the row */
    uint32_t base_number;   /* 0: not on that side */
    uint32_t now_number;
    const struct line *base; /* NULL: nothing that can be hit */
    const struct line *now;
};

/* A function, on one side or both; NULL: not on that side. */
struct function_pair {
    const struct function *base;
    const struct function *now;
    struct line_pair *lines;
    size_t line_count;
};

struct comparison {
    struct comparison_side base;
    struct comparison_side now;
    double base_runs; /* that were added up on each side: means are compared */
    double now_runs;
    struct function_pair *pairs; /* in the order of `now`; then those of `base` alone */
    size_t pair_count;
};

/* Align what is shown of both; to be released.  Both sides are borrowed. */
void comparison_make(struct comparison *comparison, struct comparison_side base,
                     struct comparison_side now);
void comparison_release(struct comparison *comparison);

/* Change from one time to another in percent: infinity when it was nothing before. */
double change_percent(double base_ns, double now_ns);

/* The same for people: "+12.3 %", or "new". */
void change_format(char *text, size_t size, double base_ns, double now_ns);

#endif
