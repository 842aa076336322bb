/* SPDX-License-Identifier: MIT */
/* What colours are on a terminal. */
#ifndef COLOR_H
#define COLOR_H

#define COLOR_BOLD     "\x1b[1m"
#define COLOR_DIM      "\x1b[2m"
#define COLOR_INVERSE  "\x1b[7m"
#define COLOR_RED      "\x1b[31m"
#define COLOR_BOLD_RED "\x1b[1;31m"
#define COLOR_GREEN    "\x1b[32m"
#define COLOR_YELLOW   "\x1b[33m"
#define COLOR_BLUE     "\x1b[34m"
#define COLOR_END      "\x1b[0m"

#endif
