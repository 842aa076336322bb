/* SPDX-License-Identifier: MIT */
/* The line that a report is about: the one that took most time of its own, or where no
   times are known was hit most.  Of a comparison it is where that has changed most: a
   line that is on both sides, or the heaviest of some that came in the place of others.
 */
#ifndef HTML_FINDING_H
#define HTML_FINDING_H

#include "compare/comparison.h"
#include "model/profile.h"

struct finding {
    const struct function *function; /* NULL: no line has run */
    const struct line *line;
    bool has_times;
    uint64_t part;    /* the line's self time in ns, or its hits */
    uint64_t whole;   /* the same of all lines that are shown */
    bool is_compared; /* then, each number of one run: */
    double was, is;   /* that of the line, or of all that are new or gone there */
    double whole_was; /* and of all lines */
    double whole_is;
    size_t added, removed; /* those that are new, or gone; none: the line is on both */
};

struct finding finding_of(const struct profile *profile);
struct finding finding_of_change(const struct comparison *comparison);

/* What a line weighs in a finding of that kind. */
uint64_t finding_weight(const struct line *line, bool has_times);

/* The line is on the page, not gone. */
bool finding_is_shown(const struct finding *finding);

/* Where the line is, as "train.c:31", and the rest of the sentence, as " took 99.2 % of
   8.67 s"; of a finding without a line "" and the whole sentence.  To be freed. */
char *finding_place(const struct finding *finding);
char *finding_claim(const struct finding *finding);

#endif
