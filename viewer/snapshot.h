/* SPDX-License-Identifier: MIT */
/* What a program that runs has counted so far, or counts in so many seconds, as a file of
   its own. */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include "exit_code.h"

/* lineprof snapshot [--duration=SECONDS] [-o OUT] FILE|PID */
enum exit_code snapshot_run(int argc, char **argv);

#endif
