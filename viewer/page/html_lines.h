/* SPDX-License-Identifier: MIT */
/* What html_data.h says of lines. */
#ifndef HTML_LINES_H
#define HTML_LINES_H

#include "page/html_values.h"

void html_put_lines(struct html_data *d);
void html_put_others(struct html_data *d);

#endif
