/* SPDX-License-Identifier: MIT */
/* What --follow shows at one moment. */
#ifndef FOLLOW_SCREEN_H
#define FOLLOW_SCREEN_H

#include "print/follow_rows.h"
#include "source/source.h"

#include <stdio.h>

struct follow_screen {
    const struct profile *profile;
    struct sources *sources;
    const struct follow_rows *rows;
    enum follow_order order;
    double since_s;   /* how long ago the earlier look was; 0: the program's start */
    size_t scroll;    /* rows left out at the top */
    size_t height;    /* lines, the two above the rows included; 0: all */
    size_t width;     /* characters */
    size_t limit;     /* rows at most */
    bool has_help;    /* what keys and columns mean, instead of the rows */
    bool is_terminal; /* bold titles, and a word on keys */
};

/* Each line as wide as the screen at most, and with the end of it wiped out on a
   terminal. */
void follow_screen_print(FILE *out, const struct follow_screen *screen);

#endif
