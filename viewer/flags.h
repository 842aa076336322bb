/* SPDX-License-Identifier: MIT */
/* What is to be put on a compiler's command line. */
#ifndef FLAGS_H
#define FLAGS_H

#include "exit_code.h"

/* `lineprof --cflags`: the flags that compile with the plugin and its header, and choose
   what is profiled. */
enum exit_code flags_compile_run(int argc, char **argv);

/* `lineprof --libs`: those that link the runtime. */
enum exit_code flags_link_run(int argc, char **argv);

#endif
