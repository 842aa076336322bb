/* SPDX-License-Identifier: MIT */
/* Which rank or thread is late, at which line, and who waits for it. */
#ifndef IMBALANCE_H
#define IMBALANCE_H

#include "analysis/notes.h"
#include "analysis/spread.h"
#include "model/profile.h"
#include "source/source.h"

/* By the lines' times, what they call included, or by their hits where there are no
   times. */
struct imbalance {
    enum portion_measure measure;
    const struct function *function;
    const struct line *line;  /* at which most is lost; NULL: nothing ran */
    struct spread spread;     /* of it */
    const struct line *waits; /* of the same function; NULL: none that one can tell */
    double correlation;       /* of the two */
};

/* Among the functions that are shown. */
void imbalance_find(struct imbalance *imbalance, const struct profile *profile);

/* One sentence for people, to be freed. */
char *imbalance_text(const struct imbalance *imbalance, const struct profile *profile);

/* Lines whose imbalance is above so many percent, and at which one part lost at least a
   hundredth of what all take on average, and a millisecond where a clock measured them:
   each is noted, and how many they are is returned. */
size_t imbalance_check(struct notes *notes, const struct profile *profile,
                       struct sources *sources, double limit_percent);

/* "43", and one decimal below ten; returns text. */
const char *imbalance_percent_text(char text[32], double percent);

/* What a part is, for people: "rank", "thread" or "phase". */
const char *part_noun(const struct profile *profile);

#endif
