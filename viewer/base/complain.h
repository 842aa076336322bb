/* SPDX-License-Identifier: MIT */
/* How each command says what went wrong, and ends: one line each on standard error that
   begins with its name, as in "lineprof merge: ...". */
#ifndef COMPLAIN_H
#define COMPLAIN_H

#include "base/exit_code.h"

/* Text is freed.  Bytes in it that would upset a terminal are not written as they are.
   name     the program's and the command's

   Returns EXIT_DATA. */
enum exit_code complain(const char *name, char *text);

/* The same, and where help is to be had.  Returns EXIT_USAGE. */
enum exit_code complain_of_usage(const char *name, char *text);

/* Standard output has all that it is to have: EXIT_DONE; or it could not be written, and
   that is said. */
enum exit_code end_output(const char *name);

#endif
