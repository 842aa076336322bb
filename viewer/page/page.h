/* SPDX-License-Identifier: MIT */
/*
 * A page for people: one file that any browser shows and that asks for no other.  Its
 * head and, for browsers without JavaScript, some listings are plain HTML; all numbers
 * and texts are columns (html_data.h), compressed, that its script shows as far as they
 * are in sight: written out as HTML a large profile would be more than browsers can take.
 *
 * The script is compressed as well, for the sake of small profiles' pages; what unpacks
 * both is not.  The policy lets nothing run but those two, and lets them ask for nothing.
 */
#ifndef PAGE_H
#define PAGE_H

#include "analysis/notes.h"
#include "compare/comparison.h"
#include "model/profile.h"
#include "source/source.h"

#include <stdio.h>

/* What pages begin with, and no other files. */
#define PAGE_BEGIN "<!DOCTYPE html>\n<!-- A report of lineprof -->\n"

/* What a page is made of; all borrowed.  Failed writes are found when `out` is closed. */
struct page {
    FILE *out;
    const struct profile *profile;
    struct sources *sources;
    const struct comparison *comparison; /* with an older one, or NULL */
    const struct notes *warnings; /* in its head, beside how the numbers came about */
};

void page_print(const struct page *page);

#endif
