/* SPDX-License-Identifier: MIT */
#include "dataset.h"

#include <stdio.h>
#include <stdlib.h>

static void load_file(struct idx_array *array, const char *folder, const char *half,
                      const char *rest)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s-%s", folder, half, rest);
    const char *wrong = length < 0 || (size_t)length >= sizeof path
                            ? "has too long a name"
                            : idx_load(array, path);
    if (wrong) {
        fprintf(stderr, "%s: %s\n", path, wrong);
        exit(EXIT_FAILURE);
    }
}

void dataset_load(struct dataset *set, const char *folder, const char *half)
{
    load_file(&set->images, folder, half, "images-idx3-ubyte.gz");
    load_file(&set->labels, folder, half, "labels-idx1-ubyte.gz");

    int good = set->images.item_bytes == PIXELS && set->labels.item_bytes == 1 &&
               set->images.count == set->labels.count;
    for (size_t i = 0; good && i < set->labels.count; i++)
        good = set->labels.bytes[i] < CLASSES;
    if (!good) {
        fprintf(stderr, "%s: not Fashion-MNIST\n", folder);
        exit(EXIT_FAILURE);
    }
}

void dataset_copy_batch(const struct dataset *set, struct batch *batch, size_t number)
{
    batch->count = BATCH_SIZE;
    for (size_t i = 0; i < batch->count; i++) {
        const size_t item = (number * BATCH_SIZE + i) % set->images.count;
        const uint8_t *image = set->images.bytes + item * PIXELS;
        for (size_t j = 0; j < PIXELS; j++)
            batch->pixels[i][j] = (float)image[j] / 255.0f;
        batch->labels[i] = set->labels.bytes[item];
    }
}

void dataset_release(struct dataset *set)
{
    idx_release(&set->images);
    idx_release(&set->labels);
}
