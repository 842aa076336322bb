/* SPDX-License-Identifier: MIT */
/* What the commands that look at profiles say of themselves. */
#ifndef VIEW_HELP_H
#define VIEW_HELP_H

#include "cli/options.h"

/* As users call it, such as "lineprof diff". */
const char *view_help_name(enum view_command command);

void view_help_print(FILE *out, enum view_command command);

#endif
