/* SPDX-License-Identifier: MIT */
/*
 * train.c after a look at its profile: the data set is loaded once, before the
 * loop.  `diff -u train.c train_iofix.c` shows the repair.
 */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

#define LEARNING_RATE 0.1f

struct trainer {
    struct arguments arguments;
    struct network *net;
    struct dataset set;
    struct batch batch;
};

static void fetch_batch(struct trainer *t, size_t step)
{
    dataset_copy_batch(&t->set, &t->batch, step);
}

__attribute__((profile)) static float forward_pass(struct trainer *t, size_t step)
{
    fetch_batch(t, step);
    network_hidden_layer(t->net, &t->batch);
    network_output_layer(t->net, &t->batch);
    network_softmax(t->net, &t->batch);
    return network_loss(t->net, &t->batch);
}

__attribute__((profile)) static void train_loop(struct trainer *t)
{
    for (size_t step = 0; step < t->arguments.steps; step++) {
        const float loss = forward_pass(t, step);
        network_backward(t->net, &t->batch);
        network_step(t->net, LEARNING_RATE);
        progress_print(&t->arguments, step, loss, network_hits(t->net, &t->batch));
    }
}

__attribute__((profile)) static void train_network(struct trainer *t)
{
    t->net = network_new();
    dataset_load(&t->set, t->arguments.folder, "train");
    train_loop(t);
    dataset_release(&t->set);
}

int main(int argc, char **argv)
{
    static struct trainer trainer;
    trainer.arguments = arguments_take(argc, argv);
    train_network(&trainer);
    progress_print_accuracy(&trainer.arguments, trainer.net);
    free(trainer.net);
    return EXIT_SUCCESS;
}
