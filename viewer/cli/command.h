/* SPDX-License-Identifier: MIT */
/* The commands of the front program lineprof, as data. */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/exit_code.h"

#include <stdbool.h>
#include <stddef.h>

enum command_kind {
    COMMAND_VIEW,  /* takes the options of lineprof-view */
    COMMAND_OWN,   /* has options of its own */
    COMMAND_BRIEF, /* prints what its summary says, which is all its help */
};

struct command {
    enum command_kind kind;
    const char *name;
    const char *arguments;
    enum exit_code (*run)(int argc, char **argv); /* argv[0] is the name */
    const char *summary;
};

/* In the order in which help lists them: the common ones first. */
extern const struct command commands[];
extern const size_t command_count;

/* Run the command that argv[1] names. */
enum exit_code command_run(int argc, char **argv);

#endif
