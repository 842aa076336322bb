/* SPDX-License-Identifier: MIT */
/* Text of a profile inside a page of HTML, where it is text whatever it contains. */
#ifndef HTML_TEXT_H
#define HTML_TEXT_H

#include "base/duration.h"
#include "lprof.h"

#include <stdio.h>

#define HTML_DURATION_BYTES (DURATION_BYTES + 1)

/* Print for an element's content or an attribute in double quotes: what means something
   to HTML as a reference, control characters as escapes, bytes that are not UTF-8 as
   U+FFFD. */
void html_print_text(FILE *out, struct lprof_text text);
void html_print_string(FILE *out, const char *string);

/* As duration_format(), with the sign for micro, which a page can always show. */
const char *html_duration(char text[HTML_DURATION_BYTES], double ns);

#endif
