/* SPDX-License-Identifier: MIT */
/* --follow: a running program's lines, looked at again and again. */
#ifndef FOLLOW_H
#define FOLLOW_H

#include "base/exit_code.h"
#include "cli/options.h"

/* On a terminal until the user ends it, otherwise until the program has ended. */
enum exit_code follow_run(const struct options *options);

#endif
