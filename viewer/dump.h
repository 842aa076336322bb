/* SPDX-License-Identifier: MIT */
#ifndef DUMP_H
#define DUMP_H

#include "exit_code.h"

/* Print the raw records of the file argv[1]. */
enum exit_code dump_run(int argc, char **argv);

#endif
