/* SPDX-License-Identifier: MIT */
#ifndef XML_TEXT_H
#define XML_TEXT_H

#include "lprof.h"

#include <stdio.h>

/* Print for an element's content or an attribute in double quotes: what means something
   to XML as a reference, control characters as escapes; U+FFFD for bytes that are not
   UTF-8 and for characters that XML has not. */
void xml_print_text(FILE *out, struct lprof_text text);

#endif
