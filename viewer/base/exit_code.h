/* SPDX-License-Identifier: MIT */
#ifndef EXIT_CODE_H
#define EXIT_CODE_H

enum exit_code {
    EXIT_DONE = 0,
    EXIT_DATA = 1,  /* a file is wrong, or the output could not be written */
    EXIT_USAGE = 2, /* the command line is wrong */
    EXIT_LIMIT = 3, /* a limit that the user gave was passed */
};

#endif
