/* SPDX-License-Identifier: MIT */
/* Source text for a page: valid UTF-8 in which control characters are escapes, but for
   the marks of html_data.h around words that have a colour. */
#ifndef HTML_CODE_H
#define HTML_CODE_H

#include "source/source.h"

/* A function's lines from where its listing begins, each ended by a newline but for the
   last; to be freed.  NULL if none of them is known. */
char *html_code_of_function(struct sources *sources, const struct function *function);

/* One line, "" if it is unknown; to be freed. */
char *html_code_of_line(struct sources *sources, const struct function *function,
                        const char *file, uint32_t number);

#endif
