/* SPDX-License-Identifier: MIT */
/*
 * What both training programs say and are asked: the command line, the lines
 * printed while training, the closing verdict.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "network.h"

struct arguments {
    size_t steps;       /* batches to train on */
    const char *folder; /* of the data set */
};

/* Take `[STEPS [FOLDER]]`; ends the program with its usage when that is not it. */
struct arguments arguments_take(int argc, char **argv);

/* A line about step number `step`, counted from 0, every tenth of the way. */
void progress_print(const struct arguments *arguments, size_t step, float loss,
                    size_t hits);

/* Test the network on pictures that it has not seen. */
void progress_print_accuracy(const struct arguments *arguments, struct network *net);

#endif
