/* SPDX-License-Identifier: MIT */
/* The lines of a function on two sides, aligned; for comparison.c. */
#ifndef COMPARISON_LINES_H
#define COMPARISON_LINES_H

#include "compare/comparison.h"

/* Fill in the rows of a pair. */
void comparison_align_lines(const struct comparison *comparison,
                            struct function_pair *pair);

#endif
