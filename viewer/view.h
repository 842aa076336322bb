/* SPDX-License-Identifier: MIT */
/* The program lineprof-view, as a function. */
#ifndef VIEW_H
#define VIEW_H

#include "exit_code.h"
#include "options.h"

enum exit_code view_run(int argc, char **argv);

/* As a command of the front program, which messages are headed with, too. */
enum exit_code view_run_as(enum view_command command, int argc, char **argv);

#endif
