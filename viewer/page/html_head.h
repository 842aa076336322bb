/* SPDX-License-Identifier: MIT */
#ifndef HTML_HEAD_H
#define HTML_HEAD_H

#include "page/html_finding.h"
#include "page/page.h"

/* The head of a page: what was found, what was run, and what must be known about the
   numbers. */
void html_print_head(FILE *out, const struct page *page, const struct finding *finding);

#endif
