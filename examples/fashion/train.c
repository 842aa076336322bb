/* SPDX-License-Identifier: MIT */
/*
 * Train a small neural network on Fashion-MNIST.
 *
 * It learns, but it is slow, and the network is not why.  train_iofix.c is the
 * same program after a look at its profile.
 */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

#define LEARNING_RATE 0.1f

struct trainer {
    struct arguments arguments;
    struct network *net;
    struct batch batch;
};

static void fetch_batch(struct trainer *t, size_t step)
{
    struct dataset set;
    dataset_load(&set, t->arguments.folder, "train");
    dataset_copy_batch(&set, &t->batch, step);
    dataset_release(&set);
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
    train_loop(t);
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
