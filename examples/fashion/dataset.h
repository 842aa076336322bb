/* SPDX-License-Identifier: MIT */
/*
 * Fashion-MNIST: grey pictures of 28 x 28 pixels, each of one of ten kinds of
 * clothing.  60,000 to learn from, 10,000 to be tested on.
 */
#ifndef DATASET_H
#define DATASET_H

#include "idx.h"

enum {
    PIXELS = 28 * 28,
    CLASSES = 10,
    BATCH_SIZE = 64,
};

struct dataset {
    struct idx_array images;
    struct idx_array labels;
};

/* Some of the pictures, as the network takes them. */
struct batch {
    size_t count;
    uint8_t labels[BATCH_SIZE];
    float pixels[BATCH_SIZE][PIXELS]; /* 0 to 1 */
};

/*
 * Load one half of the data set.
 *
 * folder   where its four files are
 * half     "train" or "t10k"
 *
 * Ends the program with a message when a file is missing or damaged.
 */
void dataset_load(struct dataset *set, const char *folder, const char *half);

/* Copy batch number `number`, counted from 0, round and round through the set. */
void dataset_copy_batch(const struct dataset *set, struct batch *batch, size_t number);

void dataset_release(struct dataset *set);

#endif
