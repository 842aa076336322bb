/* SPDX-License-Identifier: MIT */
/* What is other in a phase than in most. */
#ifndef CHANGES_H
#define CHANGES_H

#include "analysis/spread.h"
#include "model/profile.h"

/* Every line that has run, and what half of the phases have of it at most: what it took
   by itself, or its hits where there are no times. */
struct changes {
    enum portion_measure measure;
    struct usual_line {
        const struct line *line;
        double median;
    } * lines;
    size_t count;
    double least; /* what is less is no change */
};

/* Of the functions that are shown; to be released. */
void changes_make(struct changes *changes, const struct profile *profile);
void changes_release(struct changes *changes);

/* The three lines that differ most in a phase, by its index, such as "+1.9 s at
   loader.c:44, 3.1 times its median"; empty if none does.  To be freed. */
char *changes_text(const struct changes *changes, size_t phase);

#endif
