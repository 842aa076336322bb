/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_FOLDER "/usr/share/datasets/fashion-mnist"
#define DEFAULT_STEPS  40
#define MAX_STEPS      1000000

struct training training_from_arguments(int argc, char **argv)
{
    struct training training = {DEFAULT_STEPS, DEFAULT_FOLDER};
    char *end = "";
    if (argc > 1)
        training.steps = strtoul(argv[1], &end, 10);
    if (argc > 2)
        training.folder = argv[2];
    if (argc > 3 || *end || !training.steps || training.steps > MAX_STEPS) {
        fprintf(stderr, "usage: %s [STEPS [FOLDER]]   (by default %d %s)\n", argv[0],
                DEFAULT_STEPS, DEFAULT_FOLDER);
        exit(2);
    }
    return training;
}

void progress_print(size_t step, size_t steps, float loss, size_t hits)
{
    const size_t interval = (steps + 9) / 10;
    if ((step + 1) % interval && step + 1 != steps)
        return;
    printf("  step %4zu of %zu   loss %.3f   %2zu of %d right\n", step + 1, steps, loss,
           hits, BATCH_SIZE);
    fflush(stdout); /* a pipe wants to see it now, too */
}

void progress_print_accuracy(struct network *net, const char *folder)
{
    struct dataset unseen;
    dataset_load(&unseen, folder, "t10k");
    printf("  accuracy on unseen pictures: %.1f %%\n",
           100.0 * network_accuracy(net, &unseen));
    dataset_release(&unseen);
}
