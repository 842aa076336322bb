/* SPDX-License-Identifier: MIT */
/* What a reader of numbers must know about them, a line each. */
#ifndef NOTES_H
#define NOTES_H

#include "model/profile.h"
#include "source/source.h"

#include <stdio.h>

struct note {
    const char *path; /* of the .lprof file it is about; NULL: of all */
    char *text;
};

struct notes {
    struct note *all;
    size_t count;
    size_t room;
};

/* path may be NULL; text is the notes' from now on. */
void notes_add(struct notes *notes, const char *path, char *text);

/* What may make the data other than they seem: how the run ended, what is missing, and
   which sources have changed. */
void notes_warn(struct notes *notes, const struct profile *profile,
                struct sources *sources);

/* How the numbers came about: threads added up, overhead taken out. */
void notes_explain(struct notes *notes, const struct profile *profile);

/* Where what lines did in regions is not all there. */
void notes_explain_regions(struct notes *notes, const struct profile *profile);

/* Where phases are not those that the program had. */
void notes_explain_phases(struct notes *notes, const struct profile *profile);

/* What of the regions a timeline does not show, and why. */
void notes_explain_timeline(struct notes *notes, const struct profile *profile);

/* One line each: "lineprof-view: PATH: TEXT". */
void notes_print(FILE *out, const struct notes *notes);

void notes_release(struct notes *notes);

#endif
