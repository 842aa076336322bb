/* SPDX-License-Identifier: MIT */
/* The command lineprof completion: scripts by which shells complete the command lines of
   both programs.  Options, their words and commands come from the tables that the
   programs themselves go by. */
#ifndef COMPLETION_H
#define COMPLETION_H

#include "base/exit_code.h"
#include "cli/option_table.h"

enum exit_code completion_run(int argc, char **argv);

/* ---- For completion*.c ---- */

void completion_print_bash(FILE *out);
void completion_print_zsh(FILE *out);
void completion_print_fish(FILE *out);

/* Its argument names a file. */
bool completion_takes_file(const struct option_row *row);

/* Its argument's words with spaces between. */
void completion_print_words(FILE *out, const struct option_choice *choice);

/* What a command takes besides, or instead of, files: words with spaces between; options
   have their dashes, and a `=` if they take an argument. */
struct completion_words {
    const char *command;
    const char *words;
};
extern const struct completion_words completion_words[];
extern const size_t completion_words_count;

/* Commands that take the options of lineprof-view, with `separator` between. */
void completion_print_view_commands(FILE *out, const char *separator);

#endif
