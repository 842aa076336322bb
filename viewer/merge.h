/* SPDX-License-Identifier: MIT */
/* The command lineprof merge: adds profiles up into one file. */
#ifndef MERGE_H
#define MERGE_H

#include "exit_code.h"

enum exit_code merge_run(int argc, char **argv);

#endif
