/* SPDX-License-Identifier: MIT */
/* The program lineprof-view, as a function. */
#ifndef VIEW_H
#define VIEW_H

#include "exit_code.h"

enum exit_code view_run(int argc, char **argv);

#endif
