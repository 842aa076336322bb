/* SPDX-License-Identifier: MIT */
/* What the process used over time, as strips beneath the page's head. */
#ifndef HTML_STATS_H
#define HTML_STATS_H

#include "page/page.h"

/* Nothing where it was not read; nor of several processes, whose times are their own. */
void html_print_stats(FILE *out, const struct profile *profile);

#endif
