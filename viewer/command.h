/* SPDX-License-Identifier: MIT */
/* The commands of the front program lineprof, as data. */
#ifndef COMMAND_H
#define COMMAND_H

#include "exit_code.h"

/* Run the command that argv[1] names. */
enum exit_code command_run(int argc, char **argv);

#endif
