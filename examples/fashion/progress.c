/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_FOLDER "/usr/share/datasets/fashion-mnist"
#define DEFAULT_STEPS  40
#define MAX_STEPS      1000000

struct arguments arguments_take(int argc, char **argv)
{
    struct arguments arguments = {DEFAULT_STEPS, DEFAULT_FOLDER};
    char *end = "";
    if (argc > 1)
        arguments.steps = strtoul(argv[1], &end, 10);
    if (argc > 2)
        arguments.folder = argv[2];
    if (argc > 3 || *end || !arguments.steps || arguments.steps > MAX_STEPS) {
        fprintf(stderr, "usage: %s [STEPS [FOLDER]]   (by default %d %s)\n", argv[0],
                DEFAULT_STEPS, DEFAULT_FOLDER);
        exit(2);
    }
    return arguments;
}

void progress_print(const struct arguments *arguments, size_t step, float loss,
                    size_t hits)
{
    const size_t steps = arguments->steps;
    const size_t interval = (steps + 9) / 10;
    if ((step + 1) % interval && step + 1 != steps)
        return;
    printf("  step %4zu of %zu   loss %.3f   %2zu of %d right\n", step + 1, steps, loss,
           hits, BATCH_SIZE);
    fflush(stdout); /* a pipe wants to see it now, too */
}

void progress_print_accuracy(const struct arguments *arguments, struct network *net)
{
    struct dataset unseen;
    dataset_load(&unseen, arguments->folder, "t10k");
    printf("  accuracy on unseen pictures: %.1f %%\n",
           100.0 * network_accuracy(net, &unseen));
    dataset_release(&unseen);
}
