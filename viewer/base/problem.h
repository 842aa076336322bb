/* SPDX-License-Identifier: MIT */
/* What is wrong with a file, in words for people. */
#ifndef PROBLEM_H
#define PROBLEM_H

#include "lprof.h"

/* One line, "PATH: what is wrong", without a newline; to be freed. */
char *problem_text(const char *path, enum lprof_status status,
                   const struct lprof_detail *detail);

#endif
