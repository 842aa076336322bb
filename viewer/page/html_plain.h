/* SPDX-License-Identifier: MIT */
/* What a report is without JavaScript, below its head: plain HTML. */
#ifndef HTML_PLAIN_H
#define HTML_PLAIN_H

#include "page/html_finding.h"
#include "page/page.h"

/* A table of the functions that took most, and listings of some. */
void html_print_listings(FILE *out, const struct page *page,
                         const struct finding *finding);

#endif
