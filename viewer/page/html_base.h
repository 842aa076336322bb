/* SPDX-License-Identifier: MIT */
#ifndef HTML_BASE_H
#define HTML_BASE_H

#include "page/html_values.h"

/* What the older profile has of the page's functions and lines, and what is no more; null
   where there is none. */
void html_put_base(struct html_data *d);

#endif
