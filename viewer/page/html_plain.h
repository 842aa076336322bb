/* SPDX-License-Identifier: MIT */
/* The parts of a report that are plain HTML: what was run and what must be known about
   the numbers, and for browsers without JavaScript a table of functions and listings. */
#ifndef HTML_PLAIN_H
#define HTML_PLAIN_H

#include "page/html_finding.h"
#include "page/page.h"

/* The head of the page: what was found, the run, the notes. */
void html_print_head(FILE *out, const struct page *page, const struct finding *finding);

/* The functions that took most, and the text of some. */
void html_print_listings(FILE *out, const struct page *page,
                         const struct finding *finding);

#endif
