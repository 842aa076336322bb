/* SPDX-License-Identifier: MIT */
/* One line of source, with what a terminal can do for it. */
#ifndef LISTING_SOURCE_H
#define LISTING_SOURCE_H

#include "source/source.h"

#include <stdio.h>

struct source_style {
    const struct source_token *tokens; /* on the line; coloured if there are any */
    size_t token_count;
    uint32_t number; /* of the line */
    bool has_tabs;   /* leave tabs as they are; false: as many spaces */
    size_t width;    /* characters at most, where tabs are spaces */
};

void listing_source_print(FILE *out, struct lprof_text text,
                          const struct source_style *style);

#endif
