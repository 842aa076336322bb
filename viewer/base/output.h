/* SPDX-License-Identifier: MIT */
/* Where a view goes: a file, standard output, or a pager in between. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct output {
    FILE *file;
    const char *path; /* NULL: standard output */
    pid_t pager;      /* 0: none */
};

/* path        NULL: standard output
   use_pager   if standard output is a terminal
   False, with *error as for profile_load(), if the file cannot be made. */
bool output_open(struct output *output, const char *path, bool use_pager, char **error);

/* Flush, and wait for the pager.  False, with *error, if not everything could be written;
   a reader who has seen enough and gone is no error. */
bool output_close(struct output *output, char **error);

/* It is shown by a terminal, directly or through a pager. */
bool output_is_terminal(const struct output *output);

/* Columns of the terminal that shows it without a pager, which would cut lines itself; 0
   if there is none. */
int output_width(const struct output *output);

/* The environment and the terminal ask for colour. */
bool output_wants_color(const struct output *output);

/* The locale's characters are UTF-8's; main() has set it. */
bool output_is_utf8(void);

#endif
